/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Certificates: those of every theorem are written and verified, every change in them is noticed,
   and a text from a stranger can neither crash nor stall the checker. */
#include "lang/flow.h"
#include "config.h"

#include "arith/arith.h"
#include "check_util.h"
#include "mutate.h"

#include "base/rational.h"
#include "cert/cert.h"
#include "cert/number.h"
#include "cert/verdict.h"
#include "query/query.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_PATH = 4096, MAX_LINE = 8192 };

/* The arithmetics that certificates are checked with here. */
static const char *const arithmetics[] = {
#ifdef DPC_WITH_ARB
    "ball", "mpfr",
#endif
    "kernel"};

static void path_of(char *out, const char *folder, const char *file)
{
    const char *top = getenv("top_srcdir");
    const int n = snprintf(out, MAX_PATH, "%s/%s/%s", top != NULL && top[0] != '\0' ? top : ".",
                           folder, file);
    ck_assert_int_lt(n, MAX_PATH);
}

static char *content_of(const char *folder, const char *file, size_t *length)
{
    char path[MAX_PATH];
    path_of(path, folder, file);
    FILE *in = fopen(path, "rb");
    ck_assert_msg(in != NULL, "%s cannot be opened", path);
    char *text = malloc(DPC_MAX_CERTIFICATE + 1);
    ck_assert_ptr_nonnull(text);
    *length = fread(text, 1, DPC_MAX_CERTIFICATE, in);
    text[*length] = '\0';
    ck_assert_int_eq(fclose(in), 0);
    return text;
}

static dpc_verdict_info *verify(const char *text, const char *arith)
{
    dpc_verdict_info *v = dpc_certificate_verify("a.cert", text, strlen(text), arith, 0, 0);
    ck_assert_ptr_nonnull(v);
    return v;
}

/* Verifies in every arithmetic there is; the statement must be the same. */
static void check_verifies(const char *text, const char *part, const char *where)
{
    for (size_t i = 0; i < sizeof arithmetics / sizeof arithmetics[0]; i++) {
        if (dpc_domain_find(arithmetics[i]) == NULL)
            continue;
        dpc_verdict_info *v = verify(text, arithmetics[i]);
        ck_assert_msg(v->verdict == DPC_VERIFIED, "%s, %s: %s", where, arithmetics[i], v->line);
        check_contains(v->line, part);
        dpc_verdict_free(v);
    }
}

static void check_rejects(const char *text, const char *reason)
{
    dpc_verdict_info *v = verify(text, NULL);
    ck_assert_msg(v->verdict == DPC_REJECTED, "%s", v->line);
    check_contains(v->line, reason);
    dpc_verdict_free(v);
}

/* The text with the only occurrence of old replaced; to be freed. */
static char *with(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    ck_assert_msg(at != NULL, "no '%s' in the text", old);
    char *out = malloc(strlen(text) + strlen(new) + 1);
    ck_assert_ptr_nonnull(out);
    (void)sprintf(out, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return out;
}

static char *certificate(dpc_query_t *q, const char *kind, const char *where)
{
    char *text = NULL;
    const dpc_status status = dpc_query_certificate(q, kind, NULL, 0, &text);
    ck_assert_msg(status == DPC_OK, "%s: %s", where, dpc_query_error(q));
    return text;
}

/* ---- every theorem ---- */

/* Moves a claimed decimal by 1e-8 of its value, towards zero or away from it; 0 becomes 1e-30. */
static void moved(char *out, size_t size, const char *number, bool up)
{
    char digits[400] = "";
    size_t n = 0;
    long place = 0;
    const char *s = number + (number[0] == '-');
    const bool negative = number[0] == '-';
    for (bool point = false; *s != '\0' && *s != 'e'; s++) {
        if (*s == '.')
            point = true;
        else {
            ck_assert_uint_lt(n + 1, sizeof digits);
            digits[n++] = *s;
            place -= point;
        }
    }
    digits[n] = '\0';
    place += *s == 'e' ? strtol(s + 1, NULL, 10) : 0;
    mpz_t m;
    ck_assert_int_eq(mpz_init_set_str(m, digits, 10), 0);
    if (mpz_sgn(m) == 0)
        (void)snprintf(out, size, "%s1e-30", up ? "" : "-");
    else {
        mpz_mul_ui(m, m, up == negative ? 99999999 : 100000001);
        char *text = mpz_get_str(NULL, 10, m), exponent[32] = "";
        const long power = place - 8 + (long)strlen(text) - 1;
        if (power != 0)
            (void)snprintf(exponent, sizeof exponent, "e%ld", power);
        (void)snprintf(out, size, "%s%c%s%s%s", negative ? "-" : "", text[0],
                       text[1] != '\0' ? "." : "", text + 1, exponent);
        free(text);
    }
    mpz_clear(m);
}

/* Every claim of the text, made sharper by 1e-8, is false, and the true end is shown. */
static void check_sharper(const char *text, const char *where)
{
    size_t seen = 0;
    for (const char *s = strstr(text, "\nclaim "); s != NULL; s = strstr(s + 1, "\nclaim ")) {
        char line[512], name[64], rel[8], number[400], other[512], changed[1024];
        (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(s + 1, "\n"), s + 1);
        ck_assert_int_eq(sscanf(line, "claim %63s %7s %399s", name, rel, number), 3);
        seen++;
        if (strcmp(number, "1e-5000000") == 0)
            continue; /* the value is far smaller: the format has no decimal for it */
        const bool upper = strcmp(rel, "<=") == 0;
        moved(other, sizeof other, number, !upper);
        (void)snprintf(changed, sizeof changed, "claim %s %s %s", name, rel, other);
        char *mutant = with(text, line, changed);
        dpc_verdict_info *v = verify(mutant, NULL);
        ck_assert_msg(v->verdict == DPC_REJECTED, "%s: %s: %s", where, changed, v->line);
        char wanted[1024];
        (void)snprintf(wanted, sizeof wanted, "%s %s %s is false: %s end ", name, rel, other,
                       upper ? "lower" : "upper");
        check_contains(v->line, wanted);
        dpc_verdict_free(v);
        free(mutant);
    }
    ck_assert_uint_ge(seen, 1);
}

static void silence_referees(dpc_query_t *q)
{
    for (size_t i = 0; i < dpc_query_inputs(q); i++)
        if (dpc_query_input(q, i)->of_referee && !dpc_query_input(q, i)->is_plan)
            ck_assert_int_eq(dpc_query_set(q, dpc_query_input(q, i)->name, "0"), DPC_OK);
}

static void set_row(dpc_query_t *q, char *line, const char *where)
{
    char *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word != NULL && strcmp(word, "|") != 0;
         word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        ck_assert_msg(equals != NULL, "%s: '%s' is not NAME=VALUE", where, word);
        *equals = '\0';
        ck_assert_msg(dpc_query_set(q, word, equals + 1) == DPC_OK, "%s: %s", where,
                      dpc_query_error(q));
    }
}

static bool has_status(const dpc_query_t *q, dpc_theorem_status status)
{
    return dpc_query_theorem(q)->status == status;
}

/* Whether at least one result depends on witnesses and on no parameter. */
static bool is_chosen(const dpc_query_t *q)
{
    bool is = false;
    dpc_chosen *chosen = calloc(q->code->nresults + 1, sizeof *chosen);
    ck_assert_ptr_nonnull(chosen);
    ck_assert(dpc_flow_chosen(q->code, chosen));
    for (size_t i = 0; i < q->code->nresults; i++)
        is = is || chosen[i] == DPC_IS_WITNESS;
    free(chosen);
    return is;
}

/* The result is a witness: it has no `value`, and a certificate that claims one is refused. */
static void check_no_value(dpc_query_t *q, const char *guarantee)
{
    char *none = NULL;
    ck_assert_int_eq(dpc_query_certificate(q, "value", NULL, 0, &none), DPC_DOMAIN);
    check_contains(dpc_query_error(q),
                   "is a witness, which you choose, not the value of a formula");
    ck_assert_ptr_null(none);
    char *forged = with(guarantee, "kind guarantee", "kind value");
    check_rejects(forged,
                  "is a witness, which the certificate chooses, not the value of a formula");
    free(forged);
}

