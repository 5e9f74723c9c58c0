/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Random theorems, statement by statement. */
#include "generate_tree.h"

#include "check_util.h"
#include "base/rational.h"
#include "query/canonical.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const gen_part_names[GEN_PARTS] = {
    "list",         "enum",    "choose", "require",      "condition",   "def",  "array", "use",
    "referee",      "if",      "fold",   "fold in list", "iterate",     "inf",  "sup",   "integral",
    "nested range", "prelude", "method", "binom",        "ceil, floor", "power"};

enum { TRIES = 8, REF_STEPS = 20000, DEPTH = 4, MAX_INPUTS = 2000 };

typedef struct {
    gen g;
    FILE *text;
    char last; /* relation of the statement that was printed last */
} maker;

/* ---- small things ---- */

size_t gen_below(gen *g, size_t n)
{
    return check_below(&g->state, n);
}

bool gen_chance(gen *g, size_t percent)
{
    return check_below(&g->state, 100) < percent;
}

const char *gen_textf(gen *g, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *kept = n >= 0 ? dpc_arena_strndup(&g->out->arena, text, strlen(text)) : NULL;
    if (kept == NULL)
        abort();
    return kept;
}

const char *gen_name(gen *g, char letter)
{
    return gen_textf(g, "%c%u", letter, ++g->names);
}

void gen_bind(gen *g, gen_var var)
{
    if (g->nvars < GEN_MAX_VARS)
        g->var[g->nvars++] = var;
}

static void *need(gen *g, size_t size)
{
    void *p = dpc_arena_alloc(&g->out->arena, size);
    if (p == NULL)
        abort();
    return p;
}

static dpc_stmt *statement(gen *g, dpc_stmt_kind kind, const char *name)
{
    dpc_stmt *s = need(g, sizeof *s);
    s->kind = kind;
    s->name = name;
    return s;
}

/* ---- inputs ---- */

static ref_input *add_input(gen *g, const char *name)
{
    ref_inputs *all = &g->out->inputs; /* which the second evaluator points into */
    if (all->input == NULL)
        all->input = calloc(MAX_INPUTS, sizeof *all->input);
    if (all->input == NULL || all->count == MAX_INPUTS)
        abort();
    ref_input *in = &all->input[all->count++];
    *in = (ref_input){.name = name};
    return in;
}

static void set_numbers(ref_input *in, size_t n)
{
    in->value = calloc(n + 1, sizeof *in->value);
    if (in->value == NULL)
        abort();
    for (size_t i = 0; i <= n; i++)
        mpq_init(in->value[i]);
}

static void parse_number(mpq_t q, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    if (dpc_rational_parse(q, text, strlen(text), "", &diag) != DPC_OK)
        abort();
}

static void free_input(ref_input *in)
{
    const size_t n = in->is_list ? in->records * in->fields : 1;
    for (size_t i = 0; i <= n; i++)
        mpq_clear(in->value[i]);
    free(in->value);
}

/* Forgets the inputs from a place on. */
static void cut_inputs(gen *g, size_t count)
{
    while (g->out->inputs.count > count)
        free_input(&g->out->inputs.input[--g->out->inputs.count]);
}

static void add_number(gen *g, const char *name, const char *text)
{
    ref_input *in = add_input(g, name);
    set_numbers(in, 1);
    parse_number(in->value[0], text);
}

/* ---- accepting statements ---- */

/* Prints a statement that the second evaluator accepts; now and then one that it refuses. */
static bool accept_if(maker *m, const dpc_stmt *s, bool anyway)
{
    if (ref_statement(&m->g.ref, s) != REF_OK && !anyway && !gen_chance(&m->g, 1))
        return false;
    char *line = dpc_print_stmt(s);
    if (line == NULL)
        abort();
    (void)fprintf(m->text, "%s\n", line);
    m->last = s->rel;
    free(line);
    return true;
}

static bool accept(maker *m, const dpc_stmt *s)
{
    return accept_if(m, s, false);
}

/* ---- parameters ---- */

