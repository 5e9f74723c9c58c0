/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Accounts: their ends against the theorem behind them, several questions to one account, claims of
   other accountants, and certificates where they are asked for. */
#include "check_util.h"

#include "dpcert.h"
#include "account/account.h"
#include "base/rational.h"

#include <stdlib.h>

static dpc_account_t *open_account(dpc_catalogue_t *cat, const char *text)
{
    dpc_account_t *a = dpc_account_new(cat, "history", text, strlen(text));
    ck_assert_msg(a != NULL, "%s", dpc_catalogue_error(cat));
    return a;
}

/* The value of a decimal. */
static void set_text(mpq_t x, const char *text)
{
    dpc_diag diag = {.status = DPC_OK};
    ck_assert_int_eq(dpc_rational_parse(x, text, strlen(text), "a test", &diag), DPC_OK);
}

/* ---- numbers ---- */

/* Text and value are the same number, rounded outward; a forgotten number is unknown. */
START_TEST(test_shown)
{
    dpc_shown a, b;
    mpq_t x, d;
    mpq_inits(x, d, NULL);
    dpc_shown_init(&a);
    dpc_shown_init(&b);
    ck_assert(a.text == NULL && !dpc_shown_distance(d, &a, &b));
    mpq_set_ui(x, 2, 3);
    ck_assert(dpc_shown_round(&a, x, 3, false) && dpc_shown_round(&b, x, 3, true));
    ck_assert_str_eq(a.text, "0.666");
    ck_assert_str_eq(b.text, "0.667");
    ck_assert(dpc_shown_distance(d, &a, &b));
    ck_assert(mpq_cmp_ui(d, 1, 1000) == 0);
    ck_assert(mpq_cmp_ui(a.value, 666, 1000) == 0);
    dpc_shown_swap(&a, &b);
    ck_assert_str_eq(a.text, "0.667");
    ck_assert(dpc_shown_take(&a, "0x1p-1", NULL)); /* a text whose value is not known */
    ck_assert(a.text != NULL && !dpc_shown_distance(d, &b, &a));
    dpc_shown_forget(&b);
    ck_assert(b.text == NULL && !b.has_value);
    dpc_shown_clear(&a);
    dpc_shown_clear(&b);
    mpq_clears(x, d, NULL);
}
END_TEST

/* ---- ends ---- */

typedef struct {
    const char *history;
    const char *eps, *delta; /* one of the two is given */
    const char *lower, *upper, *theorem;
    unsigned long digits;
} row;

/* Two Gaussian releases, compared with gauss.theta; closed forms; histories that reveal nothing. */
START_TEST(test_ends)
{
    static const row rows[] = {
        {"gaussian sigma=2", "1", NULL, "6.829594983e-3", "6.829594984e-3", "gauss.mechanism-list",
         10},
        {"gaussian sigma=4 times 3\ngaussian sigma=8 times 4", "1", NULL, "6.829594983e-3",
         "6.829594984e-3", "gauss.mechanism-list", 10},
        /* a step that is (eps, delta)-DP: at its own eps the answer is close to its own delta */
        {"dp eps=1/2 delta=1e-4", "1/2", NULL, "9.999999999e-5", "1.000000001e-4",
         "compose.kov-exact", 10},
        /* delta is large enough for every eps: the answer is 0, and 0 needs no lower bound */
        {"laplace eps=1/8\ngaussian sigma=100", NULL, "9/10", "0", "0", NULL, 4},
        {"gaussian sigma=100", NULL, "9/10", "0", "0", "gauss.mechanism-list", 4},
        {"gaussian sigma=100 rate=0", NULL, "1e-5", "0", "0", NULL, 4},
    };
    dpc_catalogue_t *cat = dpc_catalogue_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dpc_account_t *a = open_account(cat, rows[i].history);
        ck_assert_int_eq(dpc_account_set_digits(a, rows[i].digits), DPC_OK);
        ck_assert_int_eq(rows[i].eps != NULL ? dpc_account_set_eps(a, rows[i].eps)
                                             : dpc_account_set_delta(a, rows[i].delta),
                         DPC_OK);
        ck_assert_msg(dpc_account_run(a) == DPC_OK, "%s: %s", rows[i].history,
                      dpc_account_error(a));
        const dpc_account_info *r = dpc_account_result(a);
        ck_assert_ptr_nonnull(r);
        ck_assert_msg(strcmp(r->lower, rows[i].lower) == 0 && strcmp(r->upper, rows[i].upper) == 0,
                      "%s: [%s, %s]", rows[i].history, r->lower, r->upper);
        if (rows[i].theorem != NULL)
            ck_assert_str_eq(r->theorem, rows[i].theorem);
        mpq_t x;
        mpq_init(x);
        set_text(x, r->upper);
        ck_assert(a->upper.number.has_value && mpq_equal(a->upper.number.value, x));
        set_text(x, r->lower);
        ck_assert(a->lower.number.has_value && mpq_equal(a->lower.number.value, x));
        mpq_clear(x);
        dpc_account_free(a);
    }
    dpc_catalogue_free(cat);
}
END_TEST

