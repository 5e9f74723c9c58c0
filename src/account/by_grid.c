/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors. */
#include "account/by_grid.h"

#include "account/grid.h"
#include "arith/rounded.h"
#include "base/decimal.h"
#include "base/rational.h"
#include "base/watch.h"
#include "io/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    MAX_ATOMS = 1000000,
    MAX_LINE = 4096,
    ATOM_DIGITS = 40,
    ATOM_STEPS = 16 /* that it takes to read or to add an atom */
};

bool dpc_response_eps(mpq_t x, const dpc_step *s, unsigned long digits, bool up)
{
    enum { BITS_OF_FOUR_DIGITS = 14, MORE_BITS = 64 };
    mpq_div(x, s->a, s->b);
    const unsigned long bits = digits * BITS_OF_FOUR_DIGITS / 4 + MORE_BITS;
    if (!dpc_rounded(x, DPC_OP_LOG, x, bits, up))
        return false;
    if (mpq_sgn(x) < 0)
        mpq_set_ui(x, 0, 1);
    return dpc_rounded_decimal(x, x, digits, up);
}

/* ---- steps of the grid ---- */

/* A step and what it points to. */
typedef struct {
    mpq_t a, b, infinity;
    mpq_t missing; /* what the masses of a table lack to 1 */
    dpc_grid_atom *atom;
    size_t atoms, room;
} storage;

typedef struct {
    dpc_grid_step *step;
    storage *store;
    size_t count;
    dpc_diag *diag;
} steps;

static dpc_status no_memory(dpc_diag *diag)
{
    return dpc_fail(diag, DPC_NOMEM, "out of memory");
}

static void free_steps(steps *all)
{
    for (size_t i = 0; i < all->count && all->store != NULL; i++) {
        storage *s = &all->store[i];
        for (size_t k = 0; k < s->atoms; k++)
            mpq_clears(s->atom[k].loss, s->atom[k].mass, NULL);
        free(s->atom);
        mpq_clears(s->a, s->b, s->infinity, s->missing, NULL);
    }
    free(all->store);
    free(all->step);
}

/* A new atom of a table, with its numbers to be set; NULL: out of memory. */
static dpc_grid_atom *add_atom(storage *s)
{
    if (s->atoms == s->room) {
        const size_t room = s->room > 0 ? 2 * s->room : 16;
        dpc_grid_atom *more = realloc(s->atom, room * sizeof *more);
        if (more == NULL)
            return NULL;
        s->atom = more;
        s->room = room;
    }
    dpc_grid_atom *atom = &s->atom[s->atoms++];
    mpq_inits(atom->loss, atom->mass, NULL);
    return atom;
}

/* ---- tables ---- */

static bool is_infinite(const char *word)
{
    word += word[0] == '+';
    return strcasecmp(word, "inf") == 0 || strcasecmp(word, "infinity") == 0;
}

/* Whether the grid takes x as a loss. */
static bool in_reach(const mpq_t x)
{
    enum { MOST = 299 };
    const size_t num = mpz_sizeinbase(mpq_numref(x), 2), den = mpz_sizeinbase(mpq_denref(x), 2);
    return mpq_sgn(x) == 0 || (num < den + MOST && den < num + MOST);
}

static dpc_status read_loss(mpq_t loss, const char *word, const char *where, dpc_diag *diag)
{
    if (word[0] == '-' && is_infinite(word + 1))
        return dpc_fail(diag, DPC_PARSE,
                        "%s: the loss is %s, which has no mass: leave the line out", where, word);
    const dpc_status status = dpc_history_number(loss, word, strlen(word), where, diag);
    return status != DPC_OK || in_reach(loss)
               ? status
               : dpc_fail(diag, DPC_UNDECIDED,
                          "%s: the loss %.40s is out of range: its size must be 0 or between "
                          "2^-299 and 2^299. Write inf for a larger one, round a smaller one up: "
                          "the upper bound stays valid",
                          where, word);
}

