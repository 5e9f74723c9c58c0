/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   dpcert crosscheck: a verdict about each claim that another accountant made.  Rows are read,
   judged and printed one at a time, so that a file may have any length. */
#include "base/text.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "io/csv.h"
#include "io/stream.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef enum { TEXT, CSV, JSON } format;

typedef struct {
    const cli_args *args;
    const char *path;
    format how;
    dpc_catalogue_t *cat;
    dpc_csv csv;
    char *header[DPC_CSV_MAX_FIELDS];
    bool filled[DPC_CSV_MAX_FIELDS]; /* whether a row has something in the column */
    size_t nheader;
    size_t source, theorem, result, claimed, kind; /* columns; SIZE_MAX if there is none */
    size_t rows, count[5];                         /* verdicts */
    size_t nmalformed;                             /* rows that could not be judged */
    char why[600];                                 /* the reason for the last such row */
    dpc_account_t *account;                        /* of the last row about a history */
    char *account_key;                             /* the parameters of that row */
} crosscheck;

/* ---- reading ---- */

static size_t find_column(const crosscheck *x, const char *name)
{
    for (size_t i = 0; i < x->nheader; i++)
        if (strcmp(x->header[i], name) == 0)
            return i;
    return SIZE_MAX;
}

static cli_exit bad_file(const crosscheck *x, const char *why)
{
    return cli_fail(CLI_USAGE, "%s:%zu: %s", x->path, x->csv.line, why);
}

/* Notes why a row cannot be judged, and returns CLI_FALSE; the other rows are still judged. */
static cli_exit __attribute__((format(printf, 2, 3))) bad_row(crosscheck *x, const char *words, ...)
{
    va_list args;
    va_start(args, words);
    (void)vsnprintf(x->why, sizeof x->why, words, args);
    va_end(args);
    return CLI_FALSE;
}

static cli_exit read_header(crosscheck *x)
{
    const int first = getc(x->csv.in);
    if (first == '{' || first == '[')
        return cli_fail(CLI_USAGE,
                        "%s:1: this is JSON, not a table of claims: for a history give --delta D "
                        "(or --eps E) and --claimed NUMBER",
                        x->path);
    (void)ungetc(first, x->csv.in);
    if (!dpc_csv_next(&x->csv))
        return bad_file(x, x->csv.error != NULL ? x->csv.error : "the file is empty");
    for (x->nheader = 0; x->nheader < x->csv.nfields; x->nheader++) {
        const char *name = x->csv.field[x->nheader];
        if (find_column(x, name) != SIZE_MAX)
            return cli_fail(CLI_USAGE,
                            "%s:1: the column '%.60s' occurs twice: remove or rename one", x->path,
                            name);
        x->header[x->nheader] = strdup(name);
        if (x->header[x->nheader] == NULL)
            return cli_no_memory();
    }
    x->source = find_column(x, "source");
    x->theorem = find_column(x, "theorem");
    x->result = find_column(x, "result");
    x->claimed = find_column(x, "claimed");
    x->kind = find_column(x, "kind");
    if (x->theorem == SIZE_MAX || x->result == SIZE_MAX || x->claimed == SIZE_MAX)
        return cli_fail(
            CLI_USAGE,
            "%s:1: the columns theorem, result and claimed are needed (and source, kind, and "
            "the parameters of the theorems); if the file is a history, give --delta D --claimed "
            "EPS",
            x->path);
    return CLI_CONTINUE;
}

/* Columns that the output adds to the claim; in a file that was judged before they are replaced. */
static const char *const added[] = {"verdict", "lower", "upper", "slack_percent"};

static bool is_added_column(const crosscheck *x, size_t i)
{
    for (size_t k = 0; k < sizeof added / sizeof added[0]; k++)
        if (strcmp(x->header[i], added[k]) == 0)
            return true;
    return false;
}

static bool is_parameter_column(const crosscheck *x, size_t i)
{
    return !is_added_column(x, i) && i != x->source && i != x->theorem && i != x->result &&
           i != x->claimed && i != x->kind;
}

