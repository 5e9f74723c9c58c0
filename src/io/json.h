/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   JSON texts as in RFC 8259, without extensions: no comments, no NaN, no duplicate keys.  Numbers
   stay the decimals of the text, so that 0.1 is 1/10.  A byte order mark at the start is skipped.
 */
#ifndef DPC_JSON_H
#define DPC_JSON_H

#include "base/arena.h"
#include "base/diag.h"

enum {
    DPC_JSON_MAX_DEPTH = 200,
    DPC_JSON_MAX_BYTES = 16 << 20,
    DPC_JSON_MAX_VALUES = 1000000,
    DPC_JSON_MAX_NUMBER = 10000 /* characters */
};

typedef enum {
    DPC_JSON_NULL,
    DPC_JSON_FALSE,
    DPC_JSON_TRUE,
    DPC_JSON_NUMBER,
    DPC_JSON_STRING,
    DPC_JSON_ARRAY,
    DPC_JSON_OBJECT
} dpc_json_kind;

typedef struct dpc_json {
    dpc_json_kind kind;
    uint32_t pos;           /* its start in the text, for messages */
    const char *key;        /* of a member of an object, else NULL */
    const char *text;       /* of a number, as written; of a string, decoded (UTF-8, no NUL) */
    size_t count;           /* number of elements or members */
    struct dpc_json *first; /* the first element or member */
    struct dpc_json *next;  /* the next sibling */
} dpc_json;

/* Reads a text into the arena.  NULL if it is malformed or too large: diag says where and why. */
dpc_json *dpc_json_read(const dpc_source *source, dpc_arena *arena, dpc_diag *diag);

/* The member with this key, or NULL. */
const dpc_json *dpc_json_get(const dpc_json *object, const char *key);

/* `a number`, `an object`, ... */
const char *dpc_json_kind_name(dpc_json_kind kind);

#endif