/* `LOSS MASS`, where LOSS may be inf. */
static dpc_status read_atom(storage *s, char *line, const char *where, dpc_diag *diag)
{
    static const char blanks[] = " \t\r\n,";
    char *rest = NULL;
    const char *loss = strtok_r(line, blanks, &rest), *mass = strtok_r(NULL, blanks, &rest);
    if (loss == NULL)
        return DPC_OK;
    const char *more = strtok_r(NULL, blanks, &rest);
    if (mass == NULL || more != NULL)
        return dpc_fail(diag, DPC_PARSE, "%s: a line is LOSS MASS: '%.40s' %s", where,
                        more != NULL ? more : loss, more != NULL ? "is too much" : "stands alone");
    mpq_t p;
    mpq_init(p);
    dpc_status status = dpc_history_number(p, mass, strlen(mass), where, diag);
    if (status == DPC_OK && (mpq_sgn(p) < 0 || mpq_cmp_ui(p, 1, 1) > 0))
        status =
            dpc_fail(diag, DPC_PARSE, "%s: a mass is a number from 0 to 1, not %.40s", where, mass);
    if (status == DPC_OK && is_infinite(loss))
        mpq_add(s->infinity, s->infinity, p);
    else if (status == DPC_OK && mpq_sgn(p) > 0) {
        dpc_grid_atom *atom = s->atoms < MAX_ATOMS ? add_atom(s) : NULL;
        if (atom == NULL)
            status = dpc_fail(diag, DPC_PARSE, "%s: more than a million losses", where);
        else {
            mpq_set(atom->mass, p);
            status = read_loss(atom->loss, loss, where, diag);
        }
    }
    mpq_clear(p);
    return status;
}

/* The masses sum to at most 1; what they lack is kept. */
static dpc_status sum_masses(storage *s, const char *path, dpc_diag *diag)
{
    enum { SHOWN = 12 };
    mpq_t sum;
    mpq_init(sum);
    mpq_set(sum, s->infinity);
    for (size_t i = 0; i < s->atoms && !dpc_watch_step(ATOM_STEPS); i++)
        mpq_add(sum, sum, s->atom[i].mass);
    mpq_set_ui(s->missing, 1, 1);
    mpq_sub(s->missing, s->missing, sum);
    dpc_status status = DPC_OK;
    if (dpc_watch_stopped())
        status = dpc_fail(diag, DPC_INTERRUPTED, "interrupted");
    else if (mpq_sgn(s->missing) < 0) {
        mpq_neg(s->missing, s->missing);
        char *all = dpc_decimal_rational(sum, SHOWN, true);
        char *more = dpc_decimal_rational(s->missing, SHOWN, true);
        status = all == NULL || more == NULL
                     ? no_memory(diag)
                     : dpc_fail(diag, DPC_PARSE,
                                "%s: the masses sum to %s, which is %s more than 1: scale them "
                                "down, or round each one down",
                                path, all, more);
        free(all);
        free(more);
    }
    mpq_clear(sum);
    return status;
}

static dpc_status read_table(storage *s, const char *path, dpc_diag *diag)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8 */
    const char *why;
    FILE *file = dpc_file_stream(path, &why);
    if (file == NULL)
        return dpc_fail(diag, DPC_IO, "cannot read %s: %s", path, why);
    char line[MAX_LINE], where[MAX_LINE];
    dpc_status status = DPC_OK;
    for (size_t number = 1; status == DPC_OK && fgets(line, sizeof line, file) != NULL; number++) {
        char *start = line;
        (void)snprintf(where, sizeof where, "%.3900s:%zu", path, number);
        if (strlen(line) == sizeof line - 1)
            status =
                dpc_fail(diag, DPC_PARSE, "%s: the line is longer than 4000 characters", where);
        if (number == 1 && strncmp(line, mark, strlen(mark)) == 0)
            start += strlen(mark);
        start[strcspn(start, "#")] = '\0';
        if (status == DPC_OK)
            status = dpc_watch_step(ATOM_STEPS) ? dpc_fail(diag, DPC_INTERRUPTED, "interrupted")
                                                : read_atom(s, start, where, diag);
    }
    if (status == DPC_OK && ferror(file))
        status = dpc_fail(diag, DPC_IO, "cannot read %s", path);
    (void)fclose(file);
    if (status == DPC_OK && s->atoms == 0 && mpq_sgn(s->infinity) == 0)
        status = dpc_fail(diag, DPC_PARSE, "%s: there is no loss with a mass in it", path);
    return status == DPC_OK ? sum_masses(s, path, diag) : status;
}

