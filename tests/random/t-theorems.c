/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Random theorems in every arithmetic: t-theorems [-n COUNT] [-s SEED] [-c EVERY] [-o FOLDER]
   [-w WORK] [-m PERCENT] [-p] [-k] [-f FILE [NAME=VALUE...]].  Without options a short run that is
   always the same.

     -n  number of theorems (DPC_TEST_MULT multiplies it)
     -s  seed of the first theorem; each theorem's own seed is printed if it fails (DPC_SEED)
     -c  certificates are made and checked for one theorem in EVERY; 0: never
     -o  and written to this folder, for another checker
     -w  evaluations may take WORK times as many steps: methods within ranges need 20
     -m  percentage of theorems that call a method (2)
     -p  prints the theorems and all answers
     -k  goes on after a disagreement
     -f  this theorem, at these numbers, COUNT times; brackets are random */
#include "check_util.h"
#include "dpcert.h"
#include "examine.h"
#include "generate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SHORT_RUN = 200, MAX_STEPS = 10000 };

typedef struct {
    uint64_t seed;
    unsigned long count, every, work, methods;
    const char *folder, *file;
    bool print, go_on;
    char **values; /* NAME=VALUE, for the file */
    size_t nvalues;
} settings;

/* Numbers of theorems: with this part, and in total. */
typedef struct {
    unsigned long all, decided, narrow, undecided, refused, second;
} tally;

typedef struct {
    tally part[GEN_PARTS + 1];
    unsigned long brackets, verified, unsure, shifted, written, failures;
} statistics;

static exam_options options_for(const settings *s, uint64_t seed, unsigned long number)
{
    const bool certificates = s->every > 0 && number % s->every == 0;
    return (exam_options){.max_steps = MAX_STEPS * s->work,
                          .seed = seed,
                          .certificates = certificates,
                          .folder = certificates ? s->folder : NULL,
                          .number = number};
}

static void count_one(tally *t, const exam *x)
{
    bool all = true, any = false;
    for (size_t d = 0; d < EXAMINE_DOMAINS; d++) {
        all = all && x->status[d] == DPC_OK;
        any = any || x->status[d] == DPC_DOMAIN;
    }
    t->all++;
    t->decided += all;
    t->narrow += all && x->narrow;
    t->refused += any;
    t->undecided += !all && !any;
    t->second += all && x->ref_useful;
}

static void count(statistics *all, const gen_theorem *t, const exam *x)
{
    count_one(&all->part[GEN_PARTS], x);
    for (size_t i = 0; i < GEN_PARTS; i++)
        if ((t->parts >> i & 1) != 0)
            count_one(&all->part[i], x);
    all->brackets += x->brackets;
    all->verified += x->verified;
    all->unsure += x->undecided;
    all->shifted += x->refused;
    all->written += x->written;
}

static void print_statistics(const statistics *all)
{
    printf("%-14s %8s %8s %8s %9s %8s %8s\n", "", "theorems", "decided", "narrow", "undecided",
           "refused", "second");
    for (size_t i = 0; i <= GEN_PARTS; i++) {
        const tally *t = &all->part[i];
        printf("%-14s %8lu %8lu %8lu %9lu %8lu %8lu\n", i < GEN_PARTS ? gen_part_names[i] : "all",
               t->all, t->decided, t->narrow, t->undecided, t->refused, t->second);
    }
    printf("brackets accepted %lu; honest claims verified %lu, undecided %lu; dishonest claims "
           "refused %lu; files %lu; disagreements %lu\n",
           all->brackets, all->verified, all->unsure, all->shifted, all->written, all->failures);
}

/* ---- failures ---- */

static bool fails_alike(void *data, const char *text, const ref_inputs *inputs)
{
    exam x;
    exam_run(&x, text, inputs, data);
    const bool fails = x.disagreement[0] != '\0' && x.lowered;
    exam_clear(&x);
    return fails;
}