/* Sets *is_lower from `kind`: upper (also if it is empty) or lower; false if it is neither. */
static bool is_kind(const char *kind, bool *is_lower)
{
    *is_lower = strcmp(kind, "lower") == 0;
    return *is_lower || kind[0] == '\0' || strcmp(kind, "upper") == 0;
}

static cli_exit read_kind(crosscheck *x, dpc_claim *claim)
{
    const char *kind = x->kind != SIZE_MAX ? x->csv.field[x->kind] : "";
    bool is_lower;
    const bool good = is_kind(kind, &is_lower);
    claim->is_lower = is_lower;
    if (good)
        return CLI_CONTINUE;
    return bad_row(x, "the kind of a claim is upper or lower, not '%.40s'", kind);
}

/* ---- output ---- */

static const char *colour_of(const cli_args *args, dpc_judgement_kind verdict)
{
    static const cli_colour colours[] = {CLI_GREEN, CLI_RED, CLI_YELLOW, CLI_YELLOW, CLI_YELLOW};
    return cli_colour_on(args, colours[verdict]);
}

/* Prints the reasons of a verdict below its line. */
static void put_reasons(const char *result, const dpc_claim_verdict *v)
{
    printf("            ");
    cli_put(v->why);
    if (v->slack_text != NULL)
        printf("; %s", v->slack_text);
    if (v->lower != NULL && v->upper != NULL) {
        printf("\n            certified: ");
        cli_put(result);
        printf(" in [%s, %s]", v->lower, v->upper);
    }
    for (size_t i = 0; i < v->nassumptions; i++) {
        printf("\n            assuming: ");
        cli_put(v->assumption[i]);
    }
    for (size_t i = 0; i < v->npremises; i++) {
        printf("\n            premise: ");
        cli_put(v->premise[i]);
    }
    putchar('\n');
}

static void put_claimed(const char *claimed)
{
    if (claimed[strspn(claimed, " \t")] == '\0')
        (void)fputs("(no number)", stdout);
    else
        cli_put_cut(claimed);
}

/* The adjacency in words; the steps of a history may have none in common. */
static const char *adjacency_of(const dpc_claim_verdict *v)
{
    return v->adjacency == DPC_ADJACENCY_NONE ? "no common" : dpc_adjacency_name(v->adjacency);
}

static void put_text(const crosscheck *x, const dpc_claim *claim, const dpc_claim_verdict *v)
{
    const char *source = x->source != SIZE_MAX ? x->csv.field[x->source] : "";
    printf("%s%-11s%s ", colour_of(x->args, v->verdict), dpc_judgement_name(v->verdict),
           cli_colour_on(x->args, CLI_PLAIN));
    if (source[0] != '\0') {
        cli_put(source);
        (void)fputs(": ", stdout);
    }
    cli_put(claim->theorem);
    putchar(' ');
    cli_put(claim->result);
    (void)fputs(claim->is_lower ? " >= " : " <= ", stdout);
    put_claimed(claim->claimed);
    printf(" (");
    for (size_t i = 0; i < claim->count; i++) {
        (void)fputs(i > 0 ? ", " : "", stdout);
        cli_put(claim->name[i]);
        putchar('=');
        cli_put_cut(claim->value[i]);
    }
    printf("%s%s adjacency)\n", claim->count > 0 ? "; " : "", adjacency_of(v));
    put_reasons(claim->result, v);
}

static void put_csv_header(const crosscheck *x)
{
    for (size_t i = 0; i < x->nheader; i++)
        if (!is_added_column(x, i)) {
            dpc_csv_put(stdout, x->header[i]);
            putchar(',');
        }
    (void)puts("verdict,lower,upper,slack_percent");
}

static void put_csv_verdict(const dpc_claim_verdict *v)
{
    printf("%s,%s,%s,%s\n", dpc_judgement_name(v->verdict), v->lower != NULL ? v->lower : "",
           v->upper != NULL ? v->upper : "", v->slack_percent != NULL ? v->slack_percent : "");
}

