/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: each function that reads a statement of a certificate, from every state of the reader in
   which at most LENGTH bytes of text are left.  The text stands at the end of its array, so that
   reading too far is seen. */
#include "cert/read.c"
#include "rte.h"

enum { ITEMS = 20 };

static char buffer[LENGTH + 1];
static dpc_cert_item items[ITEMS];
static dpc_certificate certificate;
static dpc_cert_error error;
static reader r;

static char *any_place(void)
{
    return buffer + Frama_C_unsigned_long_interval(0, LENGTH);
}

/* Any bytes, the last of which is zero; what is left of them, and the current line if there is one,
   begin anywhere. */
static void any_state(void)
{
    Frama_C_make_unknown(buffer, LENGTH);
    buffer[LENGTH] = '\0';
    certificate = (dpc_certificate){.buffer = buffer};
    certificate.nfiles = Frama_C_unsigned_long_interval(0, DPC_CERT_MAX_FILES);
    rte_failed = any_bool();
    error.diag.status = rte_failed ? DPC_PARSE : DPC_OK;
    r = (reader){.c = &certificate, .error = &error, .end = buffer + LENGTH};
    r.at = any_place();
    r.text = any_bool() ? any_place() : NULL;
    r.line = any_size();
    r.context_bytes = any_size();
    r.exponents = any_size();
    r.claimed = any_size();
    r.numbers = any_size();
    r.free_item = items + Frama_C_interval(0, ITEMS - 1);
}

dpc_cert_fault dpc_cert_number_fault(const char *text, const char *end)
{
    //@ assert readable: \valid_read(text) && \valid_read(end);
    return (dpc_cert_fault){any_bool() ? "why" : NULL, "number", text, strlen(text)};
}

dpc_cert_fault dpc_cert_value_fault(const char *text)
{
    return dpc_cert_number_fault(text, strchr(text, '\0'));
}

int main(void)
{
    any_state();
    switch (Frama_C_interval(0, 12)) {
    case 0:
        (void)scan(&r, buffer, Frama_C_unsigned_long_interval(0, LENGTH));
        break;
    case 1:
        next_line(&r);
        break;
    case 2:
        read_header(&r);
        break;
    case 3:
        read_kind(&r);
        break;
    case 4:
        read_theorem(&r);
        break;
    case 5:
        read_file(&r);
        break;
    case 6:
        read_values(&r, &certificate.param, "param");
        break;
    case 7:
        read_hints(&r, &certificate.hint);
        break;
    case 8:
        read_claims(&r);
        break;
    case 9:
        read_context(&r);
        break;
    case 10:
        read_neighbours(&r);
        break;
    case 11:
        read_history(&r);
        break;
    default:
        read_end(&r);
    }
    //@ assert left: \valid_read(r.at) && (r.text == \null || \valid_read(r.text));
    //@ assert files: certificate.nfiles <= DPC_CERT_MAX_FILES;
    return 0;
}
