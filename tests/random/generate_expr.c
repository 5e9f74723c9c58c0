/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Random expressions. */
#include "generate_tree.h"

#include "lang/lex.h"

#include <stdlib.h>
#include <string.h>

#define PART(g, part) ((g)->parts |= UINT32_C(1) << (part))

/* ---- nodes ---- */

static dpc_expr *node(gen *g, dpc_expr_kind kind, size_t nargs)
{
    dpc_expr *e = dpc_arena_alloc(&g->out->arena, sizeof *e);
    if (e == NULL)
        abort();
    e->kind = kind;
    e->nargs = nargs;
    e->arg = dpc_arena_alloc(&g->out->arena, (nargs + 1) * sizeof *e->arg);
    if (e->arg == NULL)
        abort();
    return e;
}

dpc_expr *gen_number(gen *g, const char *text)
{
    const bool negative = text[0] == '-';
    dpc_expr *e = node(g, DPC_E_NUM, 0);
    e->text = text + negative;
    if (!negative)
        return e;
    dpc_expr *minus = node(g, DPC_E_NEG, 1);
    minus->arg[0] = e;
    return minus;
}

dpc_expr *gen_named(gen *g, const char *name)
{
    dpc_expr *e = node(g, DPC_E_NAME, 0);
    e->name = name;
    return e;
}

dpc_expr *gen_binary(gen *g, const char *op, dpc_expr *a, dpc_expr *b)
{
    dpc_expr *e = node(g, DPC_E_BIN, 2);
    e->ops = op;
    e->arg[0] = a;
    e->arg[1] = b;
    return e;
}

dpc_expr *gen_compare(gen *g, const char *op, dpc_expr *a, dpc_expr *b)
{
    dpc_expr *e = gen_binary(g, op, a, b);
    e->kind = DPC_E_CMP;
    return e;
}

static dpc_expr *call1(gen *g, const char *name, dpc_expr *a)
{
    dpc_expr *e = node(g, DPC_E_CALL, 1);
    e->name = name;
    e->arg[0] = a;
    return e;
}

static dpc_expr *call2(gen *g, const char *name, dpc_expr *a, dpc_expr *b)
{
    dpc_expr *e = node(g, DPC_E_CALL, 2);
    e->name = name;
    e->arg[0] = a;
    e->arg[1] = b;
    return e;
}

/* ---- literals ---- */

static const char *literal(gen *g)
{
    static const char *const odd[] = {"1e-3",     "2.5E+2", "0x1.8p-3", "1e-12",     "1e6",
                                      "0.5",      "0.25",   "1.0",      "12345.678", "1e-40",
                                      "0.333333", "1e3",    "0x1p4"};
    switch (gen_below(g, 8)) {
    case 0:
    case 1:
        return gen_textf(g, "%zu", gen_below(g, 4));
    case 2:
        return gen_textf(g, "%zu", gen_below(g, 12));
    case 3:
        return odd[gen_below(g, sizeof odd / sizeof odd[0])];
    case 4:
        return gen_textf(g, "%zu.%02zu", gen_below(g, 4), gen_below(g, 100));
    default:
        return gen_textf(g, "0.%zu", 1 + gen_below(g, 99));
    }
}

/* Usual ranges of the names in theorems: numbers from lo to hi in steps of 1/100. */
static const struct {
    const char *name;
    int lo, hi;
} meaning[] = {
    {"alpha", 110, 1200}, {"delta", 1, 99},   {"eps", 0, 300},    {"eps_out", 0, 400},
    {"gamma", 1, 200},    {"r", 1, 300},      {"q", 1, 99},       {"p", 1, 99},
    {"sigma", 50, 500},   {"c", 1, 99},       {"A", 1, 300},      {"y", -300, 300},
    {"x", -200, 200},     {"t", 50, 300},     {"s", 1, 200},      {"m", 1, 99},
    {"v", 1, 99},         {"stay", 1, 99},    {"move", 1, 99},    {"h", 1, 200},
    {"slack", 1, 20},     {"lambda", 1, 100}, {"beta", 100, 400}, {"eta", 1, 20},
    {"u", 110, 400},      {"theta", 1, 200},  {"k", 100, 500},    {"S", 1, 200},
};