static void param_number(maker *m, bool whole, dpc_stmt_kind kind)
{
    gen *g = &m->g;
    static const char *const meanings[] = {"eps", "delta", "sigma", "x", "q", "alpha"};
    const char *name = gen_name(g, whole ? 'n' : kind == DPC_S_PARAM ? 'p' : 'c');
    const char *value = gen_suitable_text(g, whole ? "n" : meanings[gen_below(g, 6)], whole);
    dpc_stmt *s = statement(g, kind, name);
    s->type.kind = whole ? DPC_T_INT : DPC_T_REAL;
    const size_t inputs = g->out->inputs.count;
    add_number(g, name, value);
    const bool negative = value[0] == '-';
    if (gen_chance(g, 60))
        s->where = gen_compare(g, negative ? "{" : "}", gen_named(g, name), gen_number(g, "0"));
    if (gen_chance(g, 20) && g->nvars > 0)
        s->where = gen_condition(g, 1);
    if (!accept(m, s)) {
        cut_inputs(g, inputs);
        return;
    }
    gen_bind(g, (gen_var){.kind = whole ? V_INT : V_REAL, .name = name});
    g->witnesses = g->witnesses || kind == DPC_S_CHOOSE;
    if (kind == DPC_S_CHOOSE)
        g->parts |= UINT32_C(1) << GEN_CHOOSE;
}

static void param_enum(maker *m)
{
    gen *g = &m->g;
    dpc_stmt *s = statement(g, DPC_S_PARAM, gen_name(g, 'm'));
    s->type.kind = DPC_T_ENUM;
    s->type.nmembers = 2 + gen_below(g, 2);
    s->type.member = need(g, s->type.nmembers * sizeof *s->type.member);
    s->type.member_type = need(g, s->type.nmembers * sizeof *s->type.member_type);
    for (size_t i = 0; i < s->type.nmembers; i++)
        s->type.member[i] = gen_name(g, 'v');
    add_number(g, s->name, gen_textf(g, "%zu", gen_below(g, s->type.nmembers)));
    (void)accept(m, s);
    gen_bind(g, (gen_var){.kind = V_ENUM, .name = s->name, .type = &s->type});
    g->parts |= UINT32_C(1) << GEN_ENUM;
}

/* "[(1,2),(3,4)]" */
static void parse_records(ref_input *in, const char *text)
{
    size_t n = 0;
    in->is_list = true;
    if (in->fields == 0) { /* as many as the first record has numbers */
        const char *s = text + strcspn(text, ")");
        in->fields = 1;
        while (s > text)
            in->fields += *--s == ',';
    }
    for (const char *s = text; *s != '\0'; s++)
        in->records += *s == '(';
    set_numbers(in, in->records * in->fields);
    for (const char *s = text; *s != '\0'; s++)
        if (strchr("(,", *s) != NULL && strchr("0123456789.-", s[1]) != NULL) {
            char number[40];
            const size_t length = strspn(s + 1, "0123456789.-e/");
            (void)snprintf(number, sizeof number, "%.*s", (int)length, s + 1);
            parse_number(in->value[n++], number);
        }
}

static const char *random_records(gen *g, const dpc_type *type, size_t records)
{
    const char *text = "[";
    for (size_t i = 0; i < records; i++)
        for (size_t f = 0; f < type->nmembers; f++)
            text = gen_textf(
                g, "%s%s%s%s", text,
                f > 0   ? ","
                : i > 0 ? "),("
                        : "(",
                gen_suitable_text(g, type->member[f], type->member_type[f] == DPC_T_INT), "");
    return gen_textf(g, "%s%s]", text, records > 0 ? ")" : "");
}

/* A list with these fields; NULL if it was not accepted. */
static const char *param_list(maker *m, const dpc_type *type, const char *records)
{
    gen *g = &m->g;
    dpc_stmt *s = statement(g, DPC_S_PARAM, gen_name(g, 'l'));
    s->type = *type;
    ref_input *in = add_input(g, s->name);
    in->fields = type->nmembers;
    parse_records(in, records);
    (void)accept(m, s);
    gen_bind(g, (gen_var){.kind = V_LIST, .name = s->name, .type = &s->type});
    g->parts |= UINT32_C(1) << GEN_LIST;
    return s->name;
}

static dpc_type list_type(gen *g, const char *const *fields, const bool *whole, size_t n)
{
    dpc_type t = {.kind = DPC_T_LIST, .nmembers = n};
    t.member = need(g, n * sizeof *t.member);
    t.member_type = need(g, n * sizeof *t.member_type);
    for (size_t i = 0; i < n; i++) {
        t.member[i] = fields[i];
        t.member_type[i] = whole[i] ? DPC_T_INT : DPC_T_REAL;
    }
    return t;
}