static void report(const settings *s, uint64_t seed, unsigned long number, gen_theorem *t,
                   const exam *x)
{
    exam_options f = options_for(s, seed, number);
    f.folder = NULL;
    printf("DISAGREEMENT, seed %" PRIu64 " (t-theorems -n 1 -s %" PRIu64
           " -c %d -w %lu -m %lu): %s\n",
           seed, seed, f.certificates, s->work, s->methods, x->disagreement);
    (void)fflush(stdout);
    if (x->lowered)
        gen_shrink(t, fails_alike, &f);
    exam again;
    exam_run(&again, t->text, &t->inputs, &f);
    printf("the smallest like it: %s\n%s", again.disagreement, t->text);
    gen_print_inputs(&t->inputs);
    printf("\n");
    (void)fflush(stdout);
    exam_clear(&again);
}

/* ---- the run ---- */

/* The theorem of the file, or one at random. */
static void make(gen_theorem *t, const settings *s, uint64_t seed)
{
    if (s->file == NULL)
        gen_make(t, seed, s->methods);
    else if (!gen_read(t, s->file, s->values, s->nvalues)) {
        (void)fprintf(stderr, "t-theorems: %s, or a value for it, cannot be read\n", s->file);
        exit(2);
    }
}

static void run(const settings *s, statistics *all)
{
    for (unsigned long i = 0; i < s->count && (s->go_on || all->failures == 0); i++) {
        const uint64_t seed = s->seed + i;
        gen_theorem t;
        exam x;
        make(&t, s, seed);
        if (s->print) {
            printf("seed %" PRIu64 "\n%s", seed, t.text);
            gen_print_inputs(&t.inputs);
            (void)fflush(stdout);
        }
        const exam_options options = options_for(s, seed, i);
        exam_run(&x, t.text, &t.inputs, &options);
        count(all, &t, &x);
        if (s->print)
            exam_print(&x);
        if (x.disagreement[0] != '\0') {
            all->failures++;
            report(s, seed, i, &t, &x);
        }
        exam_clear(&x);
        gen_free(&t);
    }
}

static bool read_options(settings *s, int argc, char **argv)
{
    for (int c; (c = getopt(argc, argv, "n:s:c:o:f:w:m:pk")) != -1;)
        switch (c) {
        case 'n':
            s->count = strtoul(optarg, NULL, 10);
            break;
        case 's':
            s->seed = strtoull(optarg, NULL, 0);
            break;
        case 'c':
            s->every = strtoul(optarg, NULL, 10);
            break;
        case 'o':
            s->folder = optarg;
            break;
        case 'w':
            s->work = strtoul(optarg, NULL, 10);
            break;
        case 'm':
            s->methods = strtoul(optarg, NULL, 10);
            break;
        case 'f':
            s->file = optarg;
            break;
        case 'p':
            s->print = true;
            break;
        case 'k':
            s->go_on = true;
            break;
        default:
            return false;
        }
    s->values = argv + optind;
    s->nvalues = (size_t)(argc - optind);
    return s->file != NULL || optind == argc;
}

int main(int argc, char **argv)
{
    settings s = {.seed = 1, .count = SHORT_RUN, .every = 8, .work = 1, .methods = 2};
    statistics all = {.failures = 0};
    const char *given = getenv("DPC_SEED");
    if (given != NULL && given[0] != '\0')
        s.seed = strtoull(given, NULL, 0);
    s.count *= check_mult();
    if (!read_options(&s, argc, argv)) {
        (void)fprintf(stderr,
                      "usage: t-theorems [-n COUNT] [-s SEED] [-c EVERY] [-o FOLDER] [-w WORK] "
                      "[-m METHODS] [-p] [-k] "
                      "[-f FILE [NAME=VALUE...]]\n");
        return 2;
    }
    printf("%lu theorems from DPC_SEED=%" PRIu64 " on\n", s.count, s.seed);
    run(&s, &all);
    print_statistics(&all);
    gen_cleanup();
    dpc_thread_cleanup();
    /* a generator whose theorems are mostly undecided tests little */
    const tally *t = &all.part[GEN_PARTS];
    const bool idle = t->all >= 100 && 2 * t->decided < t->all;
    if (idle)
        printf("less than half of the theorems is decided\n");
    return all.failures > 0 || idle;
}