/* Any number, one of the other sign, or one that fits another name. */
static const char *unsuitable_text(gen *g, const char *name)
{
    switch (gen_below(g, 3)) {
    case 0:
        return gen_textf(g, "%s%s", gen_chance(g, 50) ? "-" : "", literal(g));
    case 1: {
        const char *text = gen_suitable_text(g, name, false);
        return text[0] == '-' ? text + 1 : gen_textf(g, "-%s", text);
    }
    default:
        return gen_suitable_text(g, meaning[gen_below(g, sizeof meaning / sizeof meaning[0])].name,
                                 false);
    }
}

const char *gen_suitable_text(gen *g, const char *name, bool whole)
{
    if (gen_chance(g, 20)) /* outside the usual range, but near it */
        return whole ? gen_textf(g, "%d", (int)gen_below(g, 9) - 3) : unsuitable_text(g, name);
    if (whole)
        return gen_textf(g, "%zu", 1 + gen_below(g, gen_chance(g, 80) ? 6 : 40));
    int lo = 1, hi = 300;
    for (size_t i = 0; i < sizeof meaning / sizeof meaning[0]; i++)
        if (strcmp(meaning[i].name, name) == 0) {
            lo = meaning[i].lo;
            hi = meaning[i].hi;
        }
    const int n = lo + (int)gen_below(g, (size_t)hi - (size_t)lo + 1);
    if (gen_chance(g, 4) && lo < 100 && lo >= 0)
        return "1e-6";
    return gen_textf(g, "%s%d.%02d", n < 0 ? "-" : "", abs(n) / 100, abs(n) % 100);
}

/* ---- leaves ---- */

static const gen_var *pick(gen *g, gen_kind kind)
{
    size_t count = 0, chosen = 0;
    for (size_t i = 0; i < g->nvars; i++)
        if (g->var[i].kind == kind) {
            count++;
            /* a body is mostly about the latest names */
            if (gen_below(g, count) == 0 || gen_chance(g, 30))
                chosen = i + 1;
        }
    return count > 0 ? &g->var[chosen - 1] : NULL;
}

static dpc_expr *field_access(gen *g, const char *name, const char *field)
{
    dpc_expr *e = node(g, DPC_E_FIELD, 0);
    e->name = name;
    e->field = field;
    return e;
}

/* A field of a record or list: of this kind where `whole`. */
static dpc_expr *list_item(gen *g, bool whole)
{
    const gen_var *v = gen_chance(g, 60) ? pick(g, V_RECORD) : NULL;
    if (v == NULL)
        v = pick(g, V_LIST);
    if (v == NULL)
        return NULL;
    const size_t f = gen_below(g, v->type->nmembers);
    if (whole && v->type->member_type[f] != DPC_T_INT)
        return NULL;
    if (v->kind == V_RECORD)
        return field_access(g, v->name, v->type->member[f]);
    dpc_expr *e = node(g, DPC_E_ELEM, 1);
    e->name = v->name;
    e->field = v->type->member[f];
    e->arg[0] = gen_number(g, gen_textf(g, "%zu", 1 + gen_below(g, gen_chance(g, 90) ? 2 : 5)));
    return e;
}

static dpc_expr *array_item(gen *g)
{
    const gen_var *v = pick(g, V_ARRAY);
    if (v == NULL || v->hi < v->lo)
        return NULL;
    dpc_expr *e = node(g, DPC_E_INDEX, 1);
    e->name = v->name;
    const long i = v->lo + (long)gen_below(g, (size_t)(v->hi - v->lo + 1));
    e->arg[0] = gen_number(g, gen_textf(g, "%ld", i + (gen_chance(g, 2) ? 7 : 0)));
    return e;
}

