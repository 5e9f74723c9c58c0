/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert account: the privacy cost of a history of steps, bounded from both sides. */
#include "cli/cli.h"
#include "cli/files.h"
#include "io/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_HISTORY = 16 << 20 }; /* bytes */

/* ---- reading ---- */

/* Reads a whole file, "-" for standard input; *text is to be freed. */
static cli_exit read_all(const char *path, char **text, size_t *length)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    const char *cause = NULL;
    FILE *file = is_stdin ? stdin : dpc_file_stream(path, &cause);
    if (file == NULL)
        return cli_fail(CLI_USAGE, "cannot read %s: %s", path, cause);
    *text = malloc(MAX_HISTORY + 1); /* one byte more shows that the file is too long */
    errno = 0;
    *length = *text != NULL ? fread(*text, 1, MAX_HISTORY + 1, file) : 0;
    const bool failed = ferror(file) != 0;
    const int why = errno;
    if (!is_stdin)
        (void)fclose(file);
    return *text == NULL ? cli_no_memory()
           : failed      ? cli_fail(CLI_USAGE, "cannot read %s: %s", path, strerror(why))
                         : CLI_CONTINUE;
}

static cli_exit apply(const cli_account *s, dpc_status status)
{
    char why[CLI_ERROR_SIZE];
    return status == DPC_OK
               ? CLI_CONTINUE
               : cli_fail(cli_exit_of(status), "%s", cli_account_error(why, s->account));
}

/* Fails with CLI_USAGE if the value of an option is refused, whatever the library's status. */
static cli_exit option(const cli_account *s, dpc_status status)
{
    return status == DPC_OK || status == DPC_NOMEM
               ? apply(s, status)
               : cli_fail(CLI_USAGE, "%s", dpc_account_error(s->account));
}

static cli_exit apply_options(const cli_account *s, const cli_args *args)
{
    dpc_account_t *a = s->account;
    cli_exit code = CLI_CONTINUE;
    if (args->eps != NULL && args->delta != NULL)
        return cli_fail(CLI_USAGE,
                        "--eps and --delta exclude each other: give the one that is known");
    if (args->eps != NULL)
        code = option(s, dpc_account_set_eps(a, args->eps));
    if (args->delta != NULL)
        code = option(s, dpc_account_set_delta(a, args->delta));
    if (code == CLI_CONTINUE && args->adjacency != NULL)
        code = option(s, dpc_account_set_adjacency(a, args->adjacency));
    if (code == CLI_CONTINUE && args->extent != NULL)
        code = option(s, dpc_account_set_extent(a, args->extent));
    if (code == CLI_CONTINUE && args->digits != NULL) {
        unsigned long long n;
        code = cli_read_count(args->digits, "digits", 100000, &n);
        if (code == CLI_CONTINUE)
            code = option(s, dpc_account_set_digits(a, (unsigned long)n));
    }
    return code;
}

cli_exit cli_account_open(cli_account *s, const cli_args *args, const char *path)
{
    char *text = NULL;
    size_t length = 0;
    *s = (cli_account){.cat = dpc_catalogue_new()};
    if (s->cat == NULL)
        return cli_no_memory();
    cli_exit code = read_all(path, &text, &length);
    if (code == CLI_CONTINUE) {
        const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
        s->account = dpc_account_new(s->cat, name, text, length);
        code = s->account != NULL ? apply_options(s, args)
                                  : cli_fail(CLI_USAGE, "%s", dpc_catalogue_error(s->cat));
    }
    free(text);
    return code;
}

void cli_account_close(cli_account *s)
{
    dpc_account_free(s->account);
    dpc_catalogue_free(s->cat);
}

/* ---- output ---- */

void cli_put_steps(const dpc_account_t *a, const char *indent)
{
    for (size_t i = 0; i < dpc_account_steps(a); i++) {
        const dpc_account_step_info *step = dpc_account_step(a, i);
        (void)fputs(indent, stdout);
        if (strcmp(step->count, "1") != 0)
            cli_put(step->count);
        (void)fputs(strcmp(step->count, "1") != 0 ? " x " : "", stdout);
        cli_put_cut(step->text);
        putchar('\n');
    }
    if (dpc_account_steps(a) == 0)
        printf("%snone that reveals anything\n", indent);
}

