/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Tokens. */
#include "check_util.h"
#include "lang/lex.h"

#include <stdio.h>
#include <stdlib.h>

/* All tokens of a text, separated by blanks: names as they are, numbers as #1, texts as "x",
   symbols by the character that stands for them, ends of lines as $. */
static void tokens(char *out, size_t size, const char *text, size_t len, dpc_diag *diag)
{
    dpc_source source = {"t.thm", text, len};
    dpc_lexer lex;
    size_t used = 0;
    out[0] = '\0';
    dpc_diag_reset(diag);
    for (dpc_lex_open(&lex, &source, diag); lex.tok.kind != DPC_TOK_END; dpc_lex_next(&lex)) {
        const dpc_token *t = &lex.tok;
        const char *start = text + t->start;
        ck_assert_uint_le(t->start + t->len, len);
        const char *before = used > 0 ? " " : "";
        int n = (int)t->len;
        int added = t->kind == DPC_TOK_NL ? snprintf(out + used, size - used, "%s$", before)
                    : t->kind == DPC_TOK_NUM
                        ? snprintf(out + used, size - used, "%s#%.*s", before, n, start)
                    : t->kind == DPC_TOK_STRING
                        ? snprintf(out + used, size - used, "%s\"%.*s\"", before, n, start)
                    : t->kind == DPC_TOK_NAME
                        ? snprintf(out + used, size - used, "%s%.*s", before, n, start)
                        : snprintf(out + used, size - used, "%s%c", before, t->symbol);
        used += (size_t)added;
        ck_assert_uint_lt(used, size);
    }
}

START_TEST(test_tokens)
{
    static const struct {
        const char *text, *tokens;
    } table[] = {
        {"", ""},
        {"   \t ", ""},
        {"x", "x"},
        {"_x9 X_ _", "_x9 X_ _"},
        {"\n\n", "$ $"},
        /* numbers: `..` is one token, so 1..n is never 1. */
        {"1..n", "#1 ; n"},
        {"1.5..2.5", "#1.5 ; #2.5"},
        {"0x1..2", "#0x1 ; #2"},
        {"1e5..2", "#1e5 ; #2"},
        {"a..b", "a ; b"},
        {"a .. b", "a ; b"},
        {"1e-5", "#1e-5"},
        {"1E+5", "#1E+5"},
        {"1-5", "#1 - #5"},
        {"0x1.8p-3", "#0x1.8p-3"},
        {"0X1F", "#0X1F"},
        {"0xe-1", "#0xe - #1"},
        {"007", "#007"},
        /* symbols */
        {"+-*/^()[],.:<=>", "+ - * / ^ ( ) [ ] , . : { >"},
        {"<>= <", "< } <"},
        {"<= >= != == ..", "{ } ! ~ ;"},
        {"<==", "{ ="},
        {"===", "~ ="},
        {"= =", "= ="},
        {"< =", "< ="},
        {">=<", "} <"},
        {"...", "; ."},
        {"-x^2", "- x ^ #2"},
        {"a-b", "a - b"},
        {"step[1].eps", "step [ #1 ] . eps"},
        /* texts */
        {"\"\"", "\"\""},
        {"\"a # b \\\"x", "\"a # b \\\" x"},
        /* comments and continued lines */
        {"a # b c \" ( \n d", "a $ d"},
        {"# only", ""},
        {"a \\\n b", "a b"},
        {"a \\\n\\\n b", "a b"},
        {"a # c \\\n b", "a $ b"}, /* a comment ends with its line */
        {"a\\\nb", "a b"},
        {"x\ty", "x y"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char out[256];
        dpc_diag diag;
        tokens(out, sizeof out, table[i].text, strlen(table[i].text), &diag);
        ck_assert_msg(diag.status == DPC_OK, "%s: %s", table[i].text, diag.text);
        ck_assert_msg(strcmp(out, table[i].tokens) == 0, "'%s' gives '%s', not '%s'", table[i].text,
                      out, table[i].tokens);
    }
}
END_TEST

START_TEST(test_errors)
{
    static const char malformed[] = "malformed number";
    static const char printable[] = "only printable ASCII";
    static const char open[] = "not closed on its line";
    static const char meaning[] = "no meaning here";
    static const struct {
        const char *text;
        unsigned long line, column;
        const char *message;
    } table[] = {
        {"1.", 1, 2, malformed},
        {"1.x", 1, 2, malformed},
        {"1.+2", 1, 2, malformed},
        {"1e", 1, 2, malformed},
        {"1e+", 1, 2, malformed},
        {"2x", 1, 2, malformed},
        {"0x", 1, 2, malformed},
        {"0xg", 1, 1, malformed},
        {"0x1.p3", 1, 4, malformed},
        {"0x1p", 1, 4, malformed},
        {"1_000", 1, 2, malformed},
        {"1.5.2", 1, 4, malformed},
        {"a\n  b + 1e\n", 2, 8, malformed},
        {"a \"b", 1, 3, open},
        {"a \"b\nc\"", 1, 3, open},
        {"\"b\\\nc\"", 1, 1, open},
        {"\"caf\xc3\xa9\"", 1, 5, printable},
        {"\"a\tb\"", 1, 3, printable},
        {"\"a\rb\"", 1, 3, printable},
        {"a\r\n", 1, 2, printable},
        {"a # caf\xc3\xa9", 1, 8, printable},
        {"a # bell \a", 1, 10, printable},
        {"\xce\xb5 + 1", 1, 1, printable},
        {"a\x7f", 1, 2, printable},
        {"a \x01", 1, 3, printable},
        {"a ; b", 1, 3, meaning},
        {"a ! b", 1, 3, meaning},
        {"a @", 1, 3, meaning},
        {"{", 1, 1, meaning},
        {"~", 1, 1, meaning},
        {"'", 1, 1, meaning},
        {"a \\ b", 1, 3, meaning},
        {"a \\", 1, 3, meaning},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char out[256];
        dpc_diag diag;
        check_message m;
        tokens(out, sizeof out, table[i].text, strlen(table[i].text), &diag);
        ck_assert_msg(diag.status == DPC_PARSE, "'%s' is read as '%s'", table[i].text, out);
        check_split_message(diag.text, "t.thm", &m);
        check_contains(m.text, table[i].message);
        ck_assert_msg(m.line == table[i].line && m.column == table[i].column, "%s", diag.text);
        ck_assert_msg(m.caret == m.column, "%s", diag.text);
    }
}
END_TEST

/* A NUL byte is a byte like others: an error, not the end. */
START_TEST(test_nul)
{
    static const char text[] = {'a', ' ', '\0', 'b'};
    static const char quoted[] = {'"', 'a', '\0', '"'};
    static const char comment[] = {'#', 'a', '\0', 'b', '\n', 'c'};
    char out[64];
    dpc_diag diag;
    check_message m;
    tokens(out, sizeof out, text, sizeof text, &diag);
    check_split_message(diag.text, "t.thm", &m);
    ck_assert_uint_eq(m.column, 3);
    ck_assert_str_eq(m.shown, "a ?b");
    tokens(out, sizeof out, quoted, sizeof quoted, &diag);
    ck_assert_int_eq(diag.status, DPC_PARSE);
    tokens(out, sizeof out, comment, sizeof comment, &diag);
    ck_assert_int_eq(diag.status, DPC_PARSE);
}
END_TEST

/* Nothing beyond the given length is read: every prefix lexes from a buffer of its own size, where
   a sanitizer would see a read past the end. */
START_TEST(test_prefixes)
{
    static const char text[] = "let x = 0x1.8p-3 + 1.5e-7..n <= \"text\" \\\n # c\n==";
    for (size_t len = 0; len <= strlen(text); len++) {
        char *copy = malloc(len + (len == 0));
        char out[256];
        dpc_diag diag;
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, text, len);
        tokens(out, sizeof out, copy, len, &diag);
        free(copy);
    }
}
END_TEST