static void random_list(maker *m)
{
    gen *g = &m->g;
    const size_t n = 1 + gen_below(g, 3);
    const char *fields[3];
    bool whole[3];
    for (size_t i = 0; i < n; i++) {
        whole[i] = gen_chance(g, 35);
        fields[i] = gen_name(g, whole[i] ? 'k' : 'f');
    }
    const dpc_type type = list_type(g, fields, whole, n);
    const size_t records = gen_chance(g, 95) ? 1 + gen_below(g, 4) : 0;
    (void)param_list(m, &type, random_records(g, &type, records));
}

/* ---- methods ---- */

/* A witness that has the value of an argument. */
static void add_argument(maker *m, size_t place)
{
    gen *g = &m->g;
    const char *text = gen_method_argument(g, place);
    if (text == NULL)
        return;
    dpc_stmt *s = statement(g, DPC_S_CHOOSE, gen_name(g, 'z'));
    s->type.kind = place == 3 ? DPC_T_INT : DPC_T_REAL;
    add_number(g, s->name, text);
    (void)accept(m, s);
    g->argument[place] = s->name;
    g->witnesses = true;
}

/* A plan, perhaps with a target. */
static void add_plan(maker *m, bool changed)
{
    gen *g = &m->g;
    dpc_stmt *s = statement(g, DPC_S_CHOOSE, gen_name(g, 'p'));
    s->type = (dpc_type){.kind = DPC_T_PLAN, .plan = "inversion"};
    if (gen_chance(g, 50))
        s->expr = gen_method_plain(g, s->name);
    if (s->expr != NULL && gen_chance(g, 50))
        s->expr = gen_compare(g, gen_chance(g, 50) ? "{" : ">", s->expr, gen_number(g, "0.1"));
    parse_records(add_input(g, s->name), gen_method_plan(g, changed));
    (void)accept(m, s);
    g->plan[changed] = s->name;
    g->witnesses = true;
}

/* A function that passes its plan on. */
static void add_through(maker *m)
{
    gen *g = &m->g;
    dpc_stmt *s = statement(g, DPC_S_DEF, gen_name(g, 'f'));
    s->nargs = 1;
    s->arg = need(g, sizeof *s->arg);
    s->arg[0].name = gen_name(g, 'a');
    s->arg[0].type = (dpc_type){.kind = DPC_T_PLAN, .plan = "inversion"};
    s->expr = gen_method_plain(g, s->arg[0].name);
    (void)accept(m, s);
    g->through = s->name;
}

static void add_method_lists(maker *m)
{
    gen *g = &m->g;
    static const char *const fields[3][3] = {
        {"q", "sigma", "count"}, {"eps", "count", NULL}, {"eps", "delta", "count"}};
    for (int i = 0; i < 3; i++) {
        const size_t n = i == 1 ? 2 : 3;
        const bool whole[3] = {false, n == 2, n == 3};
        const dpc_type type = list_type(g, fields[i], whole, n);
        g->lists[i] = param_list(m, &type, gen_method_list(g, i));
    }
}

static void add_method(maker *m)
{
    gen *g = &m->g;
    g->method = gen_chance(g, 60) ? "inversion" : "product";
    gen_method_choose(g);
    g->ref.max_steps *= 20; /* calls have many arguments, and stand in ranges */
    (void)accept(m, statement(g, DPC_S_METHOD, g->method));
    for (size_t i = 0; i < 5 && gen_chance(g, 95); i++)
        add_argument(m, i);
    if (strcmp(g->method, "product") == 0)
        add_method_lists(m);
    add_plan(m, false);
    if (gen_chance(g, 20))
        add_plan(m, true);
    if (gen_chance(g, 30))
        add_through(m);
}

/* ---- the other statements ---- */