/* The default kind and `value` at one row of a table. */
static void check_row(dpc_query_t *q, char *line, const char *where)
{
    dpc_query_reset(q);
    silence_referees(q);
    set_row(q, line, where);
    ck_assert_msg(dpc_query_run(q) == DPC_OK, "%s: %s", where, dpc_query_error(q));
    const bool sound = !has_status(q, DPC_STATUS_REFUTED) && !has_status(q, DPC_STATUS_ASYMPTOTIC);
    char *text = certificate(q, NULL, where), *again = certificate(q, NULL, where);
    ck_assert_str_eq(text, again);
    check_verifies(text,
                   !sound                                  ? "VERIFIED value "
                   : has_status(q, DPC_STATUS_CONDITIONAL) ? "VERIFIED conditional guarantee "
                                                           : "VERIFIED guarantee ",
                   where);
    check_sharper(text, where);
    free(again);
    const char *id = dpc_query_theorem(q)->id;
    if (strcmp(id, "sgm.exact-eps") == 0 || strcmp(id, "gauss.theta") == 0)
        ck_assert_int_eq(is_chosen(q), strcmp(id, "sgm.exact-eps") == 0);
    if (sound && is_chosen(q))
        check_no_value(q, text);
    else {
        char *value = certificate(q, "value", where);
        check_verifies(value, "VERIFIED value ", where);
        free(value);
    }
    free(text);
    char *none = NULL;
    if (!sound) {
        ck_assert_int_eq(dpc_query_certificate(q, "guarantee", NULL, 0, &none), DPC_DOMAIN);
        check_contains(dpc_query_error(q), "no guarantee follows from it");
    }
    ck_assert_ptr_null(none);
}

/* A few rows of each table, all of them in long runs. */
START_TEST(test_every_theorem)
{
    const size_t step = check_mult() > 1 ? 1 : 4;
    dpc_catalogue_t *cat = dpc_catalogue_new();
    size_t rows = 0;
    for (size_t k = 0; k < dpc_catalogue_count(); k++) {
        char path[MAX_PATH], name[200], line[MAX_LINE], where[300];
        (void)snprintf(name, sizeof name, "%s.dat", dpc_catalogue_id(k));
        path_of(path, "tests/data", name);
        FILE *in = fopen(path, "r");
        ck_assert_msg(in != NULL, "%s", path);
        dpc_query_t *q = dpc_query_new(cat, dpc_catalogue_id(k));
        ck_assert_ptr_nonnull(q);
        size_t row = 0;
        for (size_t number = 1; fgets(line, sizeof line, in) != NULL; number++) {
            line[strcspn(line, "\n")] = '\0';
            if (line[0] == '#' || line[0] == '\0' || row++ % step != 0)
                continue;
            (void)snprintf(where, sizeof where, "%s:%zu", name, number);
            check_row(q, line, where);
            rows++;
        }
        dpc_query_free(q);
        (void)fclose(in);
    }
    printf("certificates at %zu rows\n", rows);
    ck_assert_uint_ge(rows, 3 * dpc_catalogue_count());
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- files of certs/ ---- */

/* Calls visit for each .cert file of a folder; returns how many. */
static size_t each_file(const char *folder,
                        void (*visit)(const char *folder, const char *name, const char *text))
{
    char path[MAX_PATH];
    path_of(path, folder, "");
    DIR *dir = opendir(path);
    ck_assert_msg(dir != NULL, "%s cannot be read", path);
    size_t count = 0;
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        const char *end = strrchr(e->d_name, '.');
        if (end == NULL || strcmp(end, ".cert") != 0)
            continue;
        size_t length;
        char *text = content_of(folder, e->d_name, &length);
        if (visit != NULL)
            visit(folder, e->d_name, text);
        free(text);
        count++;
    }
    (void)closedir(dir);
    return count;
}

static void visit_good(const char *folder, const char *name, const char *text)
{
    (void)folder;
    check_verifies(text, "VERIFIED ", name);
    /* few digits: their claims are made sharper in certs/bad */
    if (strstr(name, "-cut") == NULL && strstr(name, "-far") == NULL &&
        strcmp(name, "history.cert") != 0 && strcmp(name, "history-one.cert") != 0)
        check_sharper(text, name);
}

/* 0 is VERIFIED: a verdict that nobody has reached is another one. */
START_TEST(test_new_verdict)
{
    dpc_verdict_info *v = dpc_verdict_new();
    ck_assert_int_eq(DPC_VERIFIED, 0);
    ck_assert_int_eq(v->verdict, DPC_VERIFY_UNDECIDED);
    ck_assert_int_eq(v->kind, DPC_CERT_NONE);
    dpc_verdict_free(v);
}
END_TEST

START_TEST(test_good)
{
    ck_assert_uint_ge(each_file("certs/examples", visit_good), 10);
    ck_assert_uint_ge(each_file("certs/refutations", visit_good), 1);
}
END_TEST

/* Every theorem that the catalogue calls refuted has a refutation. */
START_TEST(test_refuted)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_diag diag = {.status = DPC_OK};
    size_t refuted = 0;
    for (size_t i = 0; i < dpc_catalogue_count(); i++) {
        const dpc_unit *unit = dpc_cat_find(cat, dpc_catalogue_id(i), &diag);
        ck_assert_ptr_nonnull(unit);
        if (unit->status != DPC_STATUS_REFUTED)
            continue;
        const dpc_stmt *s = unit->first;
        while (s->kind != DPC_S_STATUS)
            s = s->next;
        ck_assert_msg(s->text != NULL, "%s names no certificate that refutes it", unit->id);
        size_t length;
        char *text = content_of(".", s->text, &length);
        char wanted[300];
        (void)snprintf(wanted, sizeof wanted, "VERIFIED refutation %s: ", unit->id);
        check_verifies(text, wanted, s->text);
        free(text);
        refuted++;
    }
    /* some theorems are refuted in more than one way */
    ck_assert_uint_le(refuted, each_file("certs/refutations", NULL));
    dpc_catalogue_free(cat);
}
END_TEST

/* One row of certs/bad/MANIFEST: file, verdict, line, reason. */
static void check_bad(char *row)
{
    char *rest = NULL;
    const char *name = strtok_r(row, " ", &rest), *word = strtok_r(NULL, " ", &rest);
    const char *number = strtok_r(NULL, " ", &rest), *reason = rest;
    ck_assert_msg(number != NULL && reason[0] != '\0', "a malformed row for %s", name);
    size_t length;
    char *text = content_of("certs/bad", name, &length), start[400];
    (void)snprintf(start, sizeof start, "%s %s:%s: ", word, name, number);
    for (size_t i = 0; i < sizeof arithmetics / sizeof arithmetics[0]; i++) {
        if (dpc_domain_find(arithmetics[i]) == NULL)
            continue;
        dpc_verdict_info *v = dpc_certificate_verify(name, text, length, arithmetics[i], 4096, 0);
        ck_assert_ptr_nonnull(v);
        ck_assert_msg(strncmp(v->line, start, strlen(start)) == 0, "%s instead of %s", v->line,
                      start);
        ck_assert_msg(v->verdict ==
                          (strcmp(word, "REJECTED") == 0 ? DPC_REJECTED : DPC_VERIFY_UNDECIDED),
                      "%s", v->line);
        check_contains(v->line, reason);
        ck_assert_uint_eq(v->where, strtoul(number, NULL, 10));
        dpc_verdict_free(v);
    }
    free(text);
}

START_TEST(test_bad)
{
    size_t length, rows = 0;
    char *manifest = content_of("certs/bad", "MANIFEST", &length), *rest = NULL;
    for (char *row = strtok_r(manifest, "\n", &rest); row != NULL;
         row = strtok_r(NULL, "\n", &rest))
        if (row[0] != '#') {
            check_bad(row);
            rows++;
        }
    free(manifest);
    ck_assert_uint_ge(rows, 30);
    ck_assert_uint_eq(rows, each_file("certs/bad", NULL));
}
END_TEST

/* ---- mutants ---- */

static int compare(const char *a, const char *b)
{
    dpc_diag diag = {.status = DPC_OK};
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    ck_assert_int_eq(dpc_rational_parse(x, a, strlen(a), "", &diag), DPC_OK);
    ck_assert_int_eq(dpc_rational_parse(y, b, strlen(b), "", &diag), DPC_OK);
    const int c = mpq_cmp(x, y);
    mpq_clears(x, y, NULL);
    return c;
}

/* The claim agrees with the enclosure. */
static void check_claim(const dpc_cert_item *claim, const char *lower, const char *upper,
                        const char *where)
{
    ck_assert_msg(claim->rel == '<' ? compare(lower, claim->text) <= 0
                                    : compare(upper, claim->text) >= 0,
                  "%s: verified, but %s is in [%s, %s]", where, claim->name, lower, upper);
}

static void set_items(dpc_query_t *q, const dpc_cert_items *items, const char *line)
{
    for (size_t i = 0; i < items->count; i++) {
        const dpc_cert_item *item = &items->item[i];
        ck_assert_msg(dpc_query_set(q, item->name, item->text) == DPC_OK, "%s", dpc_query_error(q));
        char part[300];
        (void)snprintf(part, sizeof part, "%s=%.200s", item->name, item->text);
        if (line != NULL)
            check_contains(line, part);
    }
}

/* The statement of a verified text is in the verdict, and it is true: evaluated another way, with
   more digits. */
