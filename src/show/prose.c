/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "show/prose.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { MAX_NAME = 64, MAX_DEPTH = 20 };

typedef struct {
    FILE *out;
    const char *start; /* of the text */
    void (*put_name)(void *data, const char *name);
    void *data;
} writer;

static void put_char(FILE *out, char c)
{
    if (strchr("#$%&_{}", c) != NULL)
        (void)fprintf(out, "\\%c", c);
    else if (strchr("\\~^<>|", c) != NULL)
        (void)fprintf(out, "\\text%s{}",
                      c == '\\'  ? "backslash"
                      : c == '~' ? "asciitilde"
                      : c == '^' ? "asciicircum"
                      : c == '<' ? "less"
                      : c == '>' ? "greater"
                                 : "bar");
    else
        (void)fputc(c, out);
}

void dpc_prose_plain(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        put_char(out, *text);
}

/* ---- words and symbols ---- */

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) != 0;
}

static bool is_word_char(char c)
{
    return isalnum((unsigned char)c) != 0 || c == '_';
}

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (is_word_char(s[n]))
        n++;
    return n;
}

/* Length of the parenthesised group at s, 0 if it is not closed. */
static size_t group_length(const char *s)
{
    int depth = 0;
    for (size_t i = 0; s[i] != '\0'; i++) {
        depth += (s[i] == '(') - (s[i] == ')');
        if (depth == 0)
            return i + 1;
    }
    return 0;
}

static bool begins(const char *s, const char *with)
{
    return strncmp(s, with, strlen(with)) == 0;
}

/* The letters at the start of a name: `eps` of eps_out, `L` of L2. */
static bool is_greek(const char *s, size_t length)
{
    static const char *const letters[] = {"eps", "alpha", "beta",  "gamma",  "delta", "zeta",
                                          "eta", "theta", "kappa", "lambda", "mu",    "nu",
                                          "xi",  "pi",    "rho",   "sigma",  "tau",   "phi",
                                          "chi", "psi",   "omega", "Lambda", "Omega"};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (strlen(letters[i]) == length && memcmp(letters[i], s, length) == 0)
            return true;
    return false;
}

/* `a` and `A` are articles more often than names. */
static bool is_article(const char *s)
{
    if (s[0] != 'a' && s[0] != 'A')
        return false;
    if (begins(s + 1, " and ") && is_letter(s[6]) && !is_word_char(s[7]))
        return false; /* a and b */
    return s[1] == ' ' && !begins(s + 1, " = ") && !begins(s + 1, " <") && !begins(s + 1, " >");
}

/* Whether the word at s is a mathematical name: a Greek letter or a single letter, perhaps with
   digits or an index. */
static bool is_symbol(const writer *w, const char *s, size_t length)
{
    const char before = s == w->start ? ' ' : s[-1];
    if (is_word_char(before) || before == '.' || before == '\'' || length >= MAX_NAME)
        return false;
    if (s[length] == '.' && is_letter(s[length + 1]))
        return false; /* an id */
    size_t letters = 0;
    while (is_letter(s[letters]))
        letters++;
    if (is_greek(s, letters))
        return true;
    const bool appendix = s - w->start >= 8 && begins(s - 8, "ppendix ");
    return letters == 1 && s[0] != 'I' && !(length == 1 && is_article(s)) && !appendix;
}

/* ---- mathematics ---- */

static void put_math(const writer *w, const char *s, size_t length, int depth);

static void put_symbol(const writer *w, const char *s, size_t length)
{
    char name[MAX_NAME];
    (void)memcpy(name, s, length);
    name[length] = '\0';
    w->put_name(w->data, name);
}

/* Length of the exponent after a '^': a word, a number or a group, perhaps with a sign. */
static size_t exponent_length(const char *s)
{
    const size_t sign = s[0] == '-';
    const size_t rest = s[sign] == '(' ? group_length(s + sign) : word_length(s + sign);
    return rest > 0 ? sign + rest : 0;
}

/* ^{exponent}, without the parentheses around it. */
static void put_exponent(const writer *w, const char *s, size_t length, int depth)
{
    const bool group = s[0] == '(' && s[length - 1] == ')';
    (void)fputs("^{", w->out);
    put_math(w, s + group, length - 2 * (size_t)group, depth + 1);
    (void)fputs("}", w->out);
}

/* The relation or operator at s in LaTeX, or NULL; *length: its characters in s. */
static const char *relation(const char *s, size_t *length)
{
    *length = 2;
    if (begins(s, ">="))
        return "\\ge ";
    if (begins(s, "<="))
        return "\\le ";
    if (begins(s, "->"))
        return "\\to ";
    *length = 1;
    return s[0] == '<' ? "<" : s[0] == '>' ? ">" : s[0] == '*' ? "\\cdot " : NULL;
}