static void add_let(maker *m, const char *result)
{
    gen *g = &m->g;
    for (int i = 0; i < TRIES; i++) {
        const bool condition = result == NULL && gen_chance(g, 10);
        const uint32_t parts = g->parts;
        dpc_stmt *s = statement(g, result != NULL ? DPC_S_RESULT : DPC_S_LET,
                                result != NULL ? result : gen_name(g, 'y'));
        s->rel = "<>="[gen_below(g, 3)];
        const bool last = i == TRIES - 1 && result != NULL;
        s->expr = condition ? gen_condition(g, DEPTH - 1)
                            : gen_real(g, last ? 0 : (int)(1 + gen_below(g, DEPTH)));
        if (condition)
            g->parts |= UINT32_C(1) << GEN_CONDITION;
        if (accept_if(m, s, last)) {
            gen_bind(g, (gen_var){.kind = condition ? V_CONDITION : V_REAL, .name = s->name});
            return;
        }
        g->parts = parts;
        g->calls = 0;
    }
}

static void add_def(maker *m)
{
    gen *g = &m->g;
    dpc_stmt *s = statement(g, DPC_S_DEF, gen_name(g, 'f'));
    const size_t saved = g->nvars;
    s->nargs = 1 + gen_below(g, 3);
    s->arg = need(g, s->nargs * sizeof *s->arg);
    for (size_t i = 0; i < s->nargs; i++) {
        const bool whole = gen_chance(g, 25);
        s->arg[i].name = gen_name(g, whole ? 'j' : 'a');
        s->arg[i].type.kind = whole ? DPC_T_INT : DPC_T_REAL;
        gen_bind(g, (gen_var){.kind = whole ? V_INT : V_REAL, .name = s->arg[i].name});
    }
    s->expr = gen_real(g, DEPTH - 1);
    g->nvars = saved;
    g->calls = 0; /* perhaps nobody calls it: its calls do not count */
    (void)accept(m, s);
    gen_bind(g, (gen_var){.kind = V_DEF, .name = s->name, .def = s});
    g->parts |= UINT32_C(1) << GEN_DEF;
}

/* Elements may use the one before. */
static void add_array(maker *m)
{
    gen *g = &m->g;
    for (int i = 0; i < TRIES; i++) {
        dpc_stmt *s = statement(g, DPC_S_ARRAY, gen_name(g, 'b'));
        const long lo = (long)gen_below(g, 2), hi = lo + (long)gen_below(g, 5);
        const size_t saved = g->nvars;
        s->word = gen_name(g, 'i');
        s->lo = gen_number(g, gen_textf(g, "%ld", lo));
        s->hi = gen_number(g, gen_textf(g, "%ld", hi));
        gen_bind(g, (gen_var){.kind = V_INT, .name = s->word});
        s->expr = gen_real(g, DEPTH - 2);
        if (gen_chance(g, 60)) {
            dpc_expr *before = need(g, sizeof *before), *choice = need(g, sizeof *choice);
            *before = (dpc_expr){.kind = DPC_E_INDEX, .name = s->name, .nargs = 1};
            before->arg = need(g, sizeof *before->arg);
            before->arg[0] = gen_binary(g, "-", gen_named(g, s->word), gen_number(g, "1"));
            *choice = (dpc_expr){.kind = DPC_E_CALL, .name = "if", .nargs = 3};
            choice->arg = need(g, 3 * sizeof *choice->arg);
            choice->arg[0] =
                gen_compare(g, "~", gen_named(g, s->word), gen_number(g, gen_textf(g, "%ld", lo)));
            choice->arg[1] = gen_real(g, 1);
            choice->arg[2] = gen_binary(g, gen_chance(g, 50) ? "+" : "*", before, s->expr);
            s->expr = choice;
        }
        g->nvars = saved;
        if (!accept(m, s))
            continue;
        gen_bind(g, (gen_var){.kind = V_ARRAY, .name = s->name, .lo = lo, .hi = hi});
        g->parts |= UINT32_C(1) << GEN_ARRAY;
        return;
    }
}

static void add_require(maker *m)
{
    gen *g = &m->g;
    for (int i = 0; i < 3; i++) {
        dpc_stmt *s = statement(g, DPC_S_REQUIRE, NULL);
        s->expr = gen_condition(g, 2);
        if (accept(m, s)) {
            g->parts |= UINT32_C(1) << GEN_REQUIRE;
            return;
        }
    }
}

/* ---- used theorems ---- */

/* The arguments of a `use`, and values for its witnesses, including those of the theorems that it
   uses itself. */