static void check_truth(const char *text, const dpc_verdict_info *v, const char *where)
{
    dpc_certificate c;
    dpc_cert_error error;
    ck_assert_msg(dpc_cert_read(&c, text, strlen(text), &error) == DPC_OK, "%s", error.diag.text);
    dpc_catalogue_t *cat = dpc_catalogue_new();
    if (dpc_cat_text(c.id) == NULL) {
        ck_assert_int_eq(c.kind, DPC_CERT_VALUE);
        ck_assert_int_eq(dpc_catalogue_add_text(cat, "own", c.file[0].text, c.file[0].length, NULL),
                         DPC_OK);
    } else
        ck_assert_str_eq(c.file[0].text, dpc_cat_text(c.id));
    dpc_query_t *q = dpc_query_new(cat, c.id);
    ck_assert_ptr_nonnull(q);
    set_items(q, &c.param, v->line);
    set_items(q, &c.choose, NULL);
    set_items(q, &c.referee_choose, NULL);
    for (size_t i = 0; i < dpc_query_inputs(q); i++) { /* other referees */
        const dpc_input_info *in = dpc_query_input(q, i);
        if (in->of_referee && (unsigned long)in->of_referee != c.referee && !in->is_plan)
            ck_assert_int_eq(dpc_query_set(q, in->name, "0"), DPC_OK);
    }
    ck_assert_int_eq(dpc_query_set_digits(q, 30), DPC_OK);
    /* a plan may limit the digits to those that it was made for */
    const bool ran =
        dpc_query_run(q) == DPC_OK || (dpc_query_results(q) > 0 && dpc_query_bits(q) < 1000);
    ck_assert_msg(ran, "%s: verified, but %s", where, dpc_query_error(q));
    for (size_t i = 0; i < c.claim.count; i++) {
        const dpc_cert_item *claim = &c.claim.item[i];
        check_contains(v->line, claim->text);
        if (c.referee > 0 && i + 1 == c.claim.count) {
            const dpc_referee_info *r = dpc_query_referee(q, c.referee - 1);
            ck_assert_msg(r->lower != NULL, "%s: verified, but %s", where, r->why_not);
            check_claim(claim, r->lower, r->upper, where);
            continue;
        }
        for (size_t k = 0; k < dpc_query_results(q); k++) {
            const dpc_result_info *r = dpc_query_result(q, k);
            if (strcmp(r->name, claim->name) == 0)
                check_claim(claim, r->lower, r->upper, where);
        }
    }
    if (c.kind == DPC_CERT_GUARANTEE) {
        ck_assert(!has_status(q, DPC_STATUS_REFUTED) && !has_status(q, DPC_STATUS_ASYMPTOTIC));
        ck_assert_uint_eq(c.claim.count, dpc_query_results(q));
    }
    dpc_query_free(q);
    dpc_catalogue_free(cat);
    dpc_cert_clear(&c);
}

static uint64_t mutant_state;
static size_t nmutants, nverified;

static void check_mutant(const char *mutant, mutation how, bool own, const char *name)
{
    char where[300];
    (void)snprintf(where, sizeof where, "%s, mutation %s", name, mutation_names[how]);
    /* few steps: a changed digit may make a loop long, which is no error */
    dpc_verdict_info *v =
        dpc_certificate_verify("m.cert", mutant, strlen(mutant), NULL, 1024, 1000000);
    ck_assert_ptr_nonnull(v);
    nmutants++;
    if (v->verdict == DPC_VERIFIED) {
        nverified++;
        /* at witnesses a value and a guarantee claim the same side: both may be true */
        const bool both = how == MUTATE_KIND && strstr(mutant, "\nchoose ") != NULL;
        ck_assert_msg(own || both || !mutation_is_fatal(how), "%s: %s", where, v->line);
        check_truth(mutant, v, where);
    } else
        ck_assert_msg(v->verdict == DPC_REJECTED || v->verdict == DPC_VERIFY_UNDECIDED, "%s",
                      v->line);
    dpc_verdict_free(v);
}

static void visit_mutants(const char *folder, const char *name, const char *text)
{
    (void)folder;
    const bool own = strstr(text, "\ntheorem my.") != NULL;
    for (size_t k = 0; k < 4 * check_mult(); k++)
        for (int how = 0; how < MUTATIONS; how++) {
            char *mutant = mutate(text, (mutation)how, &mutant_state);
            if (mutant != NULL && strcmp(mutant, text) != 0)
                check_mutant(mutant, (mutation)how, own, name);
            free(mutant);
        }
}

/* The same mutants every time, unless DPC_SEED says otherwise. */
START_TEST(test_mutants)
{
    const char *seed = getenv("DPC_SEED");
    mutant_state = seed != NULL && seed[0] != '\0' ? strtoull(seed, NULL, 0) : 20240501;
    nmutants = nverified = 0;
    (void)each_file("certs/examples", visit_mutants);
    (void)each_file("certs/refutations", visit_mutants);
    printf("%zu mutants, of which %zu make a true statement\n", nmutants, nverified);
    ck_assert_uint_ge(nmutants, 300);
    ck_assert_uint_ge(nverified, 10);
}
END_TEST

/* ---- revisions ---- */

static dpc_verdict_info *verify_with(const char *text, const dpc_revision *old, size_t count)
{
    const dpc_revision_table table = {old, count};
    const dpc_verify_options options = {.domain = dpc_domain_fast, .revisions = &table};
    dpc_verdict_info *v = dpc_cert_verify("a.cert", text, strlen(text), &options);
    ck_assert_ptr_nonnull(v);
    return v;
}

/* The theorem's text at another revision, and a certificate that embeds it. */
START_TEST(test_revisions)
{
    size_t length;
    char *now = content_of("certs/examples", "theta.cert", &length);
    char *renumbered = with(now, "theorem gauss.theta 1", "theorem gauss.theta 7");
    char *text = with(renumbered, "|revision  1", "|revision  7");
    char *old = with(dpc_cat_text("gauss.theta"), "revision  1", "revision  7");
    check_rejects(text, "revision 7 of gauss.theta is not known here: it is at revision 1");

    dpc_revision entry = {.id = "gauss.theta",
                          .revision = 7,
                          .state = DPC_REVISION_SUPERSEDED,
                          .reason = "the text is clearer now",
                          .text = old};
    dpc_verdict_info *v = verify_with(text, &entry, 1);
    ck_assert_msg(v->verdict == DPC_VERIFIED, "%s", v->line);
    ck_assert_uint_eq(v->nnotes, 1);
    ck_assert_str_eq(v->note[0],
                     "revision 7 of gauss.theta is superseded: the text is clearer now");
    dpc_verdict_free(v);

    /* today's text under the old number, and the old text under today's */
    v = verify_with(renumbered, &entry, 1);
    ck_assert_int_eq(v->verdict, DPC_REJECTED);
    check_contains(v->line, "file gauss.theta is not the catalogue's text: its line 2");
    dpc_verdict_free(v);

    entry.state = DPC_REVISION_WITHDRAWN;
    entry.reason = "the formula had a wrong sign";
    v = verify_with(text, &entry, 1);
    ck_assert_int_eq(v->verdict, DPC_REJECTED);
    ck_assert_uint_eq(v->where, 3);
    check_contains(v->line, "revision 7 of gauss.theta is withdrawn: the formula had a wrong sign");
    dpc_verdict_free(v);
    v = verify_with(now, &entry, 1);
    ck_assert_msg(v->verdict == DPC_VERIFIED, "%s", v->line);
    dpc_verdict_free(v);
    free(now);
    free(renumbered);
    free(text);
    free(old);
}
END_TEST

/* Rejects a certificate of a superseded release of gauss.theta that had `to` where today's text has
   `from`, with this message. */
static void check_superseded(const char *from, const char *to, const char *message)
{
    size_t length;
    char *now = content_of("certs/examples", "theta.cert", &length);
    char *a = with(now, "theorem gauss.theta 1", "theorem gauss.theta 2");
    char *b = with(a, "|revision  1", "|revision  2");
    char *text = with(b, from, to);
    char *c = with(dpc_cat_text("gauss.theta"), "revision  1", "revision  2");
    char *old = with(c, from, to);
    const dpc_revision entry = {"gauss.theta", 2, DPC_REVISION_SUPERSEDED, "not as good", old};
    dpc_verdict_info *v = verify_with(text, &entry, 1);
    ck_assert_int_eq(v->verdict, DPC_REJECTED);
    check_contains(v->line, message);
    dpc_verdict_free(v);
    free(now);
    free(a);
    free(b);
    free(c);
    free(text);
    free(old);
}

/* What is evaluated is the superseded text, not today's. */
START_TEST(test_superseded_formula)
{
    check_superseded("delta = clip(theta(eps, r))", "delta = clip(2*theta(eps, r))",
                     "is false: lower end 1.365918996e-2");
}
END_TEST