static void put_ends(const cli_args *args, const dpc_account_info *r)
{
    printf("  %s%-10s ", cli_colour_on(args, CLI_BOLD), r->name);
    if (r->lower == NULL)
        printf("<= %s (no lower bound is known)", r->upper);
    else if (r->upper == NULL)
        printf(">= %s (no upper bound is known)", r->lower);
    else if (strcmp(r->lower, r->upper) == 0)
        printf("= %s", r->upper);
    else
        printf("in [%s, %s]", r->lower, r->upper);
    printf("%s\n", cli_colour_on(args, CLI_PLAIN));
}

static void put_text(const cli_args *args, const cli_account *s)
{
    const dpc_account_info *r = dpc_account_result(s->account);
    dpc_theorem_info entry;
    printf("account of ");
    cli_put(args->word[0]);
    printf(" (%s)\n", r->form);
    cli_put_steps(s->account, "  step       ");
    printf("  adjacency  %s\n  given      %s = ", dpc_adjacency_name(r->adjacency), r->given_name);
    cli_put_cut(r->given);
    putchar('\n');
    put_ends(args, r);
    if (r->theorem != NULL && dpc_theorem_get(s->cat, r->theorem, &entry) == DPC_OK)
        printf("  entry      %s: %s\n", r->theorem, entry.title);
    else if (r->method == DPC_ACCOUNT_GRID)
        printf("  method     the integer grid: no entry says as much; without a certificate\n");
    for (size_t i = 0; i < r->nassumptions; i++) {
        const int column = printf("  assuming   ");
        cli_put_wrapped(args, r->assumption[i], column, column);
    }
    for (size_t i = 0; i < r->npremises; i++) {
        const int column = printf("  premise    ");
        cli_put_wrapped(args, r->premise[i], column, column);
    }
    if (args->cert != NULL) {
        printf("  written    ");
        cli_put(args->cert);
        putchar('\n');
    }
}

json_t *cli_json_account_steps(const dpc_account_t *a)
{
    json_t *steps = json_array();
    bool good = steps != NULL;
    for (size_t i = 0; i < dpc_account_steps(a) && good; i++) {
        const dpc_account_step_info *step = dpc_account_step(a, i);
        json_t *o = json_object();
        good = cli_json_set(o, "mechanism", cli_json_text(step->mechanism));
        good = cli_json_set(o, "text", cli_json_text(step->text)) && good;
        good = cli_json_set(o, "count", cli_json_text(step->count)) && good;
        good = cli_json_append(steps, o) && good;
    }
    if (good)
        return steps;
    json_decref(steps);
    return NULL;
}

static json_t *account_json(const cli_account *s)
{
    const dpc_account_info *r = dpc_account_result(s->account);
    json_t *o = json_object();
    bool good = cli_json_set(o, "form", cli_json_text(r->form));
    good = cli_json_set(o, "steps", cli_json_account_steps(s->account)) && good;
    good = cli_json_set(o, "adjacency", cli_json_text(dpc_adjacency_name(r->adjacency))) && good;
    good = cli_json_set(o, "extent", cli_json_text(dpc_history_name(r->extent))) && good;
    good = cli_json_set(o, r->given_name, cli_json_text(r->given)) && good;
    good = cli_json_set(o, "result", cli_json_text(r->name)) && good;
    good = cli_json_set(o, "lower", cli_json_text(r->lower)) && good;
    good = cli_json_set(o, "upper", cli_json_text(r->upper)) && good;
    good = cli_json_set(o, "digits", json_integer((json_int_t)r->digits)) && good;
    good = cli_json_set(o, "theorem", cli_json_text(r->theorem)) && good;
    good = cli_json_set(o, "method", cli_json_text(dpc_account_method_name(r->method))) && good;
    good = cli_json_set(o, "assume", cli_json_texts(r->assumption, r->nassumptions)) && good;
    good = cli_json_set(o, "premises", cli_json_texts(r->premise, r->npremises)) && good;
    good = cli_json_set(o, "history", cli_json_history(r->extent, dpc_account_steps(s->account))) &&
           good;
    if (good)
        return o;
    json_decref(o);
    return NULL;
}

/* ---- the command ---- */

static cli_exit run(const cli_account *s)
{
    cli_progress progress;
    cli_progress_start(&progress);
    const dpc_status status = dpc_account_run(s->account);
    cli_progress_end(&progress);
    return dpc_account_result(s->account) != NULL ? CLI_CONTINUE : apply(s, status);
}

static cli_exit certify(const cli_account *s, const cli_args *args)
{
    char *text = NULL;
    cli_progress progress;
    cli_progress_start(&progress);
    const dpc_status status = dpc_account_certificate(
        s->account, args->kind, (const char *const *)args->context, args->ncontext, &text);
    cli_progress_end(&progress);
    cli_exit code = status == DPC_OK ? cli_write_file(args->cert, text) : apply(s, status);
    dpc_string_free(text);
    return code;
}