static bool witnesses(gen *g, const dpc_unit *unit, const char *prefix)
{
    dpc_diag diag = {.status = DPC_OK};
    for (const dpc_stmt *s = unit->first; s != NULL; s = s->next) {
        if (s->kind == DPC_S_METHOD)
            return false;
        if (s->kind == DPC_S_CHOOSE)
            add_number(g, gen_textf(g, "%s%s", prefix, s->name),
                       gen_suitable_text(g, s->name, s->type.kind == DPC_T_INT));
        if (s->kind == DPC_S_USE) {
            const dpc_unit *other = dpc_cat_find(g->cat, s->word, &diag);
            if (other == NULL || !witnesses(g, other, gen_textf(g, "%s%s.", prefix, s->name)))
                return false;
        }
    }
    return true;
}

static bool bind_parameters(maker *m, dpc_stmt *s, const dpc_unit *unit)
{
    gen *g = &m->g;
    for (const dpc_stmt *p = unit->first; p != NULL; p = p->next) {
        if (p->kind != DPC_S_PARAM)
            continue;
        dpc_arg *arg = &s->arg[s->nargs++];
        arg->name = p->name;
        if (p->type.kind == DPC_T_LIST)
            arg->value = gen_named(
                g, param_list(m, &p->type, random_records(g, &p->type, 1 + gen_below(g, 3))));
        else if (p->type.kind == DPC_T_ENUM)
            arg->value = gen_named(g, p->type.member[gen_below(g, p->type.nmembers)]);
        else
            arg->value = gen_suitable(g, p->name, p->type.kind == DPC_T_INT, 2);
    }
    return s->nargs > 0;
}

static bool has_list(const dpc_unit *unit)
{
    for (const dpc_stmt *p = unit->first; p != NULL; p = p->next)
        if (p->kind == DPC_S_PARAM && p->type.kind == DPC_T_LIST)
            return true;
    return false;
}

static void add_use(maker *m)
{
    gen *g = &m->g;
    dpc_diag diag = {.status = DPC_OK};
    for (int i = 0; i < 2 * TRIES; i++) {
        const dpc_unit *unit =
            dpc_cat_find(g->cat, dpc_cat_id(gen_below(g, dpc_cat_count())), &diag);
        if (unit == NULL || unit->adjacency == DPC_ADJACENCY_REPLACE_ONE ||
            (has_list(unit) && i > 2))
            continue;
        dpc_stmt *s = statement(g, DPC_S_USE, gen_name(g, 'u'));
        s->word = unit->id;
        s->arg = need(g, 60 * sizeof *s->arg);
        const size_t inputs = g->out->inputs.count;
        const bool usable = witnesses(g, unit, gen_textf(g, "%s.", s->name));
        const bool has_witness = g->out->inputs.count > inputs;
        if (!usable || !bind_parameters(m, s, unit)) {
            cut_inputs(g, inputs);
            continue;
        }
        if (!accept(m, s)) {
            if (!has_list(unit)) /* the list has been printed */
                cut_inputs(g, inputs);
            continue;
        }
        for (const dpc_stmt *r = unit->first; r != NULL; r = r->next)
            if (r->kind == DPC_S_RESULT)
                gen_bind(g, (gen_var){.kind = V_RESULT, .name = s->name, .field = r->name});
        g->parts |= UINT32_C(1) << GEN_USE;
        g->witnesses = g->witnesses || has_witness;
        return;
    }
}

/* ---- a theorem ---- */

static void add_some(maker *m, size_t percent, size_t most, void (*add)(maker *m))
{
    for (size_t i = 0; i < most; i++)
        if (gen_chance(&m->g, percent))
            add(m);
}

static void add_real_param(maker *m)
{
    param_number(m, false, DPC_S_PARAM);
}

static void add_int_param(maker *m)
{
    param_number(m, true, DPC_S_PARAM);
}

static void add_choose(maker *m)
{
    param_number(m, gen_chance(&m->g, 30), DPC_S_CHOOSE);
}

static void add_plain_let(maker *m)
{
    add_let(m, NULL);
}

