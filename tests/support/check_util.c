/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "check_util.h"
#include "dpcert.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Check's limit of four seconds of wall-clock time would let a test fail because of other programs
   on the machine; make sets a limit of processor time instead, see Makefile.am. */
__attribute__((constructor)) static void no_limit_on_the_clock(void)
{
    (void)setenv("CK_DEFAULT_TIMEOUT", "0", 1);
}

int check_run(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    dpc_thread_cleanup(); /* FLINT's caches would look like a leak */
    return failed < 100 ? failed : 100;
}

void check_add(Suite *suite, const TTest *test)
{
    TCase *tcase = tcase_create(test->name);
    tcase_add_test(tcase, test);
    suite_add_tcase(suite, tcase);
}

uint64_t check_seed(const char *test)
{
    const char *given = getenv("DPC_SEED");
    const uint64_t day = (uint64_t)time(NULL) / 86400;
    uint64_t seed = given != NULL && given[0] != '\0' ? strtoull(given, NULL, 0) : day * 1000003u;
    printf("%s: DPC_SEED=%" PRIu64 "\n", test, seed);
    (void)fflush(stdout);
    return seed;
}

unsigned long check_mult(void)
{
    const char *given = getenv("DPC_TEST_MULT");
    unsigned long mult = given != NULL ? strtoul(given, NULL, 10) : 1;
    return mult > 0 ? mult : 1;
}

/* splitmix64 */
uint64_t check_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

size_t check_below(uint64_t *state, size_t n)
{
    return (size_t)(check_random(state) % n);
}

void check_splice(check_text *t, size_t at, size_t cut, const char *bytes, size_t nbytes)
{
    ck_assert_uint_le(at, t->len);
    cut = cut < t->len - at ? cut : t->len - at;
    size_t len = t->len - cut + nbytes;
    char *s = realloc(t->s, (len > t->len ? len : t->len) + 1);
    ck_assert_ptr_nonnull(s);
    memmove(s + at + nbytes, s + at + cut, t->len - at - cut);
    if (nbytes > 0)
        memcpy(s + at, bytes, nbytes);
    s[len] = '\0';
    t->s = s;
    t->len = len;
}

void check_append(check_text *t, const char *format, ...)
{
    char part[1024];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(part, sizeof part, format, args);
    va_end(args);
    ck_assert(len >= 0 && (size_t)len < sizeof part);
    check_splice(t, t->len, 0, part, (size_t)len);
}

void check_repeat(check_text *t, const char *part, size_t times)
{
    size_t len = strlen(part);
    char *s = realloc(t->s, t->len + len * times + 1);
    ck_assert_ptr_nonnull(s);
    for (size_t i = 0; i < times; i++)
        for (size_t k = 0; k < len; k++)
            s[t->len++] = part[k];
    s[t->len] = '\0';
    t->s = s;
}

void check_clear(check_text *t)
{
    free(t->s);
    *t = (check_text){NULL, 0};
}