static void put_csv(const crosscheck *x, const dpc_claim_verdict *v)
{
    for (size_t i = 0; i < x->nheader; i++)
        if (!is_added_column(x, i)) {
            dpc_csv_put(stdout, x->csv.field[i]);
            putchar(',');
        }
    put_csv_verdict(v);
}

/* Adds the verdict to the object about a claim, then prints and consumes the object. */
static cli_exit put_object(json_t *o, bool good, const dpc_claim_verdict *v)
{
    good = cli_json_set(o, "verdict", json_string(dpc_judgement_name(v->verdict))) && good;
    good = cli_json_set(o, "lower", cli_json_text(v->lower)) && good;
    good = cli_json_set(o, "upper", cli_json_text(v->upper)) && good;
    good = cli_json_set(o, "slack_percent", cli_json_text(v->slack_percent)) && good;
    good = cli_json_set(o, "slack_text", cli_json_text(v->slack_text)) && good;
    good = cli_json_set(o, "why", cli_json_text(v->why)) && good;
    good = cli_json_set(o, "adjacency", cli_json_text(dpc_adjacency_name(v->adjacency))) && good;
    good = cli_json_set(o, "status", cli_json_text(dpc_theorem_status_name(v->status))) && good;
    good = cli_json_set(o, "assume", cli_json_texts(v->assumption, v->nassumptions)) && good;
    good = cli_json_set(o, "premises", cli_json_texts(v->premise, v->npremises)) && good;
    good = cli_json_set(o, "history", cli_json_history(v->history, v->phases)) && good;
    return cli_json_line(o, good);
}

/* One object per line, as JSON Lines: a file of any length can be read. */
static cli_exit put_json(const crosscheck *x, const dpc_claim *claim, const dpc_claim_verdict *v)
{
    json_t *o = json_object(), *params = json_object();
    bool good = true;
    for (size_t i = 0; i < claim->count; i++)
        good = cli_json_set(params, claim->name[i], cli_json_text(claim->value[i])) && good;
    good = cli_json_set(o, "source",
                        cli_json_text(x->source != SIZE_MAX ? x->csv.field[x->source] : NULL)) &&
           good;
    good = cli_json_set(o, "theorem", cli_json_text(claim->theorem)) && good;
    good = cli_json_set(o, "result", cli_json_text(claim->result)) && good;
    good = cli_json_set(o, "claimed", cli_json_text(claim->claimed)) && good;
    good = cli_json_set(o, "kind", json_string(claim->is_lower ? "lower" : "upper")) && good;
    good = cli_json_set(o, "params", params) && good;
    return put_object(o, good, v);
}

/* Writes the certificate of an unsound claim, named after the line of the claim. */
static cli_exit write_certificate(const cli_args *args, size_t line, const dpc_claim_verdict *v)
{
    char path[4096];
    if (args->certs == NULL || v->certificate == NULL)
        return CLI_CONTINUE;
    (void)snprintf(path, sizeof path, "%s/line-%zu.cert", args->certs, line);
    return cli_write_file(path, v->certificate);
}

/* ---- rows about a history ---- */

/* The word in the column theorem of such a row.  The row has a history, either delta or eps, and
   perhaps an adjacency. */
static const char account_row[] = "account";

static const char *value_of(const dpc_claim *claim, const char *name)
{
    for (size_t i = 0; i < claim->count; i++)
        if (strcmp(claim->name[i], name) == 0)
            return claim->value[i];
    return NULL;
}

/* The first parameter that a row about a history cannot have; NULL: none. */
static const char *stray_parameter(const dpc_claim *claim)
{
    for (size_t i = 0; i < claim->count; i++)
        if (strcmp(claim->name[i], "history") != 0 && strcmp(claim->name[i], "delta") != 0 &&
            strcmp(claim->name[i], "eps") != 0 && strcmp(claim->name[i], "adjacency") != 0)
            return claim->name[i];
    return NULL;
}

