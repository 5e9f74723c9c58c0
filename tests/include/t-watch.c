/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The progress hook of long calls: it is called often enough, counted in steps, and a call that it
   ends leaves nothing behind.  A build with sanitizers also sees leaks of memory. */
#include "check_util.h"
#include "long_calls.h"

#include <stdlib.h>

enum {
    EVERY = 1 << 16,  /* steps between reports, as dpcert.h promises, */
    MOST = 4 * EVERY, /* except within a single operation */
    PLACES = 4        /* places at which a call is stopped */
};

typedef struct {
    unsigned long calls, stop_at; /* 0: never */
    uint64_t steps, widest;
    bool after_stop, strange; /* after a stop; unknown phase or fewer steps */
} record;

static bool is_known(const char *phase)
{
    static const char *const phases[] = {"evaluate", "search", "plan", "solve", "grid", "verify"};
    for (size_t i = 0; i < sizeof phases / sizeof phases[0]; i++)
        if (strcmp(phase, phases[i]) == 0)
            return true;
    return false;
}

static int hook(const dpc_progress_info *info)
{
    record *r = info->data;
    r->after_stop = r->after_stop || (r->stop_at > 0 && r->calls >= r->stop_at);
    r->strange = r->strange || !is_known(info->phase) || info->steps <= r->steps;
    r->calls++;
    if (info->steps - r->steps > r->widest)
        r->widest = info->steps - r->steps;
    r->steps = info->steps;
    return r->calls == r->stop_at;
}

static dpc_status run_watched(long_call *c, record *r)
{
    dpc_on_progress(hook, r);
    const dpc_status status = long_call_run(c);
    dpc_on_progress(NULL, NULL);
    return status;
}

static long_call *open_call(size_t index)
{
    long_call *c = long_call_new(index);
    ck_assert_msg(c != NULL, "%s cannot be made", long_call_name(index));
    return c;
}

static void check_stop(long_call *c, const char *name, unsigned long at)
{
    record r = {.stop_at = at};
    const dpc_status status = run_watched(c, &r);
    ck_assert_msg(status == DPC_INTERRUPTED, "%s: %s after a stop at call %lu", name,
                  dpc_status_name(status), at);
    ck_assert_msg(!r.after_stop && r.calls == at, "%s: called again after a stop at call %lu", name,
                  at);
    ck_assert_msg(long_call_found(c)[0] == '\0', "%s: '%s' after a stop at call %lu", name,
                  long_call_found(c), at);
}

/* The hook is called often enough; results are the same with a hook, without one, and after a stop
   anywhere. */
START_TEST(test_calls)
{
    const size_t index = (size_t)_i;
    const char *name = long_call_name(index);
    long_call *c = open_call(index);
    const dpc_status status = long_call_run(c);
    char *found = strdup(long_call_found(c));
    ck_assert_msg(status == DPC_OK && found != NULL && found[0] != '\0', "%s: %s", name,
                  dpc_status_name(status));
    record all = {.calls = 0};
    ck_assert_int_eq(run_watched(c, &all), status);
    ck_assert_str_eq(long_call_found(c), found);
    ck_assert_msg(all.calls > 0 && !all.strange, "%s: %lu calls", name, all.calls);
    ck_assert_msg(all.widest <= MOST, "%s: %llu steps without a call", name,
                  (unsigned long long)all.widest);
    for (unsigned long k = 0; k < PLACES; k++) {
        check_stop(c, name, 1 + (all.calls - 1) * k / PLACES);
        if (k + 1 < PLACES)
            continue;
        ck_assert_int_eq(long_call_run(c), status);
        ck_assert_msg(strcmp(long_call_found(c), found) == 0, "%s: '%s' is '%s' after a stop", name,
                      found, long_call_found(c));
    }
    free(found);
    long_call_free(c);
}
END_TEST

/* A hook that uses the library: its own calls are not stopped along with the watched one. */
static int nested(const dpc_progress_info *info)
{
    long_call *inner = info->data;
    record r = {.calls = 0};
    ck_assert_int_eq(run_watched(inner, &r), DPC_OK);
    ck_assert_uint_gt(r.calls, 0);
    ck_assert_int_eq(long_call_run(inner), DPC_OK);
    return 1;
}

START_TEST(test_nested)
{
    long_call *outer = open_call(0), *inner = open_call(0);
    dpc_on_progress(nested, inner);
    ck_assert_int_eq(long_call_run(outer), DPC_INTERRUPTED);
    dpc_on_progress(NULL, NULL);
    ck_assert_int_eq(long_call_run(outer), DPC_OK);
    ck_assert_str_eq(long_call_found(outer), long_call_found(inner));
    long_call_free(outer);
    long_call_free(inner);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("watch");
    TCase *calls = tcase_create("calls");
    tcase_set_timeout(calls, 0);
    tcase_add_loop_test(calls, test_calls, 0, (int)long_calls());
    suite_add_tcase(suite, calls);
    check_add(suite, test_nested);
    return check_run(suite);
}