/* A used theorem and the prelude have superseded releases as well. */
START_TEST(test_revisions_of_used_files)
{
    size_t length;
    char *now = content_of("certs/examples", "closed.cert", &length);
    char *text = with(now, "|title     \"Renyi DP to DP, closed form: epsilon\"",
                      "|title     \"Closed form\"");
    char *old = with(dpc_cat_text("rdp.closed-eps"), "\"Renyi DP to DP, closed form: epsilon\"",
                     "\"Closed form\"");
    char *prelude_text = with(now, "|# Functions that theorems share.", "|# Shared functions.");
    char *prelude =
        with(dpc_cat_text("prelude"), "# Functions that theorems share.", "# Shared functions.");
    dpc_revision entry[2] = {{"rdp.closed-eps", 1, DPC_REVISION_SUPERSEDED, "a better title", old},
                             {"prelude", 1, DPC_REVISION_SUPERSEDED, "a better comment", prelude}};
    dpc_verdict_info *v = verify_with(text, entry, 2);
    ck_assert_msg(v->verdict == DPC_VERIFIED, "%s", v->line);
    check_contains(v->note[0], "revision 1 of rdp.closed-eps is superseded: a better title");
    dpc_verdict_free(v);
    v = verify_with(prelude_text, entry, 2);
    ck_assert_msg(v->verdict == DPC_VERIFIED, "%s", v->line);
    check_contains(v->note[0], "prelude is superseded");
    dpc_verdict_free(v);
    entry[0].state = entry[1].state = DPC_REVISION_WITHDRAWN;
    v = verify_with(text, entry, 2);
    check_contains(v->line, "revision 1 of rdp.closed-eps is withdrawn: a better title");
    dpc_verdict_free(v);
    v = verify_with(prelude_text, entry, 2);
    check_contains(v->line, "revision 1 of prelude is withdrawn");
    dpc_verdict_free(v);
    free(now);
    free(text);
    free(old);
    free(prelude_text);
    free(prelude);
}
END_TEST

/* A theorem that this version has dropped does not count as the issuer's own. */
START_TEST(test_removed_theorem)
{
    size_t length;
    char *own = content_of("certs/examples", "own.cert", &length);
    const dpc_revision entry = {"my.steps", 3, DPC_REVISION_WITHDRAWN, "it is false", ""};
    dpc_verdict_info *v = verify_with(own, &entry, 1);
    ck_assert_int_eq(v->verdict, DPC_REJECTED);
    check_contains(v->line, "revision 3 of my.steps is withdrawn: it is false");
    dpc_verdict_free(v);
    free(own);
}
END_TEST

START_TEST(test_known_revisions)
{
    for (size_t i = 0; i < dpc_known_revisions.count; i++) {
        const dpc_revision *r = &dpc_known_revisions.revision[i];
        const char *now = dpc_cat_text(r->id);
        ck_assert_msg(r->reason != NULL && r->reason[0] != '\0', "%s: no reason", r->id);
        ck_assert_msg(now == NULL || strcmp(now, r->text) != 0, "%s: today's text", r->id);
    }
}
END_TEST

/* ---- writing ---- */

static dpc_query_t *kov(dpc_catalogue_t *cat, const char *id)
{
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_ptr_nonnull(q);
    static const char *const values[][2] = {
        {"eps", "0.1"}, {"delta", "1e-5"}, {"T", "1000"}, {"slack", "1e-6"}};
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(dpc_query_set(q, values[i][0], values[i][1]), DPC_OK);
    return q;
}

static void check_refuses(dpc_query_t *q, const char *kind, const char *context, const char *reason)
{
    char *text = NULL;
    ck_assert_int_ne(dpc_query_certificate(q, kind, &context, context != NULL, &text), DPC_OK);
    ck_assert_ptr_null(text);
    check_contains(dpc_query_error(q), reason);
}