static cli_exit check_account(crosscheck *x, const dpc_claim *claim)
{
    const char *stray = stray_parameter(claim);
    const char *delta = value_of(claim, "delta"), *eps = value_of(claim, "eps");
    if (stray != NULL)
        return bad_row(
            x, "an account has no parameter '%.60s': it has history, delta or eps, and adjacency",
            stray);
    if (value_of(claim, "history") == NULL)
        return bad_row(x, "a row about an account needs the column history");
    if (strcmp(claim->result, "eps") == 0 ? delta == NULL || eps != NULL
                                          : eps == NULL || delta != NULL)
        return bad_row(x, "the result of an account is eps, at a given delta, or delta, at a "
                          "given eps");
    return strcmp(claim->result, "eps") == 0 || strcmp(claim->result, "delta") == 0
               ? CLI_CONTINUE
               : bad_row(x, "the result of an account is eps or delta");
}

/* Turns the ';' between the statements of a history into line breaks. */
static void break_lines(char *text)
{
    for (; *text != '\0'; text++)
        if (*text == ';')
            *text = '\n';
}

static dpc_status ask(dpc_account_t *a, const dpc_claim *claim)
{
    const char *adjacency = value_of(claim, "adjacency"), *delta = value_of(claim, "delta");
    dpc_status status = delta != NULL ? dpc_account_set_delta(a, delta)
                                      : dpc_account_set_eps(a, value_of(claim, "eps"));
    return status == DPC_OK && adjacency != NULL ? dpc_account_set_adjacency(a, adjacency) : status;
}

/* All parameters, one after the other; to be freed. */
static char *key_of(const dpc_claim *claim)
{
    char *key = NULL;
    size_t size;
    FILE *out = open_memstream(&key, &size);
    if (out == NULL)
        return NULL;
    for (size_t i = 0; i < claim->count; i++)
        (void)fprintf(out, "%s=%s\n", claim->name[i], claim->value[i]);
    if (fclose(out) == 0)
        return key;
    free(key);
    return NULL;
}

static void close_account(crosscheck *x)
{
    dpc_account_free(x->account);
    free(x->account_key);
    x->account = NULL;
    x->account_key = NULL;
}

/* Opens the account of a row, or keeps that of the row before if it has the same parameters. */
static cli_exit open_account(crosscheck *x, const dpc_claim *claim)
{
    char *key = key_of(claim);
    if (key == NULL)
        return cli_no_memory();
    if (x->account != NULL && strcmp(key, x->account_key) == 0) {
        free(key);
        return CLI_CONTINUE;
    }
    close_account(x);
    x->account_key = key;
    char *text = strdup(value_of(claim, "history"));
    if (text == NULL)
        return cli_no_memory();
    break_lines(text);
    x->account = dpc_account_new(x->cat, "history", text, strlen(text));
    free(text);
    if (x->account == NULL)
        return bad_row(x, "%s", dpc_catalogue_error(x->cat));
    return ask(x->account, claim) == DPC_OK ? CLI_CONTINUE
                                            : bad_row(x, "%s", dpc_account_error(x->account));
}

/* ---- judging ---- */

/* Judges a claim about a theorem, or about the history that is open. */
static dpc_claim_verdict *judge_watched(crosscheck *x, const dpc_claim *claim)
{
    cli_progress progress;
    cli_progress_start(&progress);
    dpc_claim_verdict *verdict =
        strcmp(claim->theorem, account_row) != 0
            ? dpc_claim_judge(x->cat, claim)
            : dpc_account_judge(x->account, claim->claimed, claim->is_lower, claim->certify);
    cli_progress_end(&progress);
    return verdict;
}

/* *verdict: to be freed. */
static cli_exit judge_claim(crosscheck *x, const dpc_claim *claim, dpc_claim_verdict **verdict)
{
    *verdict = NULL;
    if (strcmp(claim->theorem, account_row) != 0)
        *verdict = judge_watched(x, claim);
    else {
        cli_exit code = check_account(x, claim);
        if (code == CLI_CONTINUE)
            code = open_account(x, claim);
        if (code != CLI_CONTINUE)
            return code;
        *verdict = judge_watched(x, claim);
    }
    return *verdict != NULL ? CLI_CONTINUE : cli_no_memory();
}