/* As for a bound: an interval without a certified digit is true but no answer. */
static cli_exit verdict(const dpc_account_info *r, const char *note)
{
    if (r->digits == 0)
        return cli_fail(CLI_UNDECIDED, "no digit of %s is certified: %s", r->name, note);
    return note[0] != '\0' ? cli_fail(CLI_OK, "note: %s", note) : CLI_OK;
}

static cli_exit run_account(const cli_args *args)
{
    if (args->nwords != 1)
        return cli_fail(CLI_USAGE, "account takes one history: dpcert account SPEC --delta 1e-5");
    if (args->cert == NULL && (args->kind != NULL || args->ncontext > 0))
        return cli_fail(CLI_USAGE, "--%s is about a certificate: give --cert FILE as well",
                        args->kind != NULL ? "kind" : "context");
    if (cli_check_writable(args->cert) != CLI_CONTINUE)
        return CLI_USAGE;
    cli_account s;
    char note[CLI_ERROR_SIZE] = "";
    cli_exit code = cli_account_open(&s, args, args->word[0]);
    if (code == CLI_CONTINUE)
        code = run(&s);
    if (s.account != NULL)
        (void)cli_account_error(note, s.account);
    if (code == CLI_CONTINUE && args->cert != NULL)
        code = certify(&s, args);
    if (code == CLI_CONTINUE && args->cert != NULL && strcmp(args->cert, "-") == 0)
        code = CLI_OK;
    else if (code == CLI_CONTINUE && args->json)
        code = cli_json_print(account_json(&s));
    else if (code == CLI_CONTINUE) {
        put_text(args, &s);
        code = CLI_OK;
    }
    if (code == CLI_OK)
        code = verdict(dpc_account_result(s.account), note);
    cli_account_close(&s);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"delta", '\0', "NUMBER", CLI_PLACE(delta),
     "      --delta D, --eps E   the value that is given; it replaces the one in SPEC\n"},
    {"eps", '\0', "NUMBER", CLI_PLACE(eps), NULL},
    {"adjacency", '\0', "add-remove|add|remove|replace-one", CLI_PLACE(adjacency),
     "      --adjacency A        add-remove, add, remove or replace-one, likewise\n"},
    {"extent", '\0', "complete|part", CLI_PLACE(extent),
     "      --extent E           complete, or part: some of the steps of a run, likewise\n"},
    {"digits", 'd', "N", CLI_PLACE(digits), "  -d, --digits N     certify N digits (default 10)\n"},
    {"cert", '\0', "FILE", CLI_PLACE(cert),
     "      --cert FILE    write a certificate of the upper end (- is stdout); it declares\n"
     "                     that these steps are all that used the data (with --extent\n"
     "                     part: that they are a part of it)\n"},
    {"kind", '\0', "guarantee|lower", CLI_PLACE(kind),
     "      --kind K       of the certificate: guarantee (default) or lower\n"},
    {"context", '\0', "TEXT", CLI_PLACE(context),
     "      --context TEXT a line for its readers; several are allowed\n"},
    {"json", '\0', NULL, CLI_PLACE(json), "      --json         print one JSON object\n"},
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_account_command = {
    .name = "account",
    .run = run_account,
    .usage = "usage: dpcert account SPEC [--delta D | --eps E] [OPTION]...\n"
             "\n"
             "What a history of steps costs together, exactly, from both sides: eps at a given\n"
             "delta, or delta at a given eps.  SPEC (- is standard input) is an Opacus\n"
             "state_dict or a tree of Google's DpEvent as JSON, or a text with lines like\n"
             "\n"
             "  gaussian sigma=0.8 rate=0.01 times 1000   (rate: of Poisson sampling)\n"
             "  laplace eps=0.1 times 3\n"
             "  dp eps=0.1 delta=1e-6                     (anything that is (eps, delta)-DP)\n"
             "  randomized-response p=0.75 buckets=2      (p: of the true answer)\n"
             "  leak 1e-9                                 (the input, with this probability)\n"
             "  losses FILE                               (lines LOSS MASS)\n"
             "  adjacency add-remove                      (or add, remove, replace-one)\n"
             "  extent part                               (other steps used the data, too)\n"
             "  delta 1e-5                                (or eps 2: what is given)\n"
             "\n"
             "or the same as JSON; man dpcert has all of it.\n"
             "\n",
    .option = options,
    .more = "\n"
            "Exit status: 0 done, 1 there is no such number, 2 wrong usage, 3 undecided.\n",
};