START_TEST(test_write)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = kov(cat, "compose.kov");
    check_refuses(q, NULL, NULL, "needs results");
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    check_refuses(q, "proof", NULL, "unknown kind of certificate 'proof'");
    check_refuses(q, "refutation", NULL, "compose.kov is not refuted here");
    check_refuses(q, NULL, "two\nlines", "printable ASCII");
    check_refuses(q, NULL, "", "not empty");
    char *text = NULL;
    const char *context[2] = {"VERIFIED guarantee: everything", "end"};
    ck_assert_int_eq(dpc_query_certificate(q, NULL, context, 2, &text), DPC_OK);
    dpc_verdict_info *v = verify(text, NULL);
    ck_assert_uint_eq(v->ncontext, 2);
    ck_assert_str_eq(v->context[0], context[0]);
    ck_assert_str_eq(v->context[1], "end");
    ck_assert_int_eq(v->kind, DPC_CERT_GUARANTEE);
    ck_assert_int_eq(v->is_conditional, 0);
    dpc_verdict_free(v);
    dpc_string_free(text);
    /* the best of two referees, with a note about its point of comparison */
    text = certificate(q, "lower", "kov");
    check_contains(text, "\nreferee 2\n");
    v = verify(text, NULL);
    ck_assert_uint_eq(v->nnotes, 2);
    check_contains(v->note[0], "referee 2: the worst T steps at this eps_out");
    check_contains(v->note[1], "where eps_out is the theorem's value, in [21.6184188");
    dpc_verdict_free(v);
    free(text);
    ck_assert_int_eq(dpc_query_set_arith(q, "double"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    check_refuses(q, NULL, NULL, "certified arithmetic");
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* A result that a witness determines has one end, and no exact value. */
START_TEST(test_value_at_witness)
{
    static const char own[] = "theorem my.free\nrevision 1\ntitle \"t\"\ncite none \"none\"\n"
                              "status exact rederived\nadjacency any\nparam x : real\n"
                              "choose w : real where 0 < w <= x\nresult y = if(w < 1, x, x + 1)\n"
                              "objective y\n";
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_query_t *q = dpc_query_new(cat, "ma.gauss-closed");
    static const char *const values[][2] = {
        {"sigma", "20"}, {"T", "100"}, {"delta", "1e-5"}, {"alpha", "30"}};
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(dpc_query_set(q, values[i][0], values[i][1]), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    char *text = certificate(q, "value", "a witness"), *claim = strstr(text, "\nclaim eps <= ");
    ck_assert_ptr_nonnull(claim);
    ck_assert_ptr_null(strstr(text, "claim eps >= "));
    dpc_verdict_info *v = verify(text, NULL);
    ck_assert_int_eq(v->verdict, DPC_VERIFIED);
    check_contains(v->line, "at witnesses that the issuer chose, others give other values");
    dpc_verdict_free(v);
    const size_t size = strlen(text) + 20;
    char *forged = malloc(size);
    ck_assert_ptr_nonnull(forged);
    (void)snprintf(forged, size, "%.*s\nclaim eps >= 1%s", (int)(claim - text), text, claim);
    v = verify(forged, NULL);
    ck_assert_int_eq(v->verdict, DPC_REJECTED);
    check_contains(v->line, "eps depends on witnesses that the certificate chooses: others give "
                            "other values, so this is not a bound from below");
    dpc_verdict_free(v);
    free(forged);
    free(text);
    dpc_query_free(q);
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "free", own, sizeof own - 1, NULL), DPC_OK);
    q = dpc_query_new(cat, "my.free");
    ck_assert_int_eq(dpc_query_set(q, "x", "5"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    check_refuses(q, "value", NULL, "y depends on witnesses that the certificate chooses");
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

START_TEST(test_write_own)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    char *own = check_theorem("my.own", "param x : real\nresult y <= x/3\n");
    const char *id = NULL;
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "own.thm", own, strlen(own) - 1, &id), DPC_OK);
    dpc_query_t *q = dpc_query_new(cat, id);
    ck_assert_int_eq(dpc_query_set(q, "x", "-1"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    check_refuses(q, "guarantee", NULL, "nothing vouches for it");
    check_refuses(q, "lower", NULL, "nothing vouches for it");
    char *text = certificate(q, NULL, "own");
    check_verifies(text,
                   "VERIFIED value of the issuer's own theorem my.own: y in [-0.3333333334, "
                   "-0.3333333333] (x=-1; adjacency any; nothing vouches for the theorem;",
                   "own");
    free(text);
    free(own);
    dpc_query_free(q);
    /* statements that a certificate cannot hold */
    own = check_theorem("my.tab", "param\tx : real\nresult y <= x/3\n");
    ck_assert_int_eq(dpc_catalogue_add_text(cat, "tab.thm", own, strlen(own), &id), DPC_OK);
    q = dpc_query_new(cat, id);
    ck_assert_int_eq(dpc_query_set(q, "x", "1"), DPC_OK);
    ck_assert_int_eq(dpc_query_run(q), DPC_OK);
    check_refuses(q, NULL, NULL, "the file has a tab");
    free(own);
    dpc_query_free(q);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- hostile texts ---- */

/* An issuer's theorem around a formula, as a certificate of its value. */
static char *own_certificate(const char *statements, size_t lines, const char *values)
{
    static const char format[] =
        "dpcert-certificate 2\nkind value\ntheorem my.h 1\nneighbours any\nfile my.h %zu\n"
        "|theorem   my.h\n|revision  1\n|title     \"t\"\n|cite      x \"y\"\n"
        "|status    proved paper\n|adjacency any\n%s%sclaim y >= 0\n"
        "claim y <= 1\nend\n";
    const size_t prelude_size = 2 * strlen(dpc_cat_text("prelude")) + strlen(values) + 100;
    char *prelude = malloc(prelude_size);
    ck_assert_ptr_nonnull(prelude);
    size_t n = 0, used = (size_t)snprintf(prelude, prelude_size, "file prelude ");
    for (const char *s = dpc_cat_text("prelude"); *s != '\0'; s++)
        n += *s == '\n';
    used += (size_t)snprintf(prelude + used, prelude_size - used, "%zu\n|", n);
    for (const char *s = dpc_cat_text("prelude"); *s != '\0'; s++) {
        prelude[used++] = *s;
        if (*s == '\n' && s[1] != '\0')
            prelude[used++] = '|';
    }
    (void)snprintf(prelude + used, prelude_size - used, "%s", values);
    const size_t size = sizeof format + strlen(statements) + strlen(prelude) + 40;
    char *text = malloc(size);
    ck_assert_ptr_nonnull(text);
    (void)snprintf(text, size, format, 6 + lines, statements, prelude);
    free(prelude);
    return text;
}

static void check_hostile(const char *statements, size_t lines, const char *values,
                          dpc_verdict verdict, const char *reason)
{
    char *text = own_certificate(statements, lines, values);
    dpc_verdict_info *v = verify(text, NULL);
    ck_assert_msg(v->verdict == verdict, "%s", v->line);
    check_contains(v->line, reason);
    dpc_verdict_free(v);
    free(text);
}

static char *repeated(const char *before, const char *piece, size_t count, const char *after)
{
    const size_t n = strlen(piece);
    char *text = malloc(strlen(before) + count * n + strlen(after) + 1);
    ck_assert_ptr_nonnull(text);
    char *at = stpcpy(text, before);
    for (size_t i = 0; i < count; i++)
        at = stpcpy(at, piece);
    (void)stpcpy(at, after);
    return text;
}

/* The text with "COUNT times a line made from its number" before the result. */
static char *numbered(const char *before, const char *format, size_t count, const char *after)
{
    char *text = malloc(strlen(before) + count * (strlen(format) + 20) + strlen(after) + 1);
    ck_assert_ptr_nonnull(text);
    char *at = stpcpy(text, before);
    for (size_t i = 0; i < count; i++)
        at += sprintf(at, format, i);
    (void)stpcpy(at, after);
    return text;
}

/* Names are compared with all other names: their number and lengths are limited. */
static void check_many_names(void)
{
    static const struct {
        const char *before, *format, *after;
        size_t count, lines;
    } many[] = {{"", "|def f%zu(x) = x\n", "|result y <= 1\n", 20000, 20001},
                {"", "|let f%zu = 1\n", "|result y <= 1\n", 20000, 20001},
                {"|param x : enum(a", ", a%zu", ")\n|result y <= 1\n", 20000, 2},
                {"|param x : list(a", ", a%zu", ")\n|result y <= 1\n", 20000, 2},
                {"|def f(a", ", a%zu", ") = 1\n|result y <= 1\n", 20000, 2}};
    for (size_t i = 0; i < sizeof many / sizeof many[0]; i++) {
        char *text = numbered(many[i].before, many[i].format, many[i].count, many[i].after);
        check_hostile(text, many[i].lines, "", DPC_REJECTED,
                      "more than 2000 names get a meaning in this file: that is the limit");
        free(text);
    }
    /* so many names are accepted, and so are many different numbers */
    char *text = numbered("", "|let f%zu = 1\n", 1999, "|result y <= f0\n");
    check_hostile(text, 2000, "", DPC_VERIFIED, "y in [0, 1]");
    free(text);
    text = numbered("|let x = max(0", ", %zu", 15000, ")\n|result y <= 1\n");
    check_hostile(text, 2, "", DPC_REJECTED,
                  "names and numbers are compared more than 100000000 times");
    free(text);
    char *name = repeated("|let ", "a", 61, " = 1\n|result y <= 1\n");
    check_hostile(name, 2, "", DPC_REJECTED, "a name of 61 characters is too long");
    free(name);
}

START_TEST(test_hostile_theorems)
{
    check_hostile("|result y <= 1/2\n", 1, "", DPC_VERIFIED, "y in [0, 1]");
    char *nested = repeated("|result y <= ", "(", 100000, "1\n");
    check_hostile(nested, 1, "", DPC_REJECTED, "nested too deeply: at most 200 levels");
    free(nested);
    char *minus = repeated("|result y <= ", "-", 100000, "1\n");
    check_hostile(minus, 1, "", DPC_REJECTED, "nested too deeply: at most 200 levels");
    free(minus);
    char *large = repeated("|result y <= 0", " + 1", 400000, "\n");
    check_hostile(large, 1, "", DPC_REJECTED, "bytes are too many for a theorem: at most 1048576");
    free(large);
    check_hostile("|result y <= iterate(z = 1, 10^12, z/2)\n", 1, "", DPC_VERIFY_UNDECIDED,
                  "exceed the limit of 100000000 steps");
    check_hostile("|result y <= sum(i = 1..10^15, 1/i)\n", 1, "", DPC_VERIFY_UNDECIDED,
                  "exceed the limit of 100000000 steps");
    check_hostile("|result y <= 1e1000000000000000000\n", 1, "", DPC_REJECTED, "that is the limit");
    check_hostile("|result y <= 1e9999999 - 1e9999998 + 1e9999997\n", 1, "", DPC_REJECTED,
                  "the exponents of all numbers in the theorem add up to more than");
    check_hostile(
        "|let a[i = 1..4000000] = i\n|let b[i = 1..4000000] = i\n|result y <= a[1] + b[1]\n", 3, "",
        DPC_VERIFY_UNDECIDED, "the limit of 512 MiB of memory is reached");
    /* each definition is as large as a theorem may be, and there are many definitions */
    char *defs = repeated("|def f0(x) = x + 1\n", "", 0, "");
    size_t lines = 1;
    for (int i = 1; i <= 218; i++, lines++) {
        char line[100];
        const int of = i <= 18 ? i - 1 : 18;
        (void)snprintf(line, sizeof line, "|def f%d(x) = f%d(x) + f%d(x)\n", i, of, of);
        char *more = repeated(defs, line, 1, "");
        free(defs);
        defs = more;
    }
    char *bomb = repeated(defs, "|result y <= 1\n", 1, "");
    check_hostile(bomb, lines + 1, "", DPC_REJECTED, "more than 200000 instructions");
    free(defs);
    free(bomb);
    check_many_names();
    check_hostile("|use c = my.h()\n|result y <= 1\n", 2, "", DPC_REJECTED, "");
    check_hostile("|result y <= 10^10^10^10\n", 1, "", DPC_VERIFY_UNDECIDED, "");
    check_hostile("|method fourier\n|result y <= 1\n", 2, "", DPC_REJECTED,
                  "unknown method 'fourier'");
}
END_TEST

/* A method is a number wherever it stands: its value here is 1.4466e-9, so that every y is 2, and
   the claim y <= 1 is false.  Jets have no such number: with all arguments at hand, which the terms
   with 0 ensure, a run that took the method for a function of x would compute some other number. */
START_TEST(test_hostile_methods)
{
#define PLAN                                                                                     \
    "choose w = "                                                                                \
    "inversion(theta=3.55,A=13.6,K=12,h=0.414,j0=-25,j1=25,fine=7,coarse=0,strip=3.98,spread=4," \
    "shift=0,cut=0,soft=0,core=1,far=0,edge=0)\n"
#define READ "0*(1 + q + T + 11 + 3.55 + 13.6 + 12 + 0.414 + j + 25 + 7 + 3.98 + 4 + 0)"
#define CALL(s) "inversion(1, q, " s ", T, 11, w) + 0*" s " + " READ
#define SMALL(value) "if(" CALL("s") " <= 1e-9, 0, " value ")"
    static const struct {
        const char *before, *result;
        size_t lines;
    } own[] = {
        {"", "integral(x = 0..1, " SMALL("2") ")", 8},
        {"", "integral(x = 0..1, integral(z = 0..1, " SMALL("2") "))", 8},
        {"", "inf(p = 1..2, integral(x = 0..1, " SMALL("2") "))", 8},
        {"", "sup(p = 1..2, sum(i = 1..2, integral(x = 0..1, " SMALL("1") ")))", 8},
        {"", "integral(x = 0..1, sum(i = 1..2, " SMALL("1") "))", 8},
        {"", "integral(x = 0..1, iterate(z = 0, 2, z + " SMALL("1") "))", 8},
        {"", "integral(x = 0..1, max(i = 1..2, " SMALL("2") "))", 8},
        {"", "integral(x = 0..1, if(x < 2 and " CALL("s") " <= 1e-9, 0, 2))", 8},
        {"", "integral(x = 0..1, x) - 1/2 + integral(x = 0..1, " SMALL("2") ")", 8},
        {"|let v[i = 1..2] = s*i/2\n", "integral(x = 0..1, if(" CALL("v[2]") " <= 1e-9, 0, 2))", 9},
        {"|def f(t) = " CALL("t") "\n", "integral(x = 0..1, if(f(s) <= 1e-9, 0, 2))", 9},
        {"|let m = " CALL("s") "\n", "integral(x = 0..1, if(m <= 1e-9, 0, 2))", 9},
        {"|let z = sqrt(s)^2\n", "integral(x = 0..1, if(" CALL("z") " <= 1e-9, 0, 2))", 9},
        /* the same without */
        {"", "integral(x = 0..1, if(inversion(1, q, s, T, 11, w) <= 1e-9, 0, 2))", 8},
    };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        char text[1000];
        (void)snprintf(text, sizeof text,
                       "|method inversion\n|param q : real\n|param s : real\n|param T : int\n"
                       "|param j : int\n|choose w : plan(inversion)\n%s|result y <= %s\n"
                       "|objective y\n",
                       own[i].before, own[i].result);
        check_hostile(text, own[i].lines,
                      "param q = 1/10000\nparam s = 2\nparam T = 1000000000\nparam j = -25\n" PLAN,
                      DPC_REJECTED, "y <= 1 is false: lower end ");
    }
    check_hostile("|method product\n|param a : list(q, sigma, count : int)\n"
                  "|param b : list(eps, count : int)\n|param c : list(eps, delta, count : int)\n"
                  "|param q : real\n|param T : int\n|param j : int\n|choose w : plan(inversion)\n"
                  "|result y <= integral(x = 0..1, if(product(1, a, b, c, 11, w) + " READ
                  " <= 1e-9, 0, 2))\n|objective y\n",
                  10,
                  "param a = [(1/10000,2,1000000000)]\nparam b = []\nparam c = []\nparam q = 1\n"
                  "param T = 1\nparam j = -25\n" PLAN,
                  DPC_REJECTED, "y <= 1 is false: lower end ");
#undef SMALL
#undef CALL
#undef READ
#undef PLAN
}
END_TEST

/* Not verified, in any arithmetic; limits keep the cells from going on for long. */
static void check_never(const char *statements, size_t lines, const char *values)
{
    enum { BITS = 128, STEPS = 300000 };
    char *text = own_certificate(statements, lines, values);
    for (size_t i = 0; i < sizeof arithmetics / sizeof arithmetics[0]; i++) {
        dpc_verdict_info *v =
            dpc_certificate_verify("a.cert", text, strlen(text), arithmetics[i], BITS, STEPS);
        ck_assert_ptr_nonnull(v);
        ck_assert_msg(v->verdict != DPC_VERIFIED, "%s%s: %s", statements, values, v->line);
        dpc_verdict_free(v);
    }
    free(text);
}

/* Arguments outside the lemmas of a method are refused; admissible ones, however unusual, have
   their value. */
START_TEST(test_hostile_arguments)
{
    static const struct {
        const char *arguments; /* direction, q, sigma, T, eps, before the plan */
        const char *reason;
    } refused[] = {
        {"1, 2, 3, 20, 1", "q must be <= 1"},
        {"1, -1/2, 3, 20, 1", "q must be > 0"},
        {"1, 0, 3, 20, 1", "q must be > 0"},
        {"1, 1/2, 0, 20, 1", "sigma must be > 0"},
        {"1, 1/2, -3, 20, 1", "sigma must be > 0"},
        {"1, 1/2, 3, 0, 1", "the number of steps must be an integer from 1"},
        {"1, 1/2, 3, -20, 1", "the number of steps must be an integer from 1"},
        {"2, 1/2, 3, 20, 1", "the direction must be 1 (remove) or 0 (add)"},
        {"-1, 1/2, 3, 20, 1", "the direction must be 1 (remove) or 0 (add)"},
        /* enclosures that reach beyond the range: 1 and 0 as roots give them */
        {"1, sqrt(2)*sqrt(1/2), 3, 20, 1", "q must be <= 1"},
        {"1, sqrt(2)^2 - 2, 3, 20, 1", "q must be > 0"},
        {"1, 1/2, sqrt(2)^2 - 2, 20, 1", "sigma must be > 0"},
        {"1, if(sqrt(2)^2 >= 2, 1/2, 3/2), 3, 20, 1", "q must be <= 1"},
        {"1, 1/2, 3, floor(sqrt(2)^2), 1", ""},
        {"1, sum(i = 1..3, 1/2), 3, 20, 1", "q must be <= 1"},
        {"1, 1/2, iterate(z = 1, 2, z - 1), 20, 1", "sigma must be > 0"},
    };
    static const char plan[] =
        "choose w = inversion(theta=1,A=30,K=200,h=0.2,j0=-60,j1=60,fine=5,coarse=0,"
        "strip=2,spread=1/2,shift=2,cut=0,soft=0,core=1,far=0,edge=0)\n";
#define HEAD "|method inversion\n|choose w : plan(inversion)\n"
    char text[400];
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        (void)snprintf(text, sizeof text, HEAD "|result y <= inversion(%s, w)\n|objective y\n",
                       refused[i].arguments);
        char *cert = own_certificate(text, 4, plan);
        dpc_verdict_info *v =
            dpc_certificate_verify("a.cert", cert, strlen(cert), "kernel", 256, 0);
        ck_assert_msg(v->verdict != DPC_VERIFIED, "%s: %s", refused[i].arguments, v->line);
        check_contains(v->line, refused[i].reason);
        dpc_verdict_free(v);
        free(cert);
        /* nor within a range or a branch that may be taken */
        (void)snprintf(text, sizeof text,
                       HEAD "|result y <= inf(p = 0..1, 0*p + inversion(%s, w))\n|objective y\n",
                       refused[i].arguments);
        check_never(text, 4, plan);
        (void)snprintf(text, sizeof text,
                       HEAD "|result y <= if(sqrt(2)^2 > 2, inversion(%s, w), 0)\n|objective y\n",
                       refused[i].arguments);
        check_never(text, 4, plan);
    }
    /* a negative epsilon, against formulas: y is 1/2 and a difference below 1e-6 */
    static const char *const good[] = {
        "inversion(1, 1, 3, 4, -1, w) - theta(-1, 2/3)",
        "inversion(0, 1, 3, 4, -3, w) - theta(-3, 2/3)",
        "inversion(1, 1/2, 3, 1, -1/5, w) - sgm_remove(1/2, 3, -1/5)",
        "inversion(1, sqrt(1/8)*sqrt(2), 3, 1, 1/5, w) - sgm_remove(1/2, 3, 1/5)",
        "inversion(0, 1/2, sqrt(3)^2, 1, 1/5, w) - sgm_add(1/2, 3, 1/5)",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        (void)snprintf(text, sizeof text, HEAD "|result y <= 1/2 + 100*(%s)\n|objective y\n",
                       good[i]);
        check_hostile(text, 4, plan, DPC_VERIFIED, "y in [0, 1]");
    }
#undef HEAD
}
END_TEST

/* The functions of the prelude can be called with any arguments, and so can a function that appeals
   to a lemma: the lemma counts only where its hypotheses hold.  The hint is a bracket of a function
   that falls to its right end but has its infimum, 1/2, at its left end; if the hint were trusted,
   y would be between 0 and 1 everywhere. */
START_TEST(test_hostile_lemmas)
{
#define END "hint 99/100 999999999/1000000000 end\n"
    static const char hint[] = "param a = 1/2\n" END, twice[] = "param a = 1/2\n" END END;
#define LEAST "bernoulli_least(a, -1, 3/4) - 6/10"
    static const struct {
        const char *statements, *values;
        size_t lines;
    } never[] = {
        {"|result y <= " LEAST "\n", hint, 2},
        {"|let b = " LEAST "\n|result y <= b\n", hint, 3},
        {"|def f(t) = bernoulli_least(t, -1, 3/4)\n|result y <= f(a) - 6/10\n", hint, 3},
        {"|let b[i = 1..1] = " LEAST "\n|result y <= b[1]\n", hint, 3},
        {"|result y <= if(" LEAST " >= 0, 0, 2)\n", hint, 2},
        {"|require " LEAST " >= 0\n|result y <= 0\n", hint, 3},
        {"|result y <= sum(i = 1..2, if(i == 1, " LEAST ", 0))\n", hint, 2},
        {"|result y <= iterate(z = a, 1, bernoulli_least(z, -1, 3/4) - 6/10)\n", hint, 2},
        {"|result y <= inf(t = 0..1, " LEAST ")\n", twice, 2},
        {"|result y <= sup(t = 0..1, " LEAST ")\n", twice, 2},
        {"|result y <= integral(t = 0..1, " LEAST ")\n", twice, 2},
        /* numbers that are not exact, alpha on both sides of 1, or next to it */
        {"|result y <= bernoulli_least(sqrt(a)^2, -1, 3/4) - 6/10\n", hint, 2},
        {"|result y <= bernoulli_least(if(sqrt(2)^2 >= 2, a, 2), -1, 3/4) - 6/10\n", hint, 2},
        {"|result y <= bernoulli_least(2*sqrt(a)^2, -1, 3/4) - 6/10\n", hint, 2},
        /* eps below 0, or on both sides of it; delta below 0 and beyond 1 */
        {"|result y <= bernoulli_least(4*a, -1, 1/4)/2\n", "param a = 1/2\nhint 3/10 2/5 11/20\n",
         2},
        {"|result y <= bernoulli_least(a, sqrt(2)^2 - 2, 3/4) + 1/3\n", hint, 2},
        {"|result y <= bernoulli_least(4*a, 1, -1/2)/4\n",
         "param a = 1/2\nhint -2/5 -1/100 1/1000\n", 2},
        {"|result y <= bernoulli_least(4*a, 1, 3/2)/4\n", "param a = 1/2\nhint 11/10 6/5 7/5\n", 2},
        /* a label of the issuer's own, whatever its condition */
        {"|result y <= inf(p = -2..2, (p^2 - 1)^2 + p/10, quasiconvex L-RDP-CONVEX where a > 0)\n",
         "param a = 1/2\nhint 1/2 1 3/2\n", 2},
        {"|result y <= inf(p = -2..2, (p^2 - 1)^2 + p/10, quasiconvex L-RDP-CONVEX)\n",
         "param a = 1/2\nhint 1/2 1 3/2\n", 2},
    };
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        char text[400];
        (void)snprintf(text, sizeof text, "|param a : real\n%s", never[i].statements);
        check_never(text, never[i].lines, never[i].values);
    }
    check_hostile("|param a : real\n|result y <= " LEAST "\n", 2, hint, DPC_REJECTED,
                  "y >= 0 is false: upper end ");
    /* where the hypotheses hold the lemma counts, in an issuer's theorem too */
    check_hostile("|param a : real\n|result y <= bernoulli_least(4*a, 1, 1/4)/3\n", 2,
                  "param a = 1/2\nhint 139/250 111/200 14/25\n", DPC_REJECTED,
                  "the numbers of the bracket do not increase");
    check_hostile("|param a : real\n|result y <= bernoulli_least(4*a, 1, 1/4)/3\n", 2,
                  "param a = 1/2\nhint 111/200 139/250 14/25\n", DPC_VERIFIED, "y in [0, 1]");
    check_hostile("|param a : real\n|result y <= bernoulli_least(4*a, 1, 1/4)/3\n", 2,
                  "param a = 1/2\n", DPC_REJECTED, "a hint is missing");
#undef LEAST
#undef END
}
END_TEST

START_TEST(test_hostile_values)
{
    check_hostile("|param x : real\n|result y <= x\n", 2, "param x = 1e1000000000000000000\n",
                  DPC_REJECTED, "the exponents of all values add up to more than 1000000");
    check_hostile("|param x : real\n|result y <= x\n", 2, "param x = 10^10000000000\n",
                  DPC_REJECTED, "'10^10000000000' is no number of a certificate");
    check_hostile("|param x : real\n|result y <= x\n", 2, "param x = 1e-999999\n", DPC_VERIFIED,
                  "x=1e-999999");
    char *params = repeated("", "param x = 1\n", 20000, "");
    check_hostile("|param x : real\n|result y <= x\n", 2, params, DPC_REJECTED,
                  "more than 10000 statements: that is the limit");
    free(params);
    params = repeated("", "param x = 1\n", 5000, "");
    check_hostile("|param x : real\n|result y <= x\n", 2, params, DPC_REJECTED,
                  "param x is given twice");
    free(params);
    char *list = repeated("param s = [0", ",0", 2100000, "]\n");
    check_hostile("|param s : list(a)\n|result y <= sum(t in s, t.a)\n", 2, list, DPC_REJECTED,
                  "more than 2000000 numbers in lists: that is the limit");
    free(list);
}
END_TEST

/* ---- how numbers are written ---- */

/* Every number has one spelling: others are refused, each for its reason. */
START_TEST(test_numbers)
{
    static const char *const good[] = {"0",     "7",     "-7",   "120",  "0.5",
                                       "-0.50", "12.25", "1e30", "1e-5", "-2.5e7",
                                       "1/3",   "-22/7", "0.0",  "1.0",  "3e1"};
    static const char *const bad[][2] = {
        {"+0.1", "no + stands before it"},
        {"0030", "leading zeros"},
        {"00.1", "leading zeros"},
        {"1E3", "write an integer"},
        {"1e03", "the exponent is 0 or has leading zeros"},
        {"1e0", "the exponent is 0 or has leading zeros"},
        {"1e+3", "the exponent has a +"},
        {"1e", "write an integer"},
        {"1e-", "write an integer"},
        {"10e3", "one digit stands before the point"},
        {"0.1e3", "one digit stands before the point"},
        {"2000/2", "lowest terms"},
        {"0/3", "lowest terms"},
        {"3/1", "denominator of 2 or more"},
        {"1/0", "the denominator is 0"},
        {"1/02", "the denominator is 0 or has leading zeros"},
        {"1/-2", "write an integer"},
        {"1/2/3", "write an integer"},
        {"0.5/2", "write an integer"},
        {"-0", "0 has no sign"},
        {"-0.00", "0 has no sign"},
        {"10^3", "write an integer"},
        {"0x1p-4", "write an integer"},
        {"0X1P-4", "write an integer"},
        {".5", "write an integer"},
        {"5.", "write an integer"},
        {"--1", "write an integer"},
        {"1_000", "write an integer"},
    };
    char values[200];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        (void)snprintf(values, sizeof values, "param x = %s\n", good[i]);
        check_hostile("|param x : real\n|result y <= 1\n", 2, values, DPC_VERIFIED, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        (void)snprintf(values, sizeof values, "param x = %s\n", bad[i][0]);
        check_hostile("|param x : real\n|result y <= 1\n", 2, values, DPC_REJECTED, bad[i][1]);
        (void)snprintf(values, sizeof values, "param x = [(1,%s)]\n", bad[i][0]);
        check_hostile("|param x : list(a, b)\n|result y <= 1\n", 2, values, DPC_REJECTED,
                      bad[i][1]);
        (void)snprintf(values, sizeof values, "param x = 1\nhint 1 %s 3\n", bad[i][0]);
        check_hostile("|param x : real\n|result y <= 1\n", 2, values, DPC_REJECTED, bad[i][1]);
    }
    static const char *const lists[] = {"[(1,2)", "[(1,2),]", "[(1,2)(3,4)]", "[()]", "["};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        (void)snprintf(values, sizeof values, "param x = %s\n", lists[i]);
        check_hostile("|param x : list(a, b)\n|result y <= 1\n", 2, values, DPC_REJECTED,
                      "of a certificate: ");
    }
    check_hostile("|param x : list(a, b)\n|result y <= 1\n", 2, "param x = []\n", DPC_VERIFIED,
                  "x=[]");
}
END_TEST