/* What the tables lack to masses of 1, in words; NULL if nothing.  To be freed. */
static char *missing_text(const dpc_history *h, const steps *all)
{
    enum { SHOWN = 12 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    for (size_t i = 0; i < all->count; i++) {
        mpq_srcptr missing = all->store[i].missing;
        char *amount = mpq_sgn(missing) > 0 ? dpc_decimal_rational(missing, SHOWN, true) : NULL;
        if (amount != NULL)
            (void)fprintf(out,
                          "%sthe masses of %s lack %s to 1, which counts as an infinite loss for "
                          "the upper end and as nothing for the lower one (if it is infinite, add "
                          "a line 'inf %s')",
                          ftell(out) > 0 ? "; " : "", h->step[i].path, amount, amount);
        free(amount);
    }
    if (fclose(out) == 0 && size > 0)
        return text;
    free(text);
    return NULL;
}

/* Says which table has losses that no pair of distributions has, if one has; Q's mass is
   exp(-loss) times P's, and its sum, rounded down, exceeds 1. */
static void blame_table(const dpc_history *h, const steps *all, dpc_diag *diag)
{
    enum { BITS = 128 };
    mpq_t x;
    mpz_t sum, term, den; /* sum 2^-BITS: what is cut off makes it smaller */
    mpq_init(x);
    mpz_inits(sum, term, den, NULL);
    for (size_t i = 0; i < all->count; i++) {
        const storage *s = &all->store[i];
        if (h->step[i].kind != DPC_MECHANISM_LOSSES)
            continue;
        mpz_set_ui(sum, 0);
        for (size_t k = 0; k < s->atoms && !dpc_watch_step(ATOM_STEPS); k++) {
            mpq_neg(x, s->atom[k].loss);
            if (mpq_cmp_si(x, -BITS, 1) < 0 || !dpc_rounded(x, DPC_OP_EXP, x, BITS, false))
                continue; /* next to nothing */
            mpz_mul(term, mpq_numref(x), mpq_numref(s->atom[k].mass));
            mpz_mul(den, mpq_denref(x), mpq_denref(s->atom[k].mass));
            mpz_mul_2exp(term, term, BITS);
            mpz_fdiv_q(term, term, den);
            mpz_add(sum, sum, term);
        }
        mpq_set_z(x, sum);
        mpq_div_2exp(x, x, BITS);
        if (mpq_cmp_ui(x, 1, 1) <= 0)
            continue;
        dpc_diag_reset(diag);
        (void)dpc_fail(diag, DPC_DOMAIN,
                       "%s: the masses times exp(-loss) sum to %.6g, more than 1: no two "
                       "distributions P and Q have these losses log(P/Q) with these masses of P; "
                       "look at signs, and round losses up and masses down",
                       h->step[i].path, mpq_get_d(x));
    }
    mpz_clears(sum, term, den, NULL);
    mpq_clear(x);
}

/* ---- randomized response ---- */

/* Sets x to the loss of the likelier answer, rounded up or down. */
static dpc_status set_loss(mpq_t x, const dpc_step *s, bool up, dpc_diag *diag)
{
    return dpc_response_eps(x, s, ATOM_DIGITS, up) ? DPC_OK : no_memory(diag);
}

/* An atom at offset + factor * loss. */
static dpc_status put_atom(storage *t, const mpq_t offset, long factor, const mpq_t loss,
                           const mpq_t mass, dpc_diag *diag)
{
    if (mpq_sgn(mass) == 0)
        return DPC_OK;
    dpc_grid_atom *atom = add_atom(t);
    if (atom == NULL)
        return no_memory(diag);
    mpq_set_si(atom->loss, factor, 1);
    mpq_mul(atom->loss, atom->loss, loss);
    mpq_add(atom->loss, atom->loss, offset);
    mpq_set(atom->mass, mass);
    return DPC_OK;
}

/* Three atoms, at L, 0 and -L.  L is irrational; larger losses cost more, so that losses that are
   all rounded up give an upper end, and losses that are all rounded down a lower one: with lo <= L
   <= hi, hi + (hi - lo), hi - lo, -hi + (hi - lo) = -lo; or lo - (hi - lo), lo - hi, -lo - (hi -
   lo) = -hi. Either way they lie on a lattice with an offset, where the grid rounds no more.  The
   other direction has the same losses. */
static dpc_status set_response(storage *t, const dpc_step *s, bool up, dpc_diag *diag)
{
    mpq_t lo, hi, offset, rest;
    mpq_inits(lo, hi, offset, rest, NULL);
    dpc_status status = set_loss(lo, s, false, diag);
    if (status == DPC_OK)
        status = set_loss(hi, s, true, diag);
    mpq_sub(offset, hi, lo);
    if (!up)
        mpq_neg(offset, offset);
    mpq_srcptr loss = up ? hi : lo;
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, s->a);
    mpq_sub(rest, rest, s->b);
    if (status == DPC_OK)
        status = put_atom(t, offset, 1, loss, s->a, diag);
    if (status == DPC_OK)
        status = put_atom(t, offset, -1, loss, s->b, diag);
    if (status == DPC_OK)
        status = put_atom(t, offset, 0, loss, rest, diag);
    mpq_clears(lo, hi, offset, rest, NULL);
    return status;
}

