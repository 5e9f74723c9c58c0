/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   How certificates write numbers, and how people see long ones.  The grammar is that of
   certs/FORMAT.md: one way to write a number, so that it looks like what it is. */
#ifndef DPC_CERT_NUMBER_H
#define DPC_CERT_NUMBER_H

#include <stddef.h>

enum {
    DPC_CERT_MAX_DIGITS = 5000, /* of a decimal, a numerator or a denominator */
    DPC_CERT_MAX_NESTING = 16,  /* lists and records within each other */
    DPC_CERT_SHOWN = 480        /* room for a value as people see it */
};

/* What is wrong with a value, and with which part of it. */
typedef struct {
    const char *why;  /* a phrase; NULL if nothing is wrong */
    const char *what; /* "number" or "value" */
    const char *at;
    size_t length;
} dpc_cert_fault;

/* The text up to end as a number: an integer, a decimal or a fraction in lowest terms. */
dpc_cert_fault dpc_cert_number_fault(const char *text, const char *end);

/* A number, a word, a list, or a record and perhaps how often it counts. */
dpc_cert_fault dpc_cert_value_fault(const char *text);

typedef enum {
    DPC_SHAPE_NUMBER,
    DPC_SHAPE_WORD,
    DPC_SHAPE_ROWS, /* [(1,2),(3,4)], or [] */
    DPC_SHAPE_LIST, /* any other */
    DPC_SHAPE_RECORD
} dpc_cert_shape;

/* Of a value that has no fault. */
dpc_cert_shape dpc_cert_value_shape(const char *text);

/* A value that has no fault, for people: itself if it is short, else the leading digits and the
   power of ten of a number, or the beginning of a list or record.  Returns out. */
const char *dpc_cert_show(char out[DPC_CERT_SHOWN], const char *text);

#endif