static dpc_expr *leaf(gen *g)
{
    const gen_var *v = NULL;
    dpc_expr *e = NULL;
    if (g->inner != NULL && gen_chance(g, 40))
        return gen_named(g, g->inner);
    switch (gen_below(g, 12)) {
    case 0:
        e = list_item(g, false);
        break;
    case 1:
        e = array_item(g);
        break;
    case 2:
        v = pick(g, V_RESULT);
        if (v != NULL)
            e = field_access(g, v->name, v->field);
        break;
    case 3:
        v = pick(g, V_INT);
        break;
    case 4:
    case 5:
        return gen_number(g, literal(g));
    case 6:
        return gen_chance(g, 30) ? gen_named(g, gen_chance(g, 50) ? "e" : "pi")
                                 : gen_number(g, literal(g));
    default:
        v = pick(g, V_REAL);
    }
    if (e != NULL)
        return e;
    return v != NULL && v->kind != V_RESULT ? gen_named(g, v->name) : gen_number(g, literal(g));
}

/* ---- integers ---- */

static dpc_expr *int_leaf(gen *g)
{
    const gen_var *v = gen_chance(g, 60) ? pick(g, V_INT) : NULL;
    dpc_expr *e = v == NULL && gen_chance(g, 20) ? list_item(g, true) : NULL;
    if (e != NULL)
        return e;
    if (v == NULL && gen_chance(g, 15) && (v = pick(g, V_LIST)) != NULL)
        return call1(g, "len", gen_named(g, v->name));
    return v != NULL ? gen_named(g, v->name) : gen_number(g, gen_textf(g, "%zu", gen_below(g, 7)));
}

dpc_expr *gen_int(gen *g, int depth)
{
    if (depth <= 0)
        return int_leaf(g);
    switch (gen_below(g, 10)) {
    case 0:
        return gen_binary(g, gen_chance(g, 60) ? "+" : "-", gen_int(g, depth - 1), int_leaf(g));
    case 1:
        PART(g, GEN_ROUND);
        return call1(g, gen_chance(g, 50) ? "floor" : "ceil",
                     call2(g, "min", gen_number(g, "5"), gen_real(g, depth - 1)));
    case 2:
        return call2(g, gen_chance(g, 50) ? "min" : "max", int_leaf(g), gen_int(g, depth - 1));
    case 3:
        PART(g, GEN_BINOM);
        return call2(g, "binom", int_leaf(g), int_leaf(g));
    case 4:
        return call1(g, gen_chance(g, 50) ? "abs" : "pos", gen_int(g, depth - 1));
    default:
        return int_leaf(g);
    }
}

/* A number of steps that is small because of its form. */
static dpc_expr *few(gen *g, int depth)
{
    return gen_chance(g, 60) ? gen_number(g, gen_textf(g, "%zu", gen_below(g, 6)))
                             : call2(g, "min", gen_number(g, "5"), gen_int(g, depth));
}

/* ---- conditions ---- */

/* Methods take long: there are few calls, and none in loops. */
static bool may_call_method(const gen *g)
{
    return g->method != NULL && g->calls < 2 && g->loop_depth == 0;
}

static dpc_expr *comparison(gen *g, int depth)
{
    static const char *const relations[] = {"<", ">", "{", "}", "<", "}", "~", "!"};
    if (may_call_method(g) && depth > 0 && gen_chance(g, 40))
        return gen_compare(g, relations[gen_below(g, 6)], gen_method(g, depth),
                           gen_number(g, gen_textf(g, "0.%04zu", gen_below(g, 1000))));
    const gen_var *v = gen_chance(g, 12) ? pick(g, V_ENUM) : NULL;
    if (v != NULL)
        return gen_compare(g, gen_chance(g, 50) ? "~" : "!", gen_named(g, v->name),
                           gen_named(g, v->type->member[gen_below(g, v->type->nmembers)]));
    if (gen_chance(g, 20))
        return gen_compare(g, relations[gen_below(g, 8)], gen_int(g, depth - 1),
                           gen_int(g, depth - 1));
    if (gen_chance(g, 85))
        return gen_compare(g, relations[gen_below(g, 6)], gen_real(g, depth - 1),
                           gen_real(g, depth - 1));
    dpc_expr *e = node(g, DPC_E_CMP, 3);
    e->ops = gen_chance(g, 50) ? "<{" : "{<";
    for (size_t i = 0; i < 3; i++)
        e->arg[i] = gen_real(g, depth - 1);
    return e;
}