char *check_theorem(const char *id, const char *body)
{
    static const char format[] = "theorem   %s\n"
                                 "revision  1\n"
                                 "title     \"A theorem for a test\"\n"
                                 "cite      nobody \"nowhere\"\n"
                                 "status    proved paper\n"
                                 "adjacency any\n"
                                 "%s";
    size_t size = sizeof format + strlen(id) + strlen(body);
    char *text = malloc(size);
    ck_assert_ptr_nonnull(text);
    (void)snprintf(text, size, format, id, body);
    return text;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

bool check_same_expr(const dpc_expr *a, const dpc_expr *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (a->kind != b->kind || a->nargs != b->nargs || !same_text(a->name, b->name) ||
        !same_text(a->field, b->field) || !same_text(a->var, b->var) ||
        !same_text(a->text, b->text) || !same_text(a->ops, b->ops) ||
        !check_same_expr(a->where, b->where))
        return false;
    for (size_t i = 0; i < a->nargs; i++)
        if (!check_same_expr(a->arg[i], b->arg[i]))
            return false;
    return true;
}

static bool same_type(const dpc_type *a, const dpc_type *b)
{
    if (a->kind != b->kind || a->nmembers != b->nmembers || !same_text(a->plan, b->plan))
        return false;
    for (size_t i = 0; i < a->nmembers; i++)
        if (!same_text(a->member[i], b->member[i]) || a->member_type[i] != b->member_type[i])
            return false;
    return true;
}

static bool same_stmt(const dpc_stmt *a, const dpc_stmt *b)
{
    if (a->kind != b->kind || a->nargs != b->nargs || a->rel != b->rel ||
        !same_text(a->name, b->name) || !same_text(a->word, b->word) ||
        !same_text(a->text, b->text) || !same_type(&a->type, &b->type) ||
        !check_same_expr(a->lo, b->lo) || !check_same_expr(a->hi, b->hi) ||
        !check_same_expr(a->expr, b->expr) || !check_same_expr(a->where, b->where))
        return false;
    for (size_t i = 0; i < a->nargs; i++)
        if (!same_text(a->arg[i].name, b->arg[i].name) ||
            !same_type(&a->arg[i].type, &b->arg[i].type) ||
            !same_text(a->arg[i].text, b->arg[i].text) ||
            !check_same_expr(a->arg[i].where, b->arg[i].where) ||
            !check_same_expr(a->arg[i].value, b->arg[i].value))
            return false;
    return true;
}

bool check_same_unit(const dpc_unit *a, const dpc_unit *b)
{
    const dpc_stmt *s = a->first, *t = b->first;
    while (s != NULL && t != NULL && same_stmt(s, t)) {
        s = s->next;
        t = t->next;
    }
    return s == NULL && t == NULL && a->is_prelude == b->is_prelude && a->status == b->status &&
           a->revision == b->revision && same_text(a->id, b->id) && same_text(a->title, b->title) &&
           a->basis == b->basis && a->adjacency == b->adjacency && same_text(a->method, b->method);
}

/* Copies one line without its newline; returns what follows, NULL after the last line. */
static const char *copy_line(char *out, size_t size, const char *s)
{
    size_t len = strcspn(s, "\n");
    ck_assert_msg(len < size, "a line of %zu characters in a message", len);
    memcpy(out, s, len);
    out[len] = '\0';
    return s[len] == '\n' ? s + len + 1 : NULL;
}

void check_split_message(const char *message, const char *name, check_message *out)
{
    size_t len = strlen(name);
    char *end = NULL;
    bool formed = strncmp(message, name, len) == 0 && message[len] == ':';
    out->line = formed ? strtoul(message + len + 1, &end, 10) : 0;
    formed = formed && *end == ':';
    out->column = formed ? strtoul(end + 1, &end, 10) : 0;
    formed = formed && strncmp(end, ": ", 2) == 0 && out->line > 0 && out->column > 0;
    ck_assert_msg(formed, "not of the form %s:line:column: text: %s", name, message);
    char caret[512];
    const char *rest = copy_line(out->text, sizeof out->text, end + 2);
    ck_assert_msg(rest != NULL, "the line is not shown: %s", message);
    rest = copy_line(out->shown, sizeof out->shown, rest);
    ck_assert_msg(rest != NULL, "there is no caret: %s", message);
    rest = copy_line(caret, sizeof caret, rest);
    ck_assert_msg(rest == NULL, "something follows the caret: %s", message);
    ck_assert_msg(strncmp(out->shown, "  ", 2) == 0, "the line is not indented: %s", message);
    memmove(out->shown, out->shown + 2, strlen(out->shown) - 1);
    size_t blanks = strspn(caret, " ");
    ck_assert_msg(blanks >= 2 && strcmp(caret + blanks, "^") == 0, "no caret: %s", message);
    out->caret = blanks - 1;
}