/* ---- all steps ---- */

static dpc_status set_step(steps *all, size_t i, const dpc_step *s, bool up)
{
    storage *t = &all->store[i];
    dpc_grid_step *g = &all->step[i];
    dpc_status status = DPC_OK;
    mpq_set(t->a, s->a);
    mpq_set(t->b, s->b);
    switch (s->kind) {
    case DPC_MECHANISM_GAUSS:
        g->kind = mpq_cmp_ui(s->a, 1, 1) < 0 ? DPC_GRID_SGM : DPC_GRID_GAUSS;
        if (g->kind == DPC_GRID_GAUSS)
            mpq_inv(t->a, s->b);
        break;
    case DPC_MECHANISM_LAPLACE:
        g->kind = DPC_GRID_LAPLACE;
        break;
    case DPC_MECHANISM_DP:
        g->kind = DPC_GRID_DP;
        break;
    case DPC_MECHANISM_LEAK:
        g->kind = DPC_GRID_DP;
        mpq_set_ui(t->a, 0, 1);
        mpq_set(t->b, s->a);
        break;
    case DPC_MECHANISM_RESPONSE:
        mpq_add(t->b, s->a, s->b);
        g->kind = mpq_cmp_ui(t->b, 1, 1) == 0 ? DPC_GRID_DP : DPC_GRID_TABLE;
        mpq_set_ui(t->b, 0, 1);
        status = g->kind == DPC_GRID_DP ? set_loss(t->a, s, up, all->diag)
                                        : set_response(t, s, up, all->diag);
        break;
    default:
        g->kind = DPC_GRID_TABLE;
        status = read_table(t, s->path, all->diag);
        break;
    }
    g->a = t->a;
    g->b = t->b;
    g->atom = t->atom;
    g->atoms = t->atoms;
    g->infinity = mpq_sgn(t->infinity) > 0 ? t->infinity : NULL;
    g->symmetric = s->kind == DPC_MECHANISM_RESPONSE;
    const mpz_srcptr count = mpq_numref(s->count);
    if (status == DPC_OK && mpz_sizeinbase(count, 2) > 40)
        status = dpc_fail(all->diag, DPC_DOMAIN, "the grid takes no more than 10^12 equal steps");
    g->count = mpz_get_ui(count);
    return status;
}