dpc_expr *gen_condition(gen *g, int depth)
{
    const gen_var *v = gen_chance(g, 15) ? pick(g, V_CONDITION) : NULL;
    if (v != NULL)
        return gen_named(g, v->name);
    if (depth > 0 && gen_chance(g, 15))
        return gen_binary(g, gen_chance(g, 50) ? "&" : "|", gen_condition(g, depth - 1),
                          gen_condition(g, depth - 1));
    if (depth > 0 && gen_chance(g, 8)) {
        dpc_expr *e = node(g, DPC_E_NOT, 1);
        e->arg[0] = gen_condition(g, depth - 1);
        return e;
    }
    return comparison(g, depth);
}

/* ---- binders ---- */

/* The body of a construct, which is mostly about its variable. */
static dpc_expr *body(gen *g, gen_var var, int depth)
{
    const size_t saved = g->nvars;
    const char *outer = g->inner;
    gen_bind(g, var);
    if (var.kind == V_REAL)
        g->inner = var.name;
    dpc_expr *e = gen_real(g, depth);
    g->inner = outer;
    g->nvars = saved;
    return e;
}

static dpc_expr *fold(gen *g, int depth)
{
    static const char *const names[] = {"sum", "sum", "prod", "max", "min", "avg"};
    dpc_expr *e = node(g, DPC_E_FOLD, 3);
    e->name = names[gen_below(g, 6)];
    e->arg[0] = gen_number(g, gen_textf(g, "%zu", gen_below(g, 3)));
    e->arg[1] = few(g, depth - 1);
    e->var = gen_name(g, 'i');
    g->loop_depth++;
    e->arg[2] = body(g, (gen_var){.kind = V_INT, .name = e->var}, depth - 1);
    g->loop_depth--;
    PART(g, GEN_FOLD);
    return e;
}

static dpc_expr *fold_list(gen *g, int depth)
{
    static const char *const names[] = {"sum", "sum", "prod", "max", "min", "avg"};
    const gen_var *list = pick(g, V_LIST);
    if (list == NULL)
        return NULL;
    dpc_expr *e = node(g, DPC_E_FOLDIN, 1);
    e->name = names[gen_below(g, 6)];
    e->field = list->name;
    e->var = gen_name(g, 's');
    g->loop_depth++;
    e->arg[0] = body(g, (gen_var){.kind = V_RECORD, .name = e->var, .type = list->type}, depth - 1);
    g->loop_depth--;
    PART(g, GEN_FOLD_LIST);
    return e;
}

static dpc_expr *iterate(gen *g, int depth)
{
    dpc_expr *e = node(g, DPC_E_ITERATE, 3);
    e->name = "iterate";
    e->arg[0] = gen_real(g, depth - 1);
    e->arg[1] = few(g, depth - 1);
    e->var = gen_name(g, 'w');
    g->loop_depth++;
    e->arg[2] = body(g, (gen_var){.kind = V_REAL, .name = e->var}, depth - 1);
    g->loop_depth--;
    PART(g, GEN_ITERATE);
    return e;
}

static void range_ends(gen *g, dpc_expr *e, int depth)
{
    static const char *const ends[][2] = {{"0", "1"},   {"0.1", "2"}, {"-1", "1"}, {"0.5", "3"},
                                          {"1", "1.5"}, {"0", "4"},   {"-2", "0"}, {"0.2", "0.7"}};
    if (gen_chance(g, 75)) {
        const size_t k = gen_below(g, sizeof ends / sizeof ends[0]);
        e->arg[0] = gen_number(g, ends[k][0]);
        e->arg[1] = gen_number(g, ends[k][1]);
        return;
    }
    e->arg[0] = gen_real(g, depth - 2);
    e->arg[1] = gen_chance(g, 70) ? gen_binary(g, "+", e->arg[0], gen_number(g, "0.75"))
                                  : gen_real(g, depth - 2);
}