static cli_exit judge_row(crosscheck *x)
{
    const char *name[DPC_CSV_MAX_FIELDS], *value[DPC_CSV_MAX_FIELDS];
    if (x->csv.nfields != x->nheader)
        return bad_row(x, "the record has %s fields than the header (%zu, not %zu)",
                       x->csv.nfields < x->nheader ? "fewer" : "more", x->csv.nfields, x->nheader);
    dpc_claim claim = {.theorem = x->csv.field[x->theorem],
                       .result = x->csv.field[x->result],
                       .claimed = x->csv.field[x->claimed],
                       .name = name,
                       .value = value,
                       .certify = x->args->certs != NULL};
    for (size_t i = 0; i < x->nheader; i++)
        if (is_parameter_column(x, i) && x->csv.field[i][0] != '\0') {
            x->filled[i] = true;
            name[claim.count] = x->header[i];
            value[claim.count++] = x->csv.field[i];
        }
    cli_exit code = read_kind(x, &claim);
    if (code != CLI_CONTINUE)
        return code;
    dpc_claim_verdict *v;
    code = judge_claim(x, &claim, &v);
    if (code != CLI_CONTINUE || v == NULL)
        return code;
    if (v->malformed)
        code = bad_row(x, "%s", v->why);
    else {
        x->rows++;
        x->count[v->verdict]++;
        code = write_certificate(x->args, x->csv.line, v);
        if (code == CLI_CONTINUE && x->how == JSON)
            code = put_json(x, &claim, v);
        else if (code == CLI_CONTINUE && x->how == CSV)
            put_csv(x, v);
        else if (code == CLI_CONTINUE)
            put_text(x, &claim, v);
    }
    dpc_claim_verdict_free(v);
    return code;
}

/* Reports a row that could not be judged: on standard error, and at its place in the output.
   There, a record that is too short or too long gets the columns of the header. */
static cli_exit put_malformed(crosscheck *x)
{
    x->nmalformed++;
    (void)bad_file(x, x->why);
    if (x->how == TEXT) {
        printf("%s%-11s%s line %zu: ", cli_colour_on(x->args, CLI_RED), "malformed",
               cli_colour_on(x->args, CLI_PLAIN), x->csv.line);
        cli_put(x->why);
        putchar('\n');
        return CLI_CONTINUE;
    }
    if (x->how == CSV) {
        for (size_t i = 0; i < x->nheader; i++)
            if (!is_added_column(x, i)) {
                dpc_csv_put(stdout, i < x->csv.nfields ? x->csv.field[i] : "");
                putchar(',');
            }
        (void)puts("malformed,,,");
        return CLI_CONTINUE;
    }
    json_t *o = json_object();
    const bool has_source = x->source != SIZE_MAX && x->source < x->csv.nfields;
    bool good =
        cli_json_set(o, "source", cli_json_text(has_source ? x->csv.field[x->source] : NULL));
    good = cli_json_set(o, "line", json_integer((json_int_t)x->csv.line)) && good;
    good = cli_json_set(o, "verdict", json_string("malformed")) && good;
    good = cli_json_set(o, "why", cli_json_text(x->why)) && good;
    return cli_json_line(o, good);
}

static void put_summary(const crosscheck *x)
{
    const size_t all = x->rows + x->nmalformed;
    printf("%zu claim%s: %zu sound, %zu rounded, %zu unjustified, %zu undecided, %zu unsound", all,
           all == 1 ? "" : "s", x->count[DPC_CLAIM_SOUND], x->count[DPC_CLAIM_ROUNDED],
           x->count[DPC_CLAIM_UNJUSTIFIED], x->count[DPC_CLAIM_UNDECIDED],
           x->count[DPC_CLAIM_UNSOUND]);
    if (x->nmalformed > 0)
        printf(", %zu malformed", x->nmalformed);
    putchar('\n');
}

/* Whether any theorem, or an account, has a parameter of this name. */
static bool is_known_parameter(dpc_catalogue_t *cat, const char *name)
{
    bool known = strcmp(name, "history") == 0 || strcmp(name, "adjacency") == 0;
    for (size_t i = 0; !known && i < dpc_catalogue_count(); i++) {
        dpc_query_t *q = dpc_query_new(cat, dpc_catalogue_id(i));
        known = q != NULL && dpc_query_find_input(q, name) != NULL;
        dpc_query_free(q);
    }
    return known;
}

