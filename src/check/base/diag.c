/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "base/diag.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_SHOWN = 160 };

void dpc_diag_reset(dpc_diag *diag)
{
    diag->status = DPC_OK;
    diag->limit = DPC_LIMIT_NONE;
    diag->value = 0;
    diag->text[0] = '\0';
}

void dpc_diag_limit(dpc_diag *diag, dpc_limit limit, uint64_t value)
{
    if (diag->status != DPC_OK)
        return;
    diag->limit = limit;
    diag->value = value;
}

dpc_status dpc_fail_as(dpc_diag *diag, const dpc_diag *why)
{
    if (diag->status == DPC_OK)
        *diag = *why;
    return diag->status;
}

/* Appends to the message, escaped: it may quote foreign names and values, which must not control a
   terminal. */
static void append(dpc_diag *diag, const char *format, va_list args)
{
    char message[DPC_DIAG_BYTES];
    const size_t used = strnlen(diag->text, sizeof diag->text - 1);
    (void)vsnprintf(message, sizeof message, format, args);
    (void)dpc_text_copy_lines(diag->text + used, sizeof diag->text - used, message);
}

static void appendf(dpc_diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void appendf(dpc_diag *diag, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    append(diag, format, args);
    va_end(args);
}

dpc_status dpc_fail(dpc_diag *diag, dpc_status status, const char *format, ...)
{
    if (diag->status != DPC_OK)
        return diag->status;
    diag->status = status;
    va_list args;
    va_start(args, format);
    append(diag, format, args);
    va_end(args);
    return status;
}

/* The line that holds pos, cut to a window around it, with a caret below.  A byte is a column:
   bytes that are not plain ASCII are shown as '?'. */
static void append_line(dpc_diag *diag, const dpc_source *source, size_t start, size_t pos)
{
    size_t end = start;
    while (end < source->len && source->text[end] != '\n')
        end++;
    size_t from = pos > start + LINE_SHOWN / 2 ? pos - LINE_SHOWN / 2 : start;
    size_t to = end > from + LINE_SHOWN ? from + LINE_SHOWN : end;
    appendf(diag, "\n  ");
    for (size_t i = from; i < to; i++) {
        unsigned char c = (unsigned char)source->text[i];
        appendf(diag, "%c", c == '\t' ? ' ' : c < 32 || c > 126 ? '?' : c);
    }
    appendf(diag, "\n  %*s^", (int)(pos - from), "");
}

dpc_status dpc_fail_at(dpc_diag *diag, dpc_status status, const dpc_source *source, uint32_t pos,
                       const char *format, ...)
{
    if (diag->status != DPC_OK)
        return diag->status;
    diag->status = status;
    size_t at = pos < source->len ? pos : source->len, start = 0, line = 1;
    for (size_t i = 0; i < at; i++)
        if (source->text[i] == '\n') {
            line++;
            start = i + 1;
        }
    appendf(diag, "%s:%zu:%zu: ", source->name, line, at - start + 1);
    va_list args;
    va_start(args, format);
    append(diag, format, args);
    va_end(args);
    append_line(diag, source, start, at);
    return status;
}