static dpc_expr *range(gen *g, int depth)
{
    const size_t kind = gen_below(g, 3);
    static const char *const names[] = {"inf", "sup", "integral"};
    dpc_expr *e = node(g, DPC_E_RANGE, 3);
    e->name = names[kind];
    range_ends(g, e, depth);
    e->var = gen_name(g, 'x');
    g->parts |= UINT32_C(1) << (GEN_INF + kind);
    if (g->range_depth > 0)
        PART(g, GEN_NESTED);
    g->range_depth++;
    e->arg[2] = body(g, (gen_var){.kind = V_REAL, .name = e->var}, depth - 1);
    g->range_depth--;
    if (kind < 2 && gen_chance(g, 8)) {
        e->field = "L-RDP-CONVEX"; /* a label of the user's own has no effect */
        e->where = gen_chance(g, 70) ? gen_condition(g, 1) : NULL;
    }
    return e;
}

/* A method decides within an integral; there it runs on jets, if at all. */
static dpc_expr *integral_of_choice(gen *g, int depth)
{
    static const char *const values[] = {"1e-9", "1e-6", "1e-3", "0.03", "0.2", "0.5"};
    static const char *const relations[] = {"<", ">", "{", "}"};
    dpc_expr *e = node(g, DPC_E_RANGE, 3), *choice = node(g, DPC_E_CALL, 3);
    e->name = "integral";
    e->arg[0] = gen_number(g, "0");
    e->arg[1] = gen_number(g, "1");
    e->arg[2] = choice;
    e->var = gen_name(g, 'x');
    g->range_depth++;
    choice->name = "if";
    choice->arg[0] = gen_compare(g, relations[gen_below(g, 4)], gen_method(g, depth),
                                 gen_number(g, values[gen_below(g, 6)]));
    choice->arg[1] = body(g, (gen_var){.kind = V_REAL, .name = e->var}, depth - 2);
    choice->arg[2] = body(g, (gen_var){.kind = V_REAL, .name = e->var}, depth - 2);
    g->range_depth--;
    PART(g, GEN_INTEGRAL);
    PART(g, GEN_IF);
    return e;
}

/* ---- functions ---- */

static dpc_expr *safe(gen *g, dpc_expr *e)
{
    return gen_binary(g, "+", gen_number(g, gen_textf(g, "0.%zu", 1 + gen_below(g, 9))),
                      call1(g, gen_chance(g, 50) ? "abs" : "pos", e));
}

static dpc_expr *unary(gen *g, int depth)
{
    static const char *const names[] = {"exp", "log", "sqrt", "expm1", "log1p",
                                        "Q",   "abs", "pos",  "ceil",  "floor"};
    const char *name = names[gen_below(g, 10)];
    dpc_expr *a = gen_real(g, depth - 1);
    const bool grows = strcmp(name, "exp") == 0 || strcmp(name, "expm1") == 0;
    const bool needs =
        strcmp(name, "log") == 0 || strcmp(name, "sqrt") == 0 || strcmp(name, "log1p") == 0;
    if (strcmp(name, "ceil") == 0 || strcmp(name, "floor") == 0)
        PART(g, GEN_ROUND);
    if (needs && gen_chance(g, 85))
        a = safe(g, a);
    else if (grows && gen_chance(g, 75))
        a = call2(g, "min", a, gen_number(g, gen_textf(g, "%zu", 1 + gen_below(g, 4))));
    return call1(g, name, a);
}

static dpc_expr *power(gen *g, int depth)
{
    PART(g, GEN_POWER);
    dpc_expr *base = gen_real(g, depth - 1);
    if (gen_chance(g, 45))
        return gen_binary(g, "^", base, gen_number(g, gen_textf(g, "%zu", gen_below(g, 5))));
    if (gen_chance(g, 30))
        return gen_binary(g, "^", safe(g, base), gen_int(g, depth - 1));
    return gen_binary(g, "^", gen_chance(g, 85) ? safe(g, base) : base,
                      call2(g, "min", gen_number(g, "3"), gen_real(g, depth - 1)));
}

static dpc_expr *conditional(gen *g, int depth)
{
    dpc_expr *e = node(g, DPC_E_CALL, 3);
    e->name = "if";
    e->arg[0] = gen_condition(g, depth - 1);
    e->arg[1] = gen_real(g, depth - 1);
    e->arg[2] = gen_real(g, depth - 1);
    PART(g, GEN_IF);
    return e;
}