/* Notes misspelt columns that are empty in all rows; a row that fills such a column was refused
   already. */
static void note_unknown_columns(const crosscheck *x)
{
    for (size_t i = 0; i < x->nheader; i++)
        if (is_parameter_column(x, i) && !x->filled[i] && !is_known_parameter(x->cat, x->header[i]))
            (void)cli_fail(CLI_CONTINUE,
                           "note: %s:1: the column '%.60s' is empty, and no theorem has such a "
                           "parameter",
                           x->path, x->header[i]);
}

/* Whether a verdict fails the gate. */
static bool fails(const cli_args *args, dpc_judgement_kind verdict)
{
    return verdict == DPC_CLAIM_UNSOUND || (args->strict && verdict != DPC_CLAIM_SOUND);
}

static cli_exit judge_all(crosscheck *x)
{
    cli_exit code = read_header(x);
    if (code == CLI_CONTINUE && x->how == CSV)
        put_csv_header(x);
    while (code == CLI_CONTINUE && dpc_csv_next(&x->csv)) {
        code = judge_row(x);
        if (code == CLI_FALSE)
            code = put_malformed(x);
    }
    if (code == CLI_CONTINUE && x->csv.error != NULL)
        code = bad_file(x, x->csv.error);
    if (code == CLI_CONTINUE && x->how == TEXT)
        put_summary(x);
    if (code == CLI_CONTINUE)
        note_unknown_columns(x);
    for (size_t i = 0; i < x->nheader; i++)
        free(x->header[i]);
    if (code != CLI_CONTINUE)
        return code;
    for (size_t i = 0; i < sizeof x->count / sizeof x->count[0]; i++)
        if (x->count[i] > 0 && fails(x->args, (dpc_judgement_kind)i))
            code = CLI_FALSE;
    return x->nmalformed > 0 ? CLI_USAGE : code == CLI_FALSE ? code : CLI_OK;
}

static cli_exit read_format(const cli_args *args, format *how)
{
    static const char *const names[] = {[TEXT] = "text", [CSV] = "csv", [JSON] = "json"};
    *how = TEXT;
    for (size_t i = 0; args->format != NULL; i++) {
        if (i == sizeof names / sizeof names[0])
            return cli_fail(CLI_USAGE, "--format of crosscheck is text, csv or json, not '%.40s'",
                            args->format);
        *how = (format)i;
        if (strcmp(names[i], args->format) == 0)
            break;
    }
    return CLI_CONTINUE;
}

/* ---- a claim about a history ---- */

static void put_history_text(const cli_args *args, const dpc_account_t *a, bool is_lower,
                             const dpc_claim_verdict *v)
{
    const char *result = args->delta != NULL ? "eps" : "delta";
    printf("%s%-11s%s ", colour_of(args, v->verdict), dpc_judgement_name(v->verdict),
           cli_colour_on(args, CLI_PLAIN));
    cli_put(args->word[0]);
    printf(": %s %s ", result, is_lower ? ">=" : "<=");
    put_claimed(args->claimed);
    printf(" (%s=", args->delta != NULL ? "delta" : "eps");
    cli_put(args->delta != NULL ? args->delta : args->eps);
    printf("; %s adjacency)\n", adjacency_of(v));
    cli_put_steps(a, "            step: ");
    put_reasons(result, v);
}

static void put_history_csv(const cli_args *args, bool is_lower, const dpc_claim_verdict *v)
{
    (void)puts("source,result,claimed,kind,given,verdict,lower,upper,slack_percent");
    dpc_csv_put(stdout, args->word[0]);
    printf(",%s,", args->delta != NULL ? "eps" : "delta");
    dpc_csv_put(stdout, args->claimed);
    printf(",%s,%s=", is_lower ? "lower" : "upper", args->delta != NULL ? "delta" : "eps");
    dpc_csv_put(stdout, args->delta != NULL ? args->delta : args->eps);
    putchar(',');
    put_csv_verdict(v);
}

