/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: the reader of certificates on known texts, as parse.c is for the parser: one certificate
   that has every kind of line, what is left of it where it ends too early, and for most ways to be
   refused one that is. */
#include "cert/cert.h"
#include "rte.h"

#include <string.h>

#define HEAD "dpcert-certificate 2\nkind value\ntheorem a 2\nneighbours any\n"
#define FILES "file a 1\n|t\n"
#define TAIL "claim y <= 2\nend\n"

/* No fractions: whether one is in lowest terms is not known to the model of GMP. */
static const char certificate[] =
    HEAD "history part 1\nphase 1 x 1 c\n" FILES
         "param x = [(1,-2)]\nchoose l = k-m(a=0.5,b=[c]) x 2\nhint end 5e-1 1\nreferee 1\n"
         "choose z = 1\nhint 1 2 end\nclaim y <= 2\ncontext c\nend\n";

static const char *const refused[] = {
    "",
    "end",
    "\r\n",
    "a\tb\n",
    "\x80\n",
    "something\n",
    "dpcert-certificate 1\n",
    "dpcert-certificate 3\n",
    "dpcert-certificate 2\nkind\n",
    "dpcert-certificate 2\nkind  value\n",
    "dpcert-certificate 2\nkind none\n",
    "dpcert-certificate 2\nkind value \n",
    "dpcert-certificate 2\nkind value x\n",
    "dpcert-certificate 2\nkind audit\n",
    "dpcert-certificate 2\nkind value\nchain a\n",
    "dpcert-certificate 2\nkind value\ntheorem a\n",
    "dpcert-certificate 2\nkind value\ntheorem a 0\n",
    "dpcert-certificate 2\nkind value\ntheorem a 1234567890\n",
    "dpcert-certificate 2\nkind value\ntheorem a 1\nneighbours all\n",
    HEAD "claim y <= 2\n",
    HEAD "history all 1\n",
    HEAD "history complete\n",
    HEAD "history complete 1\nphase 1 x\n",
    HEAD "history complete 1\nphase 1 x 1 \n",
    HEAD "nothing\n",
    HEAD "file a\n|t\n",
    HEAD "file a 2\n|t\nend\n",
    HEAD "file a 2\n|t\n",
    HEAD "file a 1\n|\n|t\n",
    HEAD "file a 1\n",
    HEAD FILES "param x\n" TAIL,
    HEAD FILES "param x 1\n" TAIL,
    HEAD FILES "param x =\n" TAIL,
    HEAD FILES "param x = 1 \n" TAIL,
    HEAD FILES "param x = 1 2\n" TAIL,
    HEAD FILES "param x = 01\n" TAIL,
    HEAD FILES "param x = [(1,2\n" TAIL,
    HEAD FILES "param x = (1,2)\n" TAIL,
    HEAD FILES "param x = k(1)\n" TAIL,
    HEAD FILES "param x = k() x 0\n" TAIL,
    HEAD FILES "param x = [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]\n" TAIL,
    HEAD FILES "param x = 1e1000001\n" TAIL,
    HEAD FILES "hint end 1\n" TAIL,
    HEAD FILES "hint 1 x end\n" TAIL,
    HEAD FILES "referee 0\n" TAIL,
    HEAD FILES "end\n",
    HEAD FILES "claim y < 2\nend\n",
    HEAD FILES "claim y <= 2 confidence 1/2\nend\n",
    HEAD FILES "claim y <= 1e20000001\nend\n",
    HEAD FILES "claim y <= 2\ncontext \nend\n",
    HEAD FILES "claim y <= 2\ncontext\nend\n",
    HEAD FILES "claim y <= 2\n",
    HEAD FILES TAIL "end\n",
};

static dpc_status status_of(const char *text, size_t length)
{
    dpc_certificate c;
    dpc_cert_error error;
    const dpc_status status = dpc_cert_read(&c, text, length, &error);
    dpc_cert_clear(&c);
    return status;
}

int main(void)
{
    const size_t size = sizeof certificate - 1;
    dpc_status status = status_of(certificate, size);
    //@ assert accepted: status == DPC_OK;
    for (size_t length = 0; length < size; length++)
        if (length % 16 == 0 || certificate[length] == '\n' ||
            (length > 0 && certificate[length - 1] == '\n')) {
            status = status_of(certificate, length);
            //@ assert truncated: status == DPC_PARSE;
        }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        status = status_of(refused[i], strlen(refused[i]));
        //@ assert refused: status == DPC_PARSE;
    }
    return 0;
}