static dpc_expr *extremum(gen *g, int depth)
{
    dpc_expr *e = node(g, DPC_E_CALL, 1 + gen_below(g, 3));
    e->name = gen_chance(g, 50) ? "min" : "max";
    for (size_t i = 0; i < e->nargs; i++)
        e->arg[i] = gen_real(g, depth - 1);
    return e;
}

dpc_expr *gen_suitable(gen *g, const char *name, bool whole, int depth)
{
    if (whole)
        return gen_chance(g, 25) ? gen_int(g, depth - 1)
                                 : gen_number(g, gen_suitable_text(g, name, true));
    return gen_chance(g, 25) ? gen_real(g, depth - 1)
                             : gen_number(g, gen_suitable_text(g, name, false));
}

static dpc_expr *call_def(gen *g, const dpc_stmt *def, int depth)
{
    dpc_expr *e = node(g, DPC_E_CALL, def->nargs);
    e->name = def->name;
    for (size_t i = 0; i < def->nargs; i++)
        e->arg[i] = gen_suitable(g, def->arg[i].name, def->arg[i].type.kind == DPC_T_INT, depth);
    return e;
}

static dpc_expr *call_prelude(gen *g, int depth)
{
    dpc_diag diag = {.status = DPC_OK};
    const dpc_unit *prelude = dpc_cat_prelude(g->cat, &diag);
    const dpc_stmt *chosen = NULL;
    size_t n = 0;
    for (const dpc_stmt *s = prelude->first; s != NULL; s = s->next)
        if (s->kind == DPC_S_DEF && gen_below(g, ++n) == 0)
            chosen = s;
    if (chosen == NULL)
        abort();
    PART(g, GEN_PRELUDE);
    return call_def(g, chosen, depth);
}

static dpc_expr *arithmetic(gen *g, int depth)
{
    static const char *const ops[] = {"+", "+", "-", "*", "*", "/"};
    const char *op = ops[gen_below(g, 6)];
    dpc_expr *a = gen_real(g, depth - 1), *b = gen_real(g, depth - 1);
    return gen_binary(g, op, a, op[0] == '/' && gen_chance(g, 80) ? safe(g, b) : b);
}

dpc_expr *gen_real(gen *g, int depth)
{
    if (depth <= 0)
        return leaf(g);
    if (may_call_method(g) && g->range_depth == 0 && gen_chance(g, 20))
        return integral_of_choice(g, depth);
    if (may_call_method(g) && gen_chance(g, g->range_depth > 0 ? 50 : 15))
        return g->range_depth > 0 && gen_chance(g, 50) ? conditional(g, depth)
                                                       : gen_method(g, depth);
    if (may_call_method(g) && depth > 2 && g->range_depth == 0 && gen_chance(g, 25))
        return range(g, depth);
    const size_t choice = gen_below(g, 100);
    dpc_expr *e = NULL;
    const gen_var *def;
    if (choice < 28)
        return arithmetic(g, depth);
    if (choice < 46)
        return unary(g, depth);
    if (choice < 52)
        return power(g, depth);
    if (choice < 57)
        return extremum(g, depth);
    if (choice < 64)
        return conditional(g, depth);
    if (choice < 68 && g->loop_depth < 2)
        return fold(g, depth);
    if (choice < 71 && g->loop_depth < 2)
        e = fold_list(g, depth);
    else if (choice < 73 && g->loop_depth < 2)
        return iterate(g, depth);
    else if (choice < 81 && g->range_depth < (gen_chance(g, 40) ? 2 : 1) && g->loop_depth < 2)
        return range(g, depth);
    else if (choice < 92 && g->range_depth + g->loop_depth < 2)
        return call_prelude(g, depth);
    else if (choice < 95 && (def = pick(g, V_DEF)) != NULL)
        return call_def(g, def->def, depth);
    else if (choice < 97) {
        e = node(g, DPC_E_NEG, 1);
        e->arg[0] = gen_real(g, depth - 1);
    } else if (choice < 98)
        return gen_int(g, depth);
    return e != NULL ? e : leaf(g);
}