static cli_exit put_history_json(const cli_args *args, const dpc_account_t *a, bool is_lower,
                                 const dpc_claim_verdict *v)
{
    const dpc_account_info *r = dpc_account_result(a);
    const bool has_delta = args->delta != NULL;
    json_t *o = json_object();
    bool good = cli_json_set(o, "source", cli_json_text(args->word[0]));
    good = cli_json_set(o, "steps", cli_json_account_steps(a)) && good;
    good = cli_json_set(o, "theorem", cli_json_text(r != NULL ? r->theorem : NULL)) && good;
    good = cli_json_set(o, "result", json_string(has_delta ? "eps" : "delta")) && good;
    good = cli_json_set(o, "claimed", cli_json_text(args->claimed)) && good;
    good = cli_json_set(o, "kind", json_string(is_lower ? "lower" : "upper")) && good;
    good = cli_json_set(o, has_delta ? "delta" : "eps",
                        cli_json_text(has_delta ? args->delta : args->eps)) &&
           good;
    return put_object(o, good, v);
}

static cli_exit put_history(const cli_args *args, format how, const dpc_account_t *a, bool is_lower,
                            const dpc_claim_verdict *v)
{
    if (how == JSON)
        return put_history_json(args, a, is_lower, v);
    if (how == CSV)
        put_history_csv(args, is_lower, v);
    else
        put_history_text(args, a, is_lower, v);
    return CLI_CONTINUE;
}

static cli_exit judge_account(const cli_args *args, format how, dpc_account_t *a, bool is_lower)
{
    cli_progress progress;
    cli_progress_start(&progress);
    dpc_claim_verdict *v = dpc_account_judge(a, args->claimed, is_lower, args->certs != NULL);
    cli_progress_end(&progress);
    if (v == NULL)
        return cli_no_memory();
    cli_exit code =
        v->malformed ? cli_fail(CLI_USAGE, "%s", v->why) : write_certificate(args, 1, v);
    if (code == CLI_CONTINUE)
        code = put_history(args, how, a, is_lower, v);
    if (code == CLI_CONTINUE)
        code = fails(args, v->verdict) ? CLI_FALSE : CLI_OK;
    dpc_claim_verdict_free(v);
    return code;
}

static cli_exit judge_history(const cli_args *args, format how)
{
    bool is_lower;
    if (!is_kind(args->kind != NULL ? args->kind : "", &is_lower))
        return cli_fail(CLI_USAGE, "the kind of a claim is upper or lower, not '%.40s'",
                        args->kind);
    if ((args->delta == NULL) == (args->eps == NULL))
        return cli_fail(CLI_USAGE, "give --delta D for a claim about eps, or --eps E for a claim "
                                   "about delta, and not both");
    cli_account s;
    cli_exit code = cli_account_open(&s, args, args->word[0]);
    if (code == CLI_CONTINUE)
        code = judge_account(args, how, s.account, is_lower);
    cli_account_close(&s);
    return code;
}

/* ---- the command ---- */

/* Fails if an option about a history is given with a table of claims. */
static cli_exit check_options(const cli_args *args)
{
    const char *name = args->eps != NULL         ? "eps"
                       : args->delta != NULL     ? "delta"
                       : args->adjacency != NULL ? "adjacency"
                       : args->kind != NULL      ? "kind"
                                                 : NULL;
    if (name == NULL || args->claimed != NULL)
        return CLI_CONTINUE;
    return cli_fail(
        CLI_USAGE, "--%s is about a history (Opacus, DpEvent, SPEC): give --claimed NUMBER as well",
        name);
}

