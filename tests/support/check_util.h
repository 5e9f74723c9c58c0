/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Functions that the Check suites share. */
#ifndef DPC_CHECK_UTIL_H
#define DPC_CHECK_UTIL_H

#include "lang/tree.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

/* Runs and frees the suite; the value of main: the number of failed tests, at most 100. */
int check_run(Suite *suite);

/* Adds a test case of one test to the suite. */
void check_add(Suite *suite, const TTest *test);

/* Fails unless the text contains the part, and shows both. */
#define check_contains(text, part) \
    ck_assert_msg(strstr((text), (part)) != NULL, "\"%s\" does not contain \"%s\"", (text), (part))

/* ---- random numbers ---- */

/* The seed of a randomized test: DPC_SEED, else the day (UTC), so that a failure can be repeated
   and every day tries other numbers.  Printed. */
uint64_t check_seed(const char *test);
/* DPC_TEST_MULT: how many times longer randomized tests should run; 1 if it is not set. */
unsigned long check_mult(void);
/* The next number of a sequence, all 64 bits; and one below n > 0. */
uint64_t check_random(uint64_t *state);
size_t check_below(uint64_t *state, size_t n);

/* ---- texts ---- */

/* A text that grows; starts as {NULL, 0}.  s is terminated, len does not count the NUL. */
typedef struct {
    char *s;
    size_t len;
} check_text;

void check_append(check_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void check_repeat(check_text *t, const char *part, size_t times);
/* Replaces the cut bytes at a place by nbytes others; cuts fewer if fewer are left. */
void check_splice(check_text *t, size_t at, size_t cut, const char *bytes, size_t nbytes);
void check_clear(check_text *t);

/* ---- theorems ---- */

/* Number of lines before the body in check_theorem. */
enum { CHECK_HEADER_LINES = 6 };

/* A theorem with this id, status proved, adjacency any and the given lines; to be freed. */
char *check_theorem(const char *id, const char *body);

/* A witness that keeps a referee from being searched: 0, or a useless plan. */
#define CHECK_IDLE(is_plan)                                                                  \
    ((is_plan) ? "inversion(theta=1,A=1,K=1,h=1,j0=-1,j1=1,fine=1,coarse=0,strip=1,spread=1,shift=0," \
                 "cut=0,soft=0,core=1,far=0,edge=0)"                                         \
               : "0")

/* Whether two trees are equal, positions in the source aside. */
bool check_same_expr(const dpc_expr *a, const dpc_expr *b);
bool check_same_unit(const dpc_unit *a, const dpc_unit *b);

/* Splits a message of the form name:line:column: text, a line and a caret; fails if it is not one.
   caret: column (from 1) of the caret within the line shown. */
typedef struct {
    unsigned long line, column, caret;
    char text[512], shown[512];
} check_message;
void check_split_message(const char *message, const char *name, check_message *out);

#endif