/* The ends of an epsilon that is solved for: delta is within the target at the upper end and
   exceeds it at the lower end.  Delta is evaluated there only when a certificate is asked for. */
START_TEST(test_solved)
{
    static const char *const histories[] = {"gaussian sigma=8 times 100",
                                            "randomized-response p=0.75 times 10"};
    dpc_catalogue_t *cat = dpc_catalogue_new();
    for (size_t i = 0; i < sizeof histories / sizeof histories[0]; i++) {
        dpc_account_t *a = open_account(cat, histories[i]), *b = open_account(cat, histories[i]);
        ck_assert_int_eq(dpc_account_set_delta(a, "1e-5"), DPC_OK);
        ck_assert_msg(dpc_account_run(a) == DPC_OK, "%s", dpc_account_error(a));
        ck_assert(a->upper.q == NULL && a->lower.q == NULL);
        for (int up = 0; up < 2; up++) {
            const dpc_account_info *r = dpc_account_result(a);
            mpq_t delta, target;
            mpq_inits(delta, target, NULL);
            set_text(target, "1e-5");
            ck_assert_int_eq(dpc_account_set_eps(b, up ? r->upper : r->lower), DPC_OK);
            ck_assert_int_eq(dpc_account_set_digits(b, 30), DPC_OK);
            ck_assert_int_eq(dpc_account_run(b), DPC_OK);
            set_text(delta, up ? dpc_account_result(b)->upper : dpc_account_result(b)->lower);
            ck_assert(up ? mpq_cmp(delta, target) <= 0 : mpq_cmp(delta, target) > 0);
            mpq_clears(delta, target, NULL);
            char *text = NULL;
            ck_assert_msg(dpc_account_certificate(a, up ? NULL : "lower", NULL, 0, &text) == DPC_OK,
                          "%s", dpc_account_error(a));
            dpc_verdict_info *v =
                dpc_certificate_verify("a test", text, strlen(text), "kernel", 0, 0);
            ck_assert_msg(v != NULL && v->verdict == DPC_VERIFIED, "%s", text);
            dpc_verdict_free(v);
            dpc_string_free(text);
            ck_assert_ptr_nonnull(up ? a->upper.q : a->lower.q);
        }
        dpc_account_free(a);
        dpc_account_free(b);
    }
    dpc_catalogue_free(cat);
}
END_TEST