/* Functions whose names TeX sets upright. */
static bool is_operator(const char *s, size_t length)
{
    return length == 3 &&
           (begins(s, "log") || begins(s, "exp") || begins(s, "max") || begins(s, "min"));
}

/* sqrt(...) at s: its length, or 0. */
static size_t root_length(const char *s)
{
    const size_t group = begins(s, "sqrt(") ? group_length(s + 4) : 0;
    return group > 0 ? 4 + group : 0;
}

/* One piece of a formula at s, within math mode; returns its length. */
static size_t put_piece(const writer *w, const char *s, int depth)
{
    const size_t root = root_length(s), word = is_letter(s[0]) ? word_length(s) : 0;
    const size_t exponent = s[0] == '^' ? exponent_length(s + 1) : 0;
    size_t length;
    const char *sign = relation(s, &length);
    if (root > 0) {
        (void)fputs("\\sqrt{", w->out);
        put_math(w, s + 5, root - 6, depth + 1);
        (void)fputs("}", w->out);
        return root;
    }
    if (word > 0 && word < MAX_NAME) {
        if (is_operator(s, word))
            (void)fprintf(w->out, "\\%.*s ", (int)word, s);
        else
            put_symbol(w, s, word);
        return word;
    }
    if (exponent > 0) {
        put_exponent(w, s + 1, exponent, depth);
        return 1 + exponent;
    }
    if (sign != NULL)
        (void)fputs(sign, w->out);
    else
        put_char(w->out, *s);
    return length;
}

/* A formula of length bytes, within math mode. */
static void put_math(const writer *w, const char *s, size_t length, int depth)
{
    for (const char *end = s + length; s < end && depth < MAX_DEPTH;)
        s += put_piece(w, s, depth);
}

/* ---- prose ---- */

/* Length of the unmistakable formula at s: a symbol, a root, a power, a relation, a minus between
   blanks; 0 if there is none. */
static size_t formula_length(const writer *w, const char *s)
{
    const size_t word = word_length(s);
    size_t n = root_length(s);
    if (n == 0 && word > 0 && is_symbol(w, s, word))
        n = word;
    else if (n == 0 && s[0] == ')' && s[1] == '^')
        n = 1;
    else if (n == 0 && relation(s, &n) == NULL)
        n = begins(s, "- ") && s > w->start && s[-1] == ' ' ? 1 : 0;
    for (size_t more; n > 0 && s[n] == '^' && (more = exponent_length(s + n + 1)) > 0;)
        n += 1 + more;
    return n;
}

static size_t number_length(const char *s)
{
    size_t n = strspn(s, "0123456789");
    if (n > 0 && s[n] == '.')
        n += 1 + strspn(s + n + 1, "0123456789");
    return n > 0 && s[n - 1] == '.' ? n - 1 : n; /* the end of a sentence */
}

/* As formula_length, including operands joined by operators: `alpha = 1 + sqrt(x)`, `rho T`. */
static size_t run_length(const writer *w, const char *s)
{
    static const char joints[] = " =+/<>*-";
    if (s - w->start >= 2 && s[-1] == '-' && is_letter(s[-2]))
        return 0; /* the end of a word with a hyphen */
    size_t n = formula_length(w, s);
    while (n > 0) {
        const size_t joint = strspn(s + n, joints), blanks = strspn(s + n, " ");
        const char *next = s + n + joint;
        size_t operand = joint > 0 ? formula_length(w, next) : 0;
        if (operand == 0 && joint > blanks)
            operand = number_length(next);
        if (operand == 0 || (joint == blanks && blanks > 1))
            break;
        n += joint + operand;
    }
    return n;
}

void dpc_prose_latex(FILE *out, const char *text, void (*put_name)(void *data, const char *name),
                     void *data)
{
    static const char renyi[] = "Renyi";
    const writer w = {out, text, put_name, data};
    for (const char *s = text; *s != '\0';) {
        const size_t formula = run_length(&w, s), word = word_length(s);
        if (formula > 0) {
            (void)fputs("$", out);
            put_math(&w, s, formula, 0);
            (void)fputs("$", out);
            s += formula;
        } else if (begins(s, renyi)) {
            (void)fputs("R\\'enyi", out);
            s += sizeof renyi - 1;
        } else if (*s == '\'' && (s == text || s[-1] == ' ')) { /* opens a quotation */
            (void)fputc('`', out);
            s++;
        } else /* a whole word: its letters are not symbols */
            for (size_t n = word > 0 ? word : 1; n > 0; n--)
                put_char(out, *s++);
    }
}