static cli_exit run_crosscheck(const cli_args *args)
{
    format how;
    cli_exit code = read_format(args, &how);
    if (code == CLI_CONTINUE)
        code = check_options(args);
    if (code != CLI_CONTINUE)
        return code;
    if (args->nwords != 1)
        return cli_fail(CLI_USAGE,
                        "crosscheck takes one file of claims: dpcert crosscheck CLAIMS.csv");
    if (args->certs != NULL && mkdir(args->certs, 0777) != 0 && errno != EEXIST)
        return cli_fail(CLI_USAGE, "cannot make the folder %s: %s", args->certs, strerror(errno));
    if (args->claimed != NULL)
        return judge_history(args, how);
    const bool is_stdin = strcmp(args->word[0], "-") == 0;
    const char *why = NULL;
    FILE *file = is_stdin ? stdin : dpc_file_stream(args->word[0], &why);
    if (file == NULL)
        return cli_fail(CLI_USAGE, "cannot read %s: %s", args->word[0], why);
    crosscheck *x = calloc(1, sizeof *x);
    if (x == NULL || (x->cat = dpc_catalogue_new()) == NULL)
        code = cli_no_memory();
    else {
        x->args = args;
        x->path = is_stdin ? "standard input" : args->word[0];
        x->how = how;
        dpc_csv_start(&x->csv, file);
        code = judge_all(x);
        dpc_csv_end(&x->csv);
        close_account(x);
        dpc_catalogue_free(x->cat);
    }
    free(x);
    if (!is_stdin)
        (void)fclose(file);
    return code;
}

/* ---- the command line ---- */

static const cli_option options[] = {
    {"format", '\0', "text|csv|json", CLI_PLACE(format),
     "      --format F     text, csv (the input's columns and verdict, lower, upper,\n"
     "                     slack_percent) or json (one object per line)\n"},
    {"certs", '\0', "DIR", CLI_PLACE(certs),
     "      --certs DIR    write a certificate for each unsound claim\n"},
    {"strict", '\0', NULL, CLI_PLACE(strict),
     "      --strict       whatever is not sound fails: rounded, unjustified, undecided\n"},
    {"kind", '\0', "upper|lower", CLI_PLACE(kind), NULL},
    {"eps", '\0', "NUMBER", CLI_PLACE(eps), NULL},
    {"delta", '\0', "NUMBER", CLI_PLACE(delta), NULL},
    {"adjacency", '\0', "add-remove|add|remove|replace-one", CLI_PLACE(adjacency), NULL},
    {"claimed", '\0', "NUMBER", CLI_PLACE(claimed), NULL},
    {NULL, '\0', NULL, 0, NULL},
};

const cli_command cli_crosscheck_command = {
    .name = "crosscheck",
    .run = run_crosscheck,
    .usage = "usage: dpcert crosscheck CLAIMS.csv [OPTION]...\n"
             "       dpcert crosscheck HISTORY --delta D --claimed EPS [OPTION]...\n"
             "       dpcert crosscheck HISTORY --eps E --claimed DELTA [OPTION]...\n"
             "\n"
             "Judges what other accountants claim.  The file (- is standard input) has the\n"
             "columns theorem, result, claimed, those of the theorems' parameters (empty where\n"
             "a row has none) and, if you like, source and kind (upper or lower: what kind of\n"
             "end the claim is; upper if nothing is said).  The theorem 'account' stands for\n"
             "what 'dpcert account' computes: its column history has the statements, with ';'\n"
             "between them, and delta or eps what is given.  Verdicts:\n"
             "\n"
             "  sound        the truth is certified to be within the claim\n"
             "  unsound      provably wrong\n"
             "  rounded      wrong by less than one unit of the last printed digit (two or\n"
             "               more digits)\n"
             "  unjustified  beyond what the theorem gives, and not refuted\n"
             "  undecided    neither\n"
             "\n",
    .option = options,
    .more = "\n"
            "A row that cannot be read (an unknown name, a missing parameter, a claim that is no\n"
            "number) is 'malformed': line and reason go to standard error, and the others are\n"
            "judged.\n"
            "\n"
            "HISTORY is what 'dpcert account' reads (an Opacus state_dict, a DpEvent tree):\n"
            "judges the number that an accountant found for it.  --kind lower: the claim is a\n"
            "lower end; --adjacency A: as in 'dpcert account'.\n"
            "\n"
            "Exit status: 0 nothing is unsound (--strict: all is sound), 1 something is, 2 a\n"
            "row is malformed (whatever the others are), wrong usage or input.\n",
    .gives_verdict = true,
};