/* Questions and settings stay in force until they are replaced. */
START_TEST(test_settings)
{
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_account_t *a = open_account(cat, "gaussian sigma=2\nadjacency add\neps 1");
    char *text = NULL;
    ck_assert_int_eq(dpc_account_run(a), DPC_OK);
    ck_assert_str_eq(dpc_account_result(a)->given, "1");
    ck_assert_int_eq(dpc_account_result(a)->adjacency, DPC_ADJACENCY_ADD);
    ck_assert_int_eq(dpc_account_set_delta(a, "2"), DPC_DOMAIN);
    check_contains(dpc_account_error(a), "delta must be above 0 and below 1");
    ck_assert(dpc_account_result(a) == NULL);
    ck_assert_int_eq(dpc_account_certificate(a, NULL, NULL, 0, &text), DPC_DOMAIN);
    check_contains(dpc_account_error(a), "there is no result");
    ck_assert_int_eq(dpc_account_set_eps(a, "-1"), DPC_DOMAIN);
    ck_assert_int_eq(dpc_account_set_eps(a, "e"), DPC_PARSE);
    ck_assert_int_eq(dpc_account_set_adjacency(a, "none"), DPC_PARSE);
    ck_assert_int_eq(dpc_account_set_extent(a, "none"), DPC_PARSE);
    ck_assert_int_eq(dpc_account_set_extent(a, NULL), DPC_PARSE);
    ck_assert_int_eq(dpc_account_set_digits(a, 0), DPC_PARSE);
    ck_assert_int_eq(dpc_account_run(a), DPC_OK); /* the failed calls changed nothing */
    ck_assert_int_eq(dpc_account_result(a)->extent, DPC_HISTORY_COMPLETE);
    ck_assert_str_eq(dpc_account_result(a)->upper, "6.829594984e-3");
    ck_assert_int_eq(dpc_account_set_extent(a, "part"), DPC_OK);
    ck_assert(dpc_account_result(a) == NULL);
    ck_assert_int_eq(dpc_account_run(a), DPC_OK);
    ck_assert_int_eq(dpc_account_result(a)->extent, DPC_HISTORY_PART);
    ck_assert_int_eq(dpc_account_certificate(a, NULL, NULL, 0, &text), DPC_OK);
    check_contains(text, "\nhistory part 1\n");
    dpc_string_free(text);
    dpc_account_free(a);
    dpc_catalogue_free(cat);
}
END_TEST

/* ---- claims ---- */

static void check_judged(const dpc_claim_verdict *v, dpc_judgement_kind verdict, bool certified)
{
    ck_assert_ptr_nonnull(v);
    ck_assert_msg(v->verdict == verdict, "%s: %s", dpc_judgement_name(v->verdict), v->why);
    ck_assert((v->certificate != NULL) == certified);
}

/* The truth is 6.829594983...e-3. */
START_TEST(test_claims)
{
    static const struct {
        const char *claimed;
        int is_lower;
        dpc_judgement_kind verdict;
    } rows[] = {
        {"0.1", 0, DPC_CLAIM_SOUND},
        {"6.829594984e-3", 0, DPC_CLAIM_SOUND},
        {"6.829594983e-3", 1, DPC_CLAIM_SOUND},
        {"6.8295e-3", 0, DPC_CLAIM_ROUNDED},
        {"6.8e-3", 0, DPC_CLAIM_ROUNDED},
        {"0.001", 0, DPC_CLAIM_UNSOUND},
        {"0.1", 1, DPC_CLAIM_UNSOUND},
        {"inf", 0, DPC_CLAIM_SOUND},
        {"inf", 1, DPC_CLAIM_UNSOUND},
        {"nan", 0, DPC_CLAIM_UNDECIDED},
    };
    static const char *const name[] = {"eps", "r"}, *const value[] = {"1", "1/2"};
    dpc_catalogue_t *cat = dpc_catalogue_new();
    dpc_account_t *a = open_account(cat, "gaussian sigma=2\neps 1");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int certify = 0; certify < 2; certify++) {
            const bool certified = certify && rows[i].verdict == DPC_CLAIM_UNSOUND;
            const dpc_claim claim = {.theorem = "gauss.theta",
                                     .result = "delta",
                                     .claimed = rows[i].claimed,
                                     .is_lower = rows[i].is_lower,
                                     .name = name,
                                     .value = value,
                                     .count = 2,
                                     .certify = certify};
            dpc_claim_verdict *v = dpc_claim_judge(cat, &claim);
            check_judged(v, rows[i].verdict, certified);
            dpc_claim_verdict_free(v);
            v = dpc_account_judge(a, rows[i].claimed, rows[i].is_lower, certify);
            check_judged(v, rows[i].verdict, certified);
            dpc_claim_verdict_free(v);
        }
    dpc_account_free(a);
    dpc_catalogue_free(cat);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("account");
    check_add(suite, test_shown);
    check_add(suite, test_ends);
    check_add(suite, test_solved);
    check_add(suite, test_settings);
    check_add(suite, test_claims);
    return check_run(suite);
}