static void add_referee(maker *m)
{
    gen *g = &m->g;
    dpc_stmt *s = statement(g, DPC_S_REFEREE, "r1");
    s->rel = '>';
    s->text = "a mechanism";
    s->expr = gen_real(g, 2);
    if (gen_chance(g, 50))
        s->where = gen_condition(g, 2);
    (void)accept(m, s);
    g->parts |= UINT32_C(1) << GEN_REFEREE;
}

/* If the first result is an upper bound, a referee is a lower bound. */
static void add_results(maker *m)
{
    gen *g = &m->g;
    add_let(m, "r1");
    const bool upper = m->last != '>';
    if (gen_chance(g, 20))
        add_let(m, "r2");
    if (upper && gen_chance(g, 10))
        add_referee(m);
    if (g->witnesses)
        (void)fputs("objective r1\n", m->text);
}

static const char *const header = "theorem   own.random\n"
                                  "revision  1\n"
                                  "title     \"A theorem at random\"\n"
                                  "cite      nobody \"nowhere\"\n"
                                  "status    refuted paper\n"
                                  "adjacency add-remove\n"
                                  "assume    \"nothing\"\n";

void gen_make(gen_theorem *t, uint64_t seed, size_t methods)
{
    maker m = {.g = {.out = t, .state = seed}};
    gen *g = &m.g;
    *t = (gen_theorem){.text = NULL};
    g->cat = dpc_cat_new();
    if (g->cat == NULL)
        abort();
    ref_begin(&g->ref, g->cat, &t->inputs, REF_STEPS);
    size_t length;
    m.text = open_memstream(&t->text, &length);
    if (m.text == NULL)
        abort();
    (void)fputs(header, m.text);
    add_real_param(&m);
    add_some(&m, 50, 2, add_real_param);
    add_some(&m, 40, 2, add_int_param);
    add_some(&m, 12, 1, param_enum);
    add_some(&m, 20, 1, random_list);
    add_some(&m, methods, 1, add_method);
    add_some(&m, 15, 2, add_choose);
    add_some(&m, 25, 2, add_def);
    add_some(&m, 60, 1, add_plain_let);
    add_some(&m, 12, 1, add_use);
    add_some(&m, 15, 1, add_array);
    add_some(&m, 20, 1, add_require);
    add_some(&m, 35, 1, add_plain_let);
    add_results(&m);
    t->parts = g->parts;
    if (fclose(m.text) != 0)
        abort();
    ref_end(&g->ref);
    dpc_cat_free(g->cat);
}

bool gen_read(gen_theorem *t, const char *path, char **values, size_t nvalues)
{
    gen g = {.out = t};
    *t = (gen_theorem){.text = NULL};
    FILE *in = fopen(path, "r");
    size_t length = 0;
    FILE *out = open_memstream(&t->text, &length);
    if (out == NULL)
        abort();
    for (int c; in != NULL && (c = getc(in)) != EOF;)
        (void)putc(c, out);
    bool good = fclose(out) == 0 && in != NULL && fclose(in) == 0;
    for (size_t i = 0; i < nvalues && good; i++) {
        const char *equals = strchr(values[i], '=');
        good = equals != NULL &&
               strcmp(equals + 1, "[]") != 0; /* [] does not tell the number of fields */
        if (!good)
            break;
        const char *name = gen_textf(&g, "%.*s", (int)(equals - values[i]), values[i]);
        if (equals[1] == '[')
            parse_records(add_input(&g, name), equals + 1);
        else
            add_number(&g, name, equals + 1);
    }
    if (!good)
        gen_free(t);
    return good;
}

void gen_free(gen_theorem *t)
{
    for (size_t i = 0; i < t->inputs.count; i++)
        free_input(&t->inputs.input[i]);
    free(t->inputs.input);
    free(t->text);
    dpc_arena_clear(&t->arena);
}

void gen_print_inputs(const ref_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        const ref_input *in = &inputs->input[i];
        printf("  %s = ", in->name);
        for (size_t k = 0; in->is_list && k < in->records * in->fields; k++) {
            printf("%s", k == 0 ? "[(" : k % in->fields == 0 ? "),(" : ",");
            (void)mpq_out_str(stdout, 10, in->value[k]);
        }
        if (in->is_list)
            printf("%s", in->records > 0 ? ")]" : "[]");
        else
            (void)mpq_out_str(stdout, 10, in->value[0]);
        printf("\n");
    }
}
