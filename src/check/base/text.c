/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Decodes one character of UTF-8; returns its length, or 0 for invalid bytes.  The text ends with
   NUL, which is no continuation byte. */
static size_t decode(const unsigned char *s, uint32_t *c)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t n = s[0] < 0x80             ? 1
                     : (s[0] & 0xe0) == 0xc0 ? 2
                     : (s[0] & 0xf0) == 0xe0 ? 3
                     : (s[0] & 0xf8) == 0xf0 ? 4
                                             : 0;
    if (n == 0)
        return 0;
    *c = n == 1 ? s[0] : s[0] & (0x7fU >> n);
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        *c = *c << 6 | (s[i] & 0x3fU);
    }
    const bool surrogate = *c >= 0xd800 && *c <= 0xdfff;
    return *c >= least[n] && *c <= 0x10ffff && !surrogate ? n : 0;
}

/* Whether a character is visible: not for control characters, line ends, direction marks, and
   characters without a shape. */
static bool is_visible(uint32_t c)
{
    static const uint32_t hidden[][2] = {
        {0, 0x1f},          {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},
        {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},
        {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},
        {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
        {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (c >= hidden[i][0] && c <= hidden[i][1])
            return false;
    return true;
}

size_t dpc_text_next(char piece[DPC_TEXT_PIECE], const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    uint32_t c = s[0];
    const size_t n = decode(s, &c);
    if (n > 0 && is_visible(c)) {
        memcpy(piece, text, n);
        piece[n] = '\0';
    } else if (c == '\n' || c == '\t' || c == '\r')
        (void)snprintf(piece, DPC_TEXT_PIECE, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
    else if (n <= 1)
        (void)snprintf(piece, DPC_TEXT_PIECE, "\\x%02x", (unsigned)s[0]);
    else
        (void)snprintf(piece, DPC_TEXT_PIECE, c <= 0xffff ? "\\u%04x" : "\\U%08x", (unsigned)c);
    return n > 0 ? n : 1;
}

void dpc_text_put(FILE *out, const char *text)
{
    char piece[DPC_TEXT_PIECE];
    while (*text != '\0') {
        text += dpc_text_next(piece, text);
        (void)fputs(piece, out);
    }
}

/* The next character, with a run of blanks taken as one: blanks could move the text after them to
   the start of a line on the terminal. */
static size_t next_of_line(char piece[DPC_TEXT_PIECE], const char *text)
{
    const size_t blanks = strspn(text, " ");
    const size_t n = dpc_text_next(piece, text);
    return blanks > 1 ? blanks : n;
}

enum { ALL, LINES, LINE }; /* what is copied */

static size_t copy(char *out, size_t size, const char *text, int what)
{
    char piece[DPC_TEXT_PIECE];
    size_t used = 0;
    bool full = size == 0;
    if (!full)
        out[0] = '\0';
    while (*text != '\0') {
        if (what == LINES && strncmp(text, "\n  ", 3) == 0) {
            (void)strcpy(piece, "\n");
            text++;
        } else
            text += what == LINE ? next_of_line(piece, text) : dpc_text_next(piece, text);
        const size_t n = strlen(piece);
        full = full || used + n >= size;
        if (!full) {
            memcpy(out + used, piece, n);
            out[used + n] = '\0';
        }
        used += n;
    }
    return used;
}

size_t dpc_text_copy(char *out, size_t size, const char *text)
{
    return copy(out, size, text, ALL);
}

size_t dpc_text_copy_lines(char *out, size_t size, const char *text)
{
    return copy(out, size, text, LINES);
}

size_t dpc_text_copy_line(char *out, size_t size, const char *text)
{
    return copy(out, size, text, LINE);
}