/* Hyphens and dots belong to a word only where a theorem id is expected. */
START_TEST(test_id)
{
    static const char text[] = "rdp.closed-eps(a-b";
    dpc_source source = {"t.thm", text, strlen(text)};
    dpc_diag diag = {.status = DPC_OK};
    dpc_lexer lex;
    dpc_lex_open(&lex, &source, &diag);
    ck_assert_uint_eq(lex.tok.len, 3);
    dpc_lex_extend_id(&lex);
    ck_assert_uint_eq(lex.tok.len, 14);
    dpc_lex_next(&lex);
    ck_assert_int_eq(lex.tok.symbol, '(');
    dpc_lex_next(&lex);
    ck_assert_uint_eq(lex.tok.len, 1);
}
END_TEST

START_TEST(test_describe)
{
    static const struct {
        const char *text, *described;
    } table[] = {{"", "the end of the text"},
                 {"\n", "the end of the line"},
                 {"eps", "the name 'eps'"},
                 {"1e-5", "the number 1e-5"},
                 {"\"a\"", "the text \"a\""},
                 {")", "')'"},
                 {"<=", "'<='"},
                 {"..", "'..'"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        dpc_source source = {"t.thm", table[i].text, strlen(table[i].text)};
        dpc_diag diag = {.status = DPC_OK};
        dpc_lexer lex;
        char out[64];
        dpc_lex_open(&lex, &source, &diag);
        dpc_lex_describe(&lex, out, sizeof out);
        ck_assert_str_eq(out, table[i].described);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lex");
    check_add(suite, test_tokens);
    check_add(suite, test_errors);
    check_add(suite, test_nul);
    check_add(suite, test_prefixes);
    check_add(suite, test_id);
    check_add(suite, test_describe);
    return check_run(suite);
}
