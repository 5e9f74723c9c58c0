/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "mutate.h"

#include "check_util.h"

#include <ctype.h>
#include <stdlib.h>

const char *const mutation_names[MUTATIONS] = {
    "claim", "relation", "param",     "witness", "text",   "kind", "revision",
    "order", "truncate", "duplicate", "delete",  "append", "byte"};

bool mutation_is_fatal(mutation how)
{
    return how == MUTATE_RELATION || (how >= MUTATE_TEXT && how <= MUTATE_APPEND);
}

/* A piece of the text. */
typedef struct {
    size_t at, length;
} piece;

/* The text with a piece replaced. */
static char *replaced(const char *text, piece old, const char *with, size_t length)
{
    const size_t rest = strlen(text) - old.at - old.length;
    char *out = malloc(old.at + length + rest + 1);
    ck_assert_ptr_nonnull(out);
    memcpy(out, text, old.at);
    memcpy(out + old.at, with, length);
    memcpy(out + old.at + length, text + old.at + old.length, rest + 1);
    return out;
}

/* A random line that begins with this text, without its newline; length 0 if there is none. */
static piece random_line(const char *text, const char *start, uint64_t *state)
{
    piece found = {0, 0};
    size_t seen = 0;
    for (const char *s = text; *s != '\0';) {
        const size_t n = strcspn(s, "\n");
        if (strncmp(s, start, strlen(start)) == 0 && check_below(state, ++seen) == 0)
            found = (piece){(size_t)(s - text), n};
        s += n + (s[n] == '\n');
    }
    return found;
}

static bool is_context(const char *text, piece line)
{
    return strncmp(text + line.at, "context ", 8) == 0;
}

/* Changes one digit of the last field of a line. */
static char *change_digit(const char *text, piece line, uint64_t *state)
{
    if (line.length == 0)
        return NULL;
    size_t start = line.at + line.length, digits[256], n = 0;
    while (text[start - 1] != ' ')
        start--;
    for (size_t i = start; i < line.at + line.length && n < 256; i++)
        if (isdigit((unsigned char)text[i]))
            digits[n++] = i;
    if (n == 0)
        return NULL;
    const size_t at = digits[check_below(state, n)];
    const char digit = (char)('0' + check_below(state, 10));
    return digit == text[at] ? NULL : replaced(text, (piece){at, 1}, &digit, 1);
}

static char *change_relation(const char *text, uint64_t *state)
{
    const piece line = random_line(text, "claim ", state);
    const size_t at = line.at + strcspn(text + line.at, "<>");
    const char other = text[at] == '<' ? '>' : '<';
    return replaced(text, (piece){at, 1}, &other, 1);
}

static char *change_text(const char *text, uint64_t *state)
{
    const piece line = random_line(text, "|", state);
    if (line.length < 2)
        return NULL;
    const size_t at = line.at + 1 + check_below(state, line.length - 1);
    const char other = (char)(32 + check_below(state, 95));
    return other == text[at] ? NULL : replaced(text, (piece){at, 1}, &other, 1);
}

static char *change_kind(const char *text, uint64_t *state)
{
    static const char *const kinds[] = {"kind guarantee", "kind lower", "kind value",
                                        "kind refutation"};
    const piece line = random_line(text, "kind ", state);
    const char *other = kinds[check_below(state, 4)];
    return strlen(other) == line.length && strncmp(other, text + line.at, line.length) == 0
               ? NULL
               : replaced(text, line, other, strlen(other));
}

static char *change_order(const char *text, uint64_t *state)
{
    const piece line = random_line(text, "", state);
    const char *next = text + line.at + line.length + 1;
    const size_t n = text[line.at + line.length] == '\n' ? strcspn(next, "\n") : 0;
    const piece after = {line.at + line.length + 1, n};
    if (n == 0 || line.length == 0 || (is_context(text, line) && is_context(text, after)) ||
        (n == line.length && strncmp(next, text + line.at, n) == 0))
        return NULL;
    char *swapped = malloc(line.length + n + 2);
    ck_assert_ptr_nonnull(swapped);
    memcpy(swapped, next, n);
    swapped[n] = '\n';
    memcpy(swapped + n + 1, text + line.at, line.length);
    char *out = replaced(text, (piece){line.at, line.length + 1 + n}, swapped, line.length + 1 + n);
    free(swapped);
    return out;
}

static char *copy_line(const char *text, uint64_t *state, bool twice)
{
    piece line = random_line(text, "", state);
    if (is_context(text, line))
        return NULL;
    line.length++; /* with its newline */
    return twice ? replaced(text, (piece){line.at, 0}, text + line.at, line.length)
                 : replaced(text, line, "", 0);
}

static char *insert_byte(const char *text, uint64_t *state)
{
    const char byte = (char)(check_below(state, 4) == 0 ? 1 + check_below(state, 254)
                                                        : 32 + check_below(state, 95));
    return replaced(text, (piece){check_below(state, strlen(text)), 0}, &byte, 1);
}

char *mutate(const char *text, mutation how, uint64_t *state)
{
    const size_t length = strlen(text);
    switch (how) {
    case MUTATE_CLAIM:
        return change_digit(text, random_line(text, "claim ", state), state);
    case MUTATE_RELATION:
        return change_relation(text, state);
    case MUTATE_PARAM:
        return change_digit(text, random_line(text, "param ", state), state);
    case MUTATE_WITNESS:
        return change_digit(text, random_line(text, "choose ", state), state);
    case MUTATE_TEXT:
        return change_text(text, state);
    case MUTATE_KIND:
        return change_kind(text, state);
    case MUTATE_REVISION:
        return change_digit(text, random_line(text, "theorem ", state), state);
    case MUTATE_ORDER:
        return change_order(text, state);
    case MUTATE_TRUNCATE: {
        const size_t at = check_below(state, length);
        return replaced(text, (piece){at, length - at}, "", 0);
    }
    case MUTATE_DUPLICATE:
        return copy_line(text, state, true);
    case MUTATE_DELETE:
        return copy_line(text, state, false);
    case MUTATE_APPEND: {
        static const char *const tails[] = {"\n", " ", "end\n", "x", "context more\n", "\r\n"};
        const char *tail = tails[check_below(state, 6)];
        return replaced(text, (piece){length, 0}, tail, strlen(tail));
    }
    default:
        return insert_byte(text, state);
    }
}