static dpc_status make_steps(steps *all, const dpc_history *h, bool up, dpc_diag *diag)
{
    *all = (steps){.diag = diag};
    all->step = calloc(h->nsteps, sizeof *all->step);
    all->store = calloc(h->nsteps, sizeof *all->store);
    if (all->step == NULL || all->store == NULL)
        return no_memory(diag);
    all->count = h->nsteps;
    for (size_t i = 0; i < h->nsteps; i++)
        mpq_inits(all->store[i].a, all->store[i].b, all->store[i].infinity, all->store[i].missing,
                  NULL);
    dpc_status status = DPC_OK;
    for (size_t i = 0; i < h->nsteps && status == DPC_OK; i++)
        status = set_step(all, i, &h->step[i], up);
    return status;
}

/* Whether losses are the same in both directions of adjacency. */
static bool is_symmetric(const dpc_history *h)
{
    for (size_t i = 0; i < h->nsteps; i++)
        if (h->step[i].kind == DPC_MECHANISM_LOSSES ||
            (h->step[i].kind == DPC_MECHANISM_GAUSS && mpq_cmp_ui(h->step[i].a, 1, 1) < 0))
            return false;
    return true;
}

/* One end, with losses that are rounded to its side; missing: as for missing_text, or NULL. */
static dpc_status one_end(const dpc_history *h, const dpc_grid_question *question, bool up,
                          dpc_grid_result *r, char **missing, dpc_diag *diag)
{
    static const dpc_grid_side sides[] = {[DPC_ADJACENCY_ADD_REMOVE] = DPC_GRID_BOTH,
                                          [DPC_ADJACENCY_ADD] = DPC_GRID_ADD,
                                          [DPC_ADJACENCY_REMOVE] = DPC_GRID_REMOVE};
    const dpc_grid_side side = is_symmetric(h) ? DPC_GRID_REMOVE : sides[question->direction];
    steps all;
    dpc_status status = make_steps(&all, h, up, diag);
    if (status == DPC_OK) {
        status =
            question->wants_eps
                ? dpc_grid_eps(r, all.step, all.count, side, question->target, question->digits)
                : dpc_grid_delta(r, all.step, all.count, side, question->target, question->digits);
        if (status != DPC_OK)
            (void)dpc_fail(diag, status, "%s", r->why);
        if (status == DPC_DOMAIN)
            blame_table(h, &all, diag);
    }
    if (status == DPC_OK && missing != NULL)
        *missing = missing_text(h, &all);
    free_steps(&all);
    return status;
}

void dpc_grid_answer_clear(dpc_grid_answer *answer)
{
    dpc_shown_clear(&answer->lower);
    dpc_shown_clear(&answer->upper);
    free(answer->missing);
}

dpc_status dpc_history_by_grid(const dpc_history *h, const dpc_grid_question *question,
                               dpc_grid_answer *answer, dpc_diag *diag)
{
    *answer = (dpc_grid_answer){.missing = NULL};
    dpc_shown_init(&answer->lower);
    dpc_shown_init(&answer->upper);
    const bool rounded = dpc_history_has(h, DPC_MECHANISM_RESPONSE);
    dpc_grid_result r;
    dpc_grid_result_init(&r);
    dpc_status status = one_end(h, question, true, &r, &answer->missing, diag);
    if (status == DPC_OK) {
        if (!dpc_shown_round(&answer->upper, r.hi, question->digits, true))
            status = no_memory(diag);
        (void)snprintf(answer->note, sizeof answer->note, "%s", r.why);
        if (status == DPC_OK && rounded)
            status = one_end(h, question, false, &r, NULL, diag);
    }
    if (status == DPC_OK && !dpc_shown_round(&answer->lower, r.lo, question->digits, false))
        status = no_memory(diag);
    dpc_grid_result_clear(&r);
    return status;
}
