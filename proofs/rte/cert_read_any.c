/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Driver: dpc_cert_read on every text of 0 to 60 or of LENGTH bytes: limits, memory, and the order
   of the statements.  The functions that cert_any.c is about are contracts here, whose precondition
   is the state that they have there.  The text stands at the end of the memory that is given, so
   that reading or writing too far is seen. */
#include "cert/cert.h"
#include "rte.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = (DPC_CERT_MAX_STATEMENTS + 1) * sizeof(dpc_cert_item), MEMORY = ITEMS + LENGTH + 1 };

static char memory[MEMORY], *given;
static size_t text_length, statements, left, behind;
static dpc_cert_error error;

static void *give(size_t count, size_t size)
{
    //@ assert memory: count == 1 && (char *)memory + MEMORY - size == given;
    return memory + MEMORY - size;
}

static void release(void *p)
{
    //@ assert given: p == \null || p == given;
}

#define calloc give
#define free release
#include "cert/read.c"

#define RECORDED                                        \
    (rte_failed == 0 && error.diag.status == DPC_OK) || \
        (rte_failed == 1 && error.diag.status == DPC_PARSE)

/* The text ends with a zero; what is left of it and the current line are in it; all of the room for
   items, one more than may be needed, stands before it. */
#define ENDED r->end == &memory[MEMORY - 1] && *r->end == 0
#define INSIDE                                                           \
    &memory[MEMORY - 1] - text_length <= r->at <= &memory[MEMORY - 1] && \
        (r->text == \null || &memory[MEMORY - 1] - text_length <= r->text <= &memory[MEMORY - 1])
#define ROOM                                                                                     \
    r->free_item == (dpc_cert_item *)given &&given + (statements + 1) * sizeof(dpc_cert_item) == \
        r->end - text_length

/* What a function changes, and where it may leave the reader: free_item is not read here. */
#define CHANGES                                                                                \
    r->line, r->context_bytes, r->exponents, r->claimed, r->numbers, left, behind, error.line, \
        error.diag.status, rte_failed
#define LEFT left <= text_length && r->at == r->end - left
#define CURRENT behind <= text_length && (r->text == \null || r->text == r->end - behind)

/*@ requires fresh: r->error == &error && error.diag.status == DPC_OK;
    requires readable: length == 0 || \valid_read(text + (0 .. length - 1));
    assigns error.line, error.diag.status, rte_failed \from text[0 .. length - 1];
    assigns \result \from statements;
    ensures recorded: RECORDED;
    ensures counted: \result == statements; */
static size_t scan(reader *r, const char *text, size_t length);

/* The contract of a function that reads lines; more: what it changes besides. */
#define READS_AND(more)                  \
    requires ended : ENDED;              \
    requires inside : INSIDE;            \
    requires room : ROOM;                \
    assigns CHANGES, more \from r->line; \
    assigns r->at, r->text \from r->end; \
    ensures recorded : RECORDED;         \
    ensures left : LEFT;                 \
    ensures current : CURRENT;
#define READS READS_AND(r->line)

/*@ READS */
static void next_line(reader *r);
/*@ READS */
static void read_header(reader *r);
/*@ READS */
static void read_kind(reader *r);
/*@ READS */
static void read_theorem(reader *r);
/*@ READS */
static void read_neighbours(reader *r);
/*@ requires list: r->c->phase.count == 0;
    READS_AND(r->c->phase.count) */
static void read_history(reader *r);
/*@ requires files: r->c->nfiles <= DPC_CERT_MAX_FILES;
    READS_AND(r->c->nfiles)
    ensures files: r->c->nfiles <= DPC_CERT_MAX_FILES; */
static void read_file(reader *r);
/*@ requires list: \valid(list) && list->count == 0;
    READS_AND(list->count) */
static void read_values(reader *r, dpc_cert_items *list, const char *keyword);
/*@ requires list: \valid(list) && list->count == 0;
    READS_AND(list->count) */
static void read_hints(reader *r, dpc_cert_items *list);
/*@ requires list: r->c->claim.count == 0;
    READS_AND(r->c->claim.count) */
static void read_claims(reader *r);
/*@ requires list: r->c->context.count == 0;
    READS_AND(r->c->context.count) */
static void read_context(reader *r);
/*@ READS */
static void read_end(reader *r);

int main(void)
{
    static dpc_certificate c;
    char text[LENGTH];
    (void)any_text(text);
    if (any_bool()) {
        /* larger than a certificate may be: nothing is read */
        text_length = Frama_C_unsigned_long_interval(DPC_MAX_CERTIFICATE + 1, (size_t)-1);
        (void)dpc_cert_read(&c, NULL, text_length, &error);
    } else {
        text_length = any_bool() ? Frama_C_unsigned_long_interval(0, 60) : LENGTH;
        statements = any_bool() ? 1 : DPC_CERT_MAX_STATEMENTS;
        //@ split text_length;
        //@ split statements;
        given = memory + MEMORY - 1 - text_length - (statements + 1) * sizeof(dpc_cert_item);
        (void)dpc_cert_read(&c, text, text_length, &error);
    }
    //@ assert recorded: RECORDED;
    dpc_cert_clear(&c);
    //@ assert cleared: c.buffer == \null;
    return 0;
}