/* The whole grammar of values is read, including forms that no theorem takes. */
START_TEST(test_values)
{
    static const struct {
        const char *text;
        dpc_cert_shape shape;
    } good[] = {
        {"1/3", DPC_SHAPE_NUMBER},
        {"remove", DPC_SHAPE_WORD},
        {"add-remove", DPC_SHAPE_WORD},
        {"[]", DPC_SHAPE_ROWS},
        {"[(1,2),(3,4)]", DPC_SHAPE_ROWS},
        {"[(1)]", DPC_SHAPE_ROWS},
        {"[1,2]", DPC_SHAPE_LIST},
        {"[(1,2),3]", DPC_SHAPE_LIST},
        {"[[(1,2)]]", DPC_SHAPE_LIST},
        {"[a-b,c]", DPC_SHAPE_LIST},
        {"k()", DPC_SHAPE_RECORD},
        {"k() x 2", DPC_SHAPE_RECORD},
        {"poisson(rate=1/100,sigma=11/10) x 1000", DPC_SHAPE_RECORD},
        {"[k(a=1) x 10,k(a=[b(c=d) x 2,(1,2)])]", DPC_SHAPE_LIST},
    };
    static const char *const bad[] = {
        "",          " ",           "a ",         "a b",   "a-",         "-a",        "a--b",
        "a-_",       "(1,2)",       "[(a)]",      "[()]",  "[[]",        "[]]",       "[,]",
        "[1,]",      "[(1,(2))]",   "k(",         "k(a)",  "k(a=)",      "k(a=1,)",   "k(a=1,b)",
        "k(a-b=1)",  "k(a=1]",      "[k(a=1)x2]", "k() x", "k() x ",     "k() x 0",   "k() x 01",
        "k() x 1e3", "k() x 2 x 3", "[1] x 2",    "a x 2", "k(a=(1,2))", "k(a=1)(b)", "k(a=1, b=2)",
        "k(a = 1)",  "=",           "k=1",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ck_assert_msg(dpc_cert_value_fault(good[i].text).why == NULL, "%s", good[i].text);
        ck_assert_msg(dpc_cert_value_shape(good[i].text) == good[i].shape, "%s", good[i].text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(dpc_cert_value_fault(bad[i]).why != NULL, "'%s' is no value", bad[i]);
    for (size_t deep = 15; deep <= 18; deep++) {
        char *inner = repeated("", "k(a=", deep, "1"), *text = repeated(inner, ")", deep, "");
        ck_assert_msg((dpc_cert_value_fault(text).why == NULL) == (deep <= DPC_CERT_MAX_NESTING),
                      "%zu levels", deep);
        free(inner);
        free(text);
    }
    /* as many records as a certificate can have: each is read once, without reading ahead */
    char *many = repeated("[", "k() x 1,", DPC_CERT_MAX_NUMBERS - 1, "k()]");
    ck_assert_ptr_null(dpc_cert_value_fault(many).why);
    free(many);
    check_hostile("|param x : list(a)\n|result y <= 1\n", 2, "param x = [1,2]\n", DPC_REJECTED,
                  "parameter x is a list of rows");
    check_hostile("|param x : enum(a, b)\n|result y <= 1\n", 2, "param x = a()\n", DPC_REJECTED,
                  "parameter x takes no records like 'a()'");
}
END_TEST

static void check_shown(const char *before, size_t count, const char *after, const char *shown)
{
    char *value = repeated(before, "0", count, after), out[DPC_CERT_SHOWN];
    ck_assert_ptr_null(dpc_cert_value_fault(value).why);
    ck_assert_str_eq(dpc_cert_show(out, value), shown);
    free(value);
}

/* Long numbers keep their size when they are shown. */
START_TEST(test_shown_numbers)
{
    check_shown("0.", 300, "1", "1e-301");
    check_shown("-0.", 300, "125", "-1.25e-301");
    check_shown("1", 100, "", "1e100");
    check_shown("1", 100, "1", "1.0000000000000000000...e101");
    check_shown("1.", 100, "1e-30", "1.0000000000000000000...e-30");
    check_shown("1.", 100, "e7", "1e7");
    check_shown("1.", 100, "", "1");
    check_shown("0.", 100, "", "0");
    check_shown("1/1", 100, "", "1/1e100");
    check_shown("1", 100, "/3", "1e100/3");
    check_shown("12.", 40, "5", "12.00000000000000000000000000000000000000005");
    char *value = repeated("0.", "9", DPC_CERT_MAX_DIGITS, "");
    ck_assert_str_eq(dpc_cert_value_fault(value).why, "more than 5000 digits: that is the limit");
    free(value);
    char *list = repeated("[(1,2)", ",(3,4)", 100, "]"), out[DPC_CERT_SHOWN];
    const char *shown = dpc_cert_show(out, list);
    ck_assert_uint_le(strlen(shown), 400);
    check_contains(shown, ",(3,4),... (607 characters)]");
    free(list);
    list = repeated("[k(a=1)", ",k(a=2) x 3", 100, "]");
    shown = dpc_cert_show(out, list);
    ck_assert_uint_le(strlen(shown), 400);
    check_contains(shown, ",k(a=2) x 3... (1108 characters)]");
    free(list);
    list = repeated("k(a=1", ",b=22", 200, ")");
    shown = dpc_cert_show(out, list);
    ck_assert_uint_le(strlen(shown), 400);
    check_contains(shown, ",b=22... (1006 characters)");
    free(list);
    list = repeated("k(a=", "9", 5000, ")");
    check_contains(dpc_cert_show(out, list), "k(a=9999999999");
    ck_assert_uint_le(strlen(out), 400);
    free(list);
    /* the verdict is no longer than a few lines, whatever is claimed */
    char *claim = repeated("|result y <= 10^4990\n", "", 0, "");
    char *own = own_certificate(claim, 1, ""), *nines = repeated("claim y <= ", "9", 5000, "");
    char *text = with(own, "claim y <= 1", nines);
    dpc_verdict_info *v = verify(text, NULL);
    ck_assert_msg(v->verdict == DPC_VERIFIED, "%s", v->line);
    check_contains(v->line, "y in [0, 9.9999999999999999999...e4999]");
    ck_assert_uint_lt(strlen(v->line), 400);
    dpc_verdict_free(v);
    free(claim);
    free(own);
    free(nines);
    free(text);
}
END_TEST

/* An issuer's own theorem says so, and it cannot look like a theorem of the catalogue. */
START_TEST(test_imitations)
{
    static const char *const ids[] = {"Compose.kov", "compose.kov-", "compose_kov", "COMPOSEKOV",
                                      "prelude-"};
    size_t length;
    char *own = content_of("certs/examples", "own.cert", &length);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        char first[100], file[100], line[100], reason[100];
        (void)snprintf(first, sizeof first, "\ntheorem %s 3", ids[i]);
        (void)snprintf(file, sizeof file, "\nfile %s 9", ids[i]);
        (void)snprintf(line, sizeof line, "\n|theorem   %s", ids[i]);
        char *a = with(own, "\ntheorem my.steps 3", first), *b = with(a, "\nfile my.steps 9", file);
        char *text = with(b, "\n|theorem   my.steps", line);
        (void)snprintf(reason, sizeof reason, "a.cert:3: %s looks like ", ids[i]);
        check_rejects(text, reason);
        free(a);
        free(b);
        free(text);
    }
    check_verifies(own, "VERIFIED value of the issuer's own theorem my.steps: ", "own.cert");
    free(own);
}
END_TEST

/* No release is asymptotic today; an asymptotic release would give no guarantee. */
START_TEST(test_asymptotic)
{
    check_superseded("status    exact", "status    asymptotic",
                     "gauss.theta is asymptotic: its formula gives no guarantee");
}
END_TEST

START_TEST(test_hostile_sizes)
{
    char *text = repeated("dpcert-certificate 2\n", "x", DPC_MAX_CERTIFICATE, "\n");
    check_rejects(text, "the certificate is larger than 16777216 bytes: that is the limit");
    free(text);
    text = repeated("dpcert-certificate 2\nkind value\ntheorem a 1\nneighbours any\n",
                    "file a 1\n|\n", 100, "");
    check_rejects(text, "more than 64 files: that is the limit");
    free(text);
    static const char zero[] = "dpcert-certificate 2\0kind value\n";
    dpc_verdict_info *v = dpc_certificate_verify("z", zero, sizeof zero - 1, NULL, 0, 0);
    check_contains(v->line, "REJECTED z:1: the control character 0x00");
    dpc_verdict_free(v);
    /* a file name cannot write a line of its own */
    v = dpc_certificate_verify("a\nVERIFIED\x1b", "x\n", 2, NULL, 0, 0);
    ck_assert_ptr_null(strpbrk(v->line, "\n\x1b"));
    check_contains(v->line, "REJECTED a\\nVERIFIED\\x1b:1: this is not a certificate");
    dpc_verdict_free(v);
    /* C1 controls and bidirectional overrides, as UTF-8 and raw */
    static const unsigned char bytes[] = {'a', 0xc2, 0x9b, 0x9b, 0xe2, 0x80, 0xae, 'b', 0x7f, 0};
    v = dpc_certificate_verify((const char *)bytes, "x\n", 2, NULL, 0, 0);
    check_contains(v->line, "REJECTED a\\u009b\\x9b\\u202eb\\x7f:1: this is not a certificate");
    dpc_verdict_free(v);
    ck_assert_ptr_null(dpc_certificate_verify("a", "", 0, "double", 0, 0));
    ck_assert_ptr_null(dpc_certificate_verify("a", "", 0, "none", 0, 0));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cert");
    check_add(suite, test_every_theorem);
    check_add(suite, test_new_verdict);
    check_add(suite, test_good);
    check_add(suite, test_refuted);
    check_add(suite, test_bad);
    check_add(suite, test_mutants);
    check_add(suite, test_revisions);
    check_add(suite, test_superseded_formula);
    check_add(suite, test_revisions_of_used_files);
    check_add(suite, test_removed_theorem);
    check_add(suite, test_known_revisions);
    check_add(suite, test_write);
    check_add(suite, test_value_at_witness);
    check_add(suite, test_write_own);
    check_add(suite, test_hostile_theorems);
    check_add(suite, test_hostile_methods);
    check_add(suite, test_hostile_arguments);
    check_add(suite, test_hostile_lemmas);
    check_add(suite, test_hostile_values);
    check_add(suite, test_hostile_sizes);
    check_add(suite, test_numbers);
    check_add(suite, test_values);
    check_add(suite, test_shown_numbers);
    check_add(suite, test_imitations);
    check_add(suite, test_asymptotic);
    return check_run(suite);
}
