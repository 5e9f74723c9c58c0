/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Whether the certificate of a cell agrees with the table. */
#include "table/table.h"

#include "base/rational.h"
#include "cert/cert.h"
#include "query/query.h"
#include "query/value_text.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    dpc_table_t *t;
    size_t row, column;
    const dpc_column *c;
    const dpc_cell *cell;
    const char *name; /* of the certificate */
    dpc_query_t *q;   /* with the parameters of the cell */
    const dpc_verdict_info *v;
} checking;

static dpc_status contradiction(checking *k, const char *what)
{
    return dpc_fail(&k->t->diag, DPC_DOMAIN,
                    "%s is not a certificate of row %zu, column %s: it is about another %s",
                    k->name, k->row + 1, k->c->name, what);
}

/* ---- the subject of the certificate ---- */

/* The id determines the text of a theorem of the catalogue; for a theorem file, compare the texts.
 */
static bool same_text(const checking *k, const char *text, size_t length)
{
    dpc_certificate cert = {.buffer = NULL};
    dpc_cert_error error = {.line = 0, .diag = {.status = DPC_OK}};
    bool same = !k->q->theorem.is_own;
    if (!same && dpc_cert_read(&cert, text, length, &error) == DPC_OK) {
        const dpc_source *s = &k->q->unit->source;
        const dpc_cert_file *f = &cert.file[0];
        const bool ends = s->len > 0 && s->text[s->len - 1] == '\n';
        same = f->length == s->len + !ends && memcmp(f->text, s->text, s->len) == 0;
        dpc_cert_clear(&cert);
    }
    return same;
}

/* The certificate's value of a parameter, or NULL. */
static const char *param_of(const dpc_verdict_info *v, const char *name)
{
    for (size_t i = 0; i < v->nparams; i++)
        if (strcmp(v->param[i].name, name) == 0)
            return v->param[i].value;
    return NULL;
}

/* The order of a number of the certificate and x: -1, 0 or 1; 2: the text is not a number. */
static int compare_number(const char *text, const mpq_t x)
{
    dpc_diag diag = {.status = DPC_OK};
    mpq_t claimed;
    mpq_init(claimed);
    const bool read =
        text != NULL && dpc_rational_parse(claimed, text, strlen(text), "", &diag) == DPC_OK;
    const int order = read ? mpq_cmp(claimed, x) : 0;
    mpq_clear(claimed);
    return !read ? 2 : (order > 0) - (order < 0);
}

static bool same_param(const checking *k, size_t i)
{
    const dpc_input *in = &k->q->code->input[i];
    const char *claimed = param_of(k->v, in->name);
    if (!k->q->known[i])
        return k->c->kind == DPC_COLUMN_SOLVE && strcmp(in->name, k->c->of) == 0 &&
               compare_number(claimed, dpc_cell_solution(k->cell)) == 0;
    char *value = dpc_value_text(k->q->value[i],
                                 dpc_type_has_records(in->type) ? &k->q->list[in->slot] : NULL, in);
    const bool same = value != NULL && claimed != NULL && strcmp(value, claimed) == 0;
    free(value);
    return same;
}

static bool same_params(const checking *k)
{
    for (size_t i = 0; i < k->q->code->ninputs; i++)
        if (k->q->code->input[i].role == DPC_INPUT_PARAM && !same_param(k, i))
            return false;
    return true;
}

/* ---- its claims ---- */

/* Whether the claim shows that the solution meets its target. */
static bool meets_target(checking *k, const dpc_verdict_item *claim)
{
    const char *written;
    mpq_t target;
    mpq_init(target);
    const bool number = dpc_table_number(k->t, k->row, k->c->target, target, &written);
    const int c = number ? compare_number(claim->value, target) : 2;
    mpq_clear(target);
    return strcmp(claim->relation, k->c->relation) == 0 &&
           (c == 0 || c == (k->c->relation[0] == '<' ? -1 : 1));
}

/* Whether the claim is an end of the cell. */
static bool is_end(const checking *k, const dpc_verdict_item *claim)
{
    return compare_number(claim->value,
                          claim->relation[0] == '<' ? k->cell->most : k->cell->least) == 0;
}

/* Whether the claims alone show that the number of the cell is right. */
static bool shows_number(checking *k)
{
    const bool solves = k->c->kind == DPC_COLUMN_SOLVE;
    const char *about = solves ? k->c->result : k->c->of;
    size_t claims = 0;
    for (size_t i = 0; i < k->v->nclaims; i++) {
        const dpc_verdict_item *claim = &k->v->claim[i];
        if (strcmp(claim->name, about) != 0)
            continue;
        if (!(solves ? meets_target(k, claim) : is_end(k, claim)))
            return false;
        claims++;
    }
    return claims > 0 && k->v->kind != DPC_CERT_REFUTATION;
}

/* Whether the cell is the same when computed again: a certificate may claim less than the cell
   shows, because the checker may confirm less. */
static dpc_status evaluate_again(checking *k)
{
    char *record = NULL, *known = dpc_table_record(k->t, k->row, k->column);
    dpc_status status = dpc_table_compute(k->t, k->row, k->column, &record, NULL);
    if (status == DPC_OK && (known == NULL || strcmp(record, known) != 0))
        status = contradiction(k, "number");
    free(record);
    free(known);
    return status;
}

static dpc_status judge(checking *k, const char *text, size_t length)
{
    if (k->v == NULL)
        return dpc_fail(&k->t->diag, DPC_NOMEM, "out of memory");
    if (k->v->verdict != DPC_VERIFIED)
        return dpc_fail(
            &k->t->diag, k->v->verdict == DPC_VERIFY_UNDECIDED ? DPC_UNDECIDED : DPC_DOMAIN,
            "the certificate of row %zu, column %s: %s", k->row + 1, k->c->name, k->v->line);
    if (strcmp(k->v->theorem, k->c->id) != 0 || !same_text(k, text, length))
        return contradiction(k, "theorem");
    if (!same_params(k))
        return contradiction(k, "setting");
    return shows_number(k) ? k->t->diag.status : evaluate_again(k);
}

dpc_status dpc_table_verify(dpc_table_t *t, size_t row, size_t column, const char *name,
                            const char *text, size_t length, char **line)
{
    *line = NULL;
    dpc_diag_reset(&t->diag);
    if (name == NULL || text == NULL)
        return dpc_fail(&t->diag, DPC_PARSE,
                        "a certificate needs a name and a text, and neither may be NULL");
    if (row >= t->nrows || column >= t->ncolumns ||
        dpc_table_cell(t, row, column)->state != DPC_CELL_NUMBER)
        return dpc_fail(&t->diag, DPC_PARSE, "this cell has no number");
    checking k = {.t = t,
                  .row = row,
                  .column = column,
                  .c = &t->column[column],
                  .cell = dpc_table_cell(t, row, column),
                  .name = name,
                  .q = dpc_table_query(t, row, column)};
    if (k.q == NULL)
        return t->diag.status;
    dpc_verdict_info *v = dpc_certificate_verify(name, text, length, NULL, 0, 0);
    k.v = v;
    dpc_status status = judge(&k, text, length);
    if (status == DPC_OK && (*line = strdup(v->line)) == NULL)
        status = dpc_fail(&t->diag, DPC_NOMEM, "out of memory");
    dpc_verdict_free(v);
    dpc_query_free(k.q);
    return status;
}
