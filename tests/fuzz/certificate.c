/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Fuzzing of the certificate reader and verifier: any bytes get a verdict quickly, and it agrees
   with its line and with the page about it. */
#include "dpcert.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *html = NULL;
    dpc_verdict_info *v =
        dpc_certificate_report("fuzz", (const char *)data, size, "kernel", 256, 5000, &html);
    if (v == NULL)
        return 0;
    if (v->line == NULL || (v->verdict == DPC_VERIFIED) != (strncmp(v->line, "VERIFIED ", 9) == 0))
        abort(); /* the verdict and its line disagree */
    if (strchr(v->line, '\n') != NULL)
        abort(); /* a line that could be taken for another verdict */
    if ((v->verdict == DPC_VERIFIED) != (strstr(html, "<div class=\"claims\">") != NULL) ||
        strstr(html, "<script") != NULL)
        abort(); /* a page that states unverified claims, or that the issuer can script */
    dpc_string_free(html);
    dpc_verdict_free(v);
    return 0;
}
