/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Formulas in MathML Core, which browsers show without scripts.  The output is well-formed XML:
   characters beyond ASCII are numeric references. */
#include "show/math.h"

#include <string.h>

void dpc_html_text(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        switch (text[i]) {
        case '&':
            (void)fputs("&amp;", out);
            break;
        case '<':
            (void)fputs("&lt;", out);
            break;
        case '>':
            (void)fputs("&gt;", out);
            break;
        case '"':
            (void)fputs("&quot;", out);
            break;
        case '\'':
            (void)fputs("&#39;", out);
            break;
        default: /* XML excludes most control characters; bytes above 126 are not text here */
            (void)fputc((text[i] >= ' ' && text[i] < 127) || text[i] == '\n' ? text[i] : '?', out);
            break;
        }
}

static void write_part(FILE *out, const char *s, size_t len)
{
    unsigned code;
    if (dpc_math_greek(s, len, &code) != NULL) {
        (void)fprintf(out, "<mi>&#%u;</mi>", code);
        return;
    }
    const char *tag = dpc_math_is_number(s, len) ? "mn" : "mi";
    (void)fprintf(out, "<%s>", tag);
    dpc_html_text(out, s, len);
    (void)fprintf(out, "</%s>", tag);
}

static void write_number(FILE *out, const char *text)
{
    const dpc_math_literal n = dpc_math_read(text);
    if (n.length > 0) {
        (void)fputs("<mn>", out);
        dpc_html_text(out, text, (size_t)n.length);
        (void)fputs("</mn>", out);
    }
    if (n.exponent == NULL)
        return;
    if (n.length > 0)
        (void)fputs("<mo>&#8901;</mo>", out);
    (void)fprintf(out, "<msup><mn>10</mn><mrow>%s<mn>", n.negative ? "<mo>&#8722;</mo>" : "");
    dpc_html_text(out, n.exponent, strlen(n.exponent));
    (void)fputs("</mn></mrow></msup>", out);
}

static void write_source(FILE *out, const char *text)
{
    (void)fputs("<mtext>", out);
    dpc_html_text(out, text, strlen(text));
    (void)fputs("</mtext>", out);
}

static void write_big(FILE *out, const char *name, bool over, bool end)
{
    const char *tag = over ? "munderover" : "munder";
    if (end)
        (void)fprintf(out, "</mrow></%s>", tag);
    else if (strcmp(name, "sum") == 0 || strcmp(name, "prod") == 0 || strcmp(name, "integral") == 0)
        (void)fprintf(out, "<%s><mo>&#%d;</mo><mrow>", tag,
                      name[0] == 's'   ? 8721
                      : name[0] == 'p' ? 8719
                                       : 8747);
    else
        (void)fprintf(out, "<%s><mi>%s</mi><mrow>", tag, name);
}

const dpc_math_dialect dpc_mathml = {
    .token =
        {
            [M_PLUS] = "<mo>+</mo>",
            [M_MINUS] = "<mo>&#8722;</mo>",
            [M_NEG] = "<mo form=\"prefix\">&#8722;</mo>",
            [M_TIMES] = "<mo>&#8290;</mo><mspace width=\"0.17em\"/>", /* an invisible product */
            [M_DOT] = "<mo>&#8901;</mo>",
            [M_SLASH] = "<mo>/</mo>",
            [M_COMMA] = "<mo>,</mo><mspace width=\"0.2em\"/>",
            [M_DOTS] = "<mo>,</mo><mo>&#8230;</mo><mo>,</mo>",
            [M_POINT] = "<mo lspace=\"0\" rspace=\"0\">.</mo>",
            [M_UNDERSCORE] = "<mi>_</mi>",
            [M_AND] = "<mtext>&#160;and&#160;</mtext>",
            [M_OR] = "<mtext>&#160;or&#160;</mtext>",
            [M_NOT] = "<mtext>not&#160;</mtext>",
            [M_LT] = "<mo>&lt;</mo>",
            [M_GT] = "<mo>&gt;</mo>",
            [M_LE] = "<mo>&#8804;</mo>",
            [M_GE] = "<mo>&#8805;</mo>",
            [M_NE] = "<mo>&#8800;</mo>",
            [M_EQ] = "<mo>=</mo>",
            [M_IN] = "<mo>&#8712;</mo>",
            [M_MAPSTO] = "<mo>&#8614;</mo>",
            [M_FRAC] = "<mfrac><mrow>",
            [M_FRAC_OVER] = "</mrow><mrow>",
            [M_FRAC_END] = "</mrow></mfrac>",
            [M_POW] = "<msup><mrow>",
            [M_POW_UP] = "</mrow><mrow>",
            [M_POW_END] = "</mrow></msup>",
            [M_E_POW] = "<msup><mi>e</mi><mrow>",
            [M_SUB] = "<msub>",
            [M_SUB_DOWN] = "<mrow>",
            [M_SUB_NEXT] = "<mo>,</mo>",
            [M_SUB_END] = "</mrow></msub>",
            [M_SQRT] = "<msqrt><mrow>",
            [M_SQRT_END] = "</mrow></msqrt>",
            [M_BINOM] = "<mrow><mo>(</mo><mfrac linethickness=\"0\"><mrow>",
            [M_BINOM_OVER] = "</mrow><mrow>",
            [M_BINOM_END] = "</mrow></mfrac><mo>)</mo></mrow>",
            [M_CASES] = "<mrow><mo>{</mo><mtable class=\"cases\"><mtr><mtd>",
            [M_CASES_IF] = "</mtd><mtd><mtext>if&#160;</mtext>",
            [M_CASES_NEXT] = "</mtd></mtr><mtr><mtd>",
            [M_CASES_END] = "</mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>",
            [M_ITERATE] = "<msup><mrow><mo>(</mo>",
            [M_ITERATE_UP] = "<mo>)</mo></mrow><mrow><mo>&#8728;</mo>",
            [M_EXP] = "<mi>exp</mi><mo>&#8289;</mo>",
            [M_LOG] = "<mi>log</mi><mo>&#8289;</mo>",
            [M_MIN] = "<mi>min</mi>",
            [M_MAX] = "<mi>max</mi>",
            [M_ONE_PLUS] = "<mn>1</mn><mo>+</mo>",
            [M_MINUS_ONE] = "<mo>&#8722;</mo><mn>1</mn>",
            [M_D] = "<mspace width=\"0.17em\"/><mi mathvariant=\"normal\">d</mi>",
            [M_BIG_UPPER] = "</mrow><mrow>",
            [M_LEFT] = "",
            [M_RIGHT] = "",
            [M_PAREN] = "<mrow><mo>(</mo>",
            [M_PAREN_END] = "<mo>)</mo></mrow>",
            [M_BRACE] = "<mrow><mo>{</mo>",
            [M_BRACE_END] = "<mo>}</mo></mrow>",
            [M_BAR] = "<mrow><mo>|</mo>",
            [M_BAR_END] = "<mo>|</mo></mrow>",
            [M_FLOOR] = "<mrow><mo>&#8970;</mo>",
            [M_FLOOR_END] = "<mo>&#8971;</mo></mrow>",
            [M_CEIL] = "<mrow><mo>&#8968;</mo>",
            [M_CEIL_END] = "<mo>&#8969;</mo></mrow>",
            [M_POS] = "<msub><mrow><mo>(</mo>",
            [M_POS_END] = "<mo>)</mo></mrow><mo>+</mo></msub>",
        },
    .part = write_part,
    .number = write_number,
    .source = write_source,
    .big = write_big,
};
