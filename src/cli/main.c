/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The command line: which command, which options, help. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "memory.h"
#include "cli/cli.h"
#include "cli/files.h"

#include <errno.h>
#ifdef DPC_WITH_ARB
#include <flint/flint.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- commands ---- */

enum {
    IN_LIST = 1,
    IN_SHOW = 2,
    IN_BOUND = 4,
    IN_EXPLAIN = 8,
    IN_HELP = 16,
    IN_VERIFY = 32,
    IN_REFUTE = 64,
    IN_SOLVE = 128,
    IN_TABLE = 256,
    IN_CROSSCHECK = 512,
    IN_REPORT = 1024,
    IN_COMPARE = 2048,
    IN_ACCOUNT = 4096,
    IN_ALL = 8191
};

typedef struct {
    const char *name;
    unsigned bit;
    cli_exit (*run)(const cli_args *args);
    const char *help;
} command;

static cli_exit run_help(const cli_args *args);

#define EVALUATION_OPTIONS                                                                \
    "  -d, --digits N     certify N digits, 1 to 100000 (default 10)\n"                   \
    "      --arith A      ball (default), mpfr, kernel; double: unverified; bound: all\n" \
    "      --max-bits N   give up beyond this precision (default 65536 or more)\n"        \
    "      --max-steps N  give up after this many steps (default 1000000000)\n"           \
    "      --json         print one JSON object\n"                                        \
    "\n"                                                                                  \
    "ID is a catalogue id, or a path to your own theorem file (with a '/' or .thm).\n"    \
    "VALUE is exact: 3, 0.1, 1e-5, 3/7, 10^12, 0x1.8p-3; the name of a choice; a list\n"  \
    "[(0.1,1e-6,100),(0.2,1e-6,50)]; or @FILE to read it from a file (@- from\n"          \
    "standard input).  A witness is searched for unless you give it like a parameter.\n"

#define CHECKING_OPTIONS                                                               \
    "      --arith A      the arithmetic to check with (default: the best there is)\n" \
    "      --max-bits N   give up beyond this precision (default 16384)\n"             \
    "      --max-steps N  give up after this many steps (default 100000000)\n"

static const command commands[] = {
    {"list", IN_LIST, cli_list,
     "usage: dpcert list [PATTERN] [--json]\n"
     "\n"
     "Lists the theorems: id, status, title.  With PATTERN, those whose id or title\n"
     "contains it or, if it has one of * ? [, matches it as a whole.\n"
     "\n"
     "  --json   print an array of objects\n"
     "\n"
     "Exit status 1 if nothing matches.\n"},
    {"show", IN_SHOW, cli_show,
     "usage: dpcert show ID [--text | --latex | --json]\n"
     "\n"
     "Shows what a theorem says: parameters, hypotheses, assumptions, results,\n"
     "referees, sources, status.  ID is a catalogue id, or a path to your own theorem\n"
     "file (with a '/' or .thm).\n"
     "\n"
     "  --text    the canonical text of the theorem file\n"
     "  --latex   the statement in LaTeX\n"
     "  --json    one JSON object\n"},
    {"bound", IN_BOUND, cli_bound,
     "usage: dpcert bound ID NAME=VALUE... [OPTION]...\n"
     "\n"
     "Evaluates a theorem.  Upper bounds are rounded up, lower bounds down.\n"
     "\n"
     "      --cert FILE    write a certificate that others can check (- is stdout)\n"
     "      --kind K       of the certificate: guarantee (default), lower or value\n"
     "      --context TEXT a line for its readers; several are allowed\n" EVALUATION_OPTIONS "\n"
     "Exit status: 0 done, 1 a hypothesis is false, 2 wrong usage, 3 undecided.\n"
     "Example: dpcert bound gauss.theta eps=1 r=1/2\n"},
    {"explain", IN_EXPLAIN, cli_explain,
     "usage: dpcert explain ID NAME=VALUE... [OPTION]...\n"
     "\n"
     "Evaluates a theorem like bound and prints every intermediate value.\n"
     "\n" EVALUATION_OPTIONS "\n"
     "Exit status: 0 done, 1 a hypothesis is false, 2 wrong usage, 3 undecided.\n"
     "Example: dpcert explain gauss.theta eps=1 r=1/2\n"},
    {"verify", IN_VERIFY, cli_verify,
     "usage: dpcert verify FILE... [OPTION]...\n"
     "\n"
     "Checks certificates.  The last line is the verdict: VERIFIED with the statement\n"
     "that holds, REJECTED with the line and the reason, or UNDECIDED.\n"
     "\n"
     "      --json         print one JSON object\n" CHECKING_OPTIONS "\n"
     "Exit status: 0 verified, 1 rejected, 2 wrong usage or unreadable, 3 undecided;\n"
     "with several files the worst: 2 before 1 before 3.\n"},
    {"report", IN_REPORT, cli_report,
     "usage: dpcert report FILE -o PAGE.html [OPTION]...\n"
     "\n"
     "Checks a certificate like verify, and writes a page about it that a person can\n"
     "read and file: what holds, under which hypotheses and assumptions, at which\n"
     "parameters, from which sources, how to check it.  The page needs no network and\n"
     "no script.  For a certificate that is rejected or undecided it says that, and\n"
     "states nothing else.\n"
     "\n"
     "  -o, --output PAGE  the file to write\n" CHECKING_OPTIONS "\n"
     "Exit status: 0 verified, 1 rejected, 2 wrong usage or unreadable, 3 undecided.\n"
     "Example: dpcert report kov.cert -o kov.html\n"},
    {"refute", IN_REFUTE, cli_refute,
     "usage: dpcert refute ID [NAME=VALUE]... [OPTION]...\n"
     "\n"
     "Compares what a theorem says with its referees, explicit mechanisms that it must\n"
     "not contradict.  Parameters that are not given are searched for.\n"
     "\n"
     "      --cert FILE    write a certificate of the refutation (- is stdout)\n"
     "      --context TEXT a line for its readers; several are allowed\n"
     "  -d, --digits N     certify N digits (default 10)\n"
     "      --max-bits N, --max-steps N   as in bound\n"
     "\n"
     "Exit status: 0 refuted, 1 not refuted here, 2 wrong usage, 3 undecided.\n"
     "Example: dpcert refute compose.he-2-printed eps=0.1 delta=1e-5 T=1000 slack=1e-6\n"},
    {"solve", IN_SOLVE, cli_solve,
     "usage: dpcert solve ID NAME=? NAME=VALUE... 'RESULT<=TARGET' [OPTION]...\n"
     "\n"
     "Finds the value of one parameter at which a condition on a result begins or\n"
     "ceases to hold.  The condition is certified to hold at the printed value and, one\n"
     "unit of its last digit further, to fail, for all witnesses (or 'failure not\n"
     "shown').  RESULT>=TARGET is possible too.\n"
     "\n"
     "      --smallest     look for a smallest value that meets the condition\n"
     "      --largest      look for a largest one (default: what is found first)\n"
     "      --cert FILE    write a certificate for the printed value (- is stdout)\n"
     "      --kind K, --context TEXT   as in bound\n" EVALUATION_OPTIONS "\n"
     "Exit status: 0 done, 1 a hypothesis is false, 2 wrong usage, 3 not found.\n"
     "Example: dpcert solve gauss.mechanism D=1 sigma=20 T=1000 eps=? 'delta<=1e-5'\n"},
    {"table", IN_TABLE, cli_table,
     "usage: dpcert table SPEC [OPTION]...\n"
     "       dpcert table SPEC --merge FILE... [OPTION]...\n"
     "\n"
     "Makes a table of certified numbers from a specification (dpcert-tables(5)): upper\n"
     "bounds are rounded up in every cell.\n"
     "\n"
     "      --format F     csv, md, latex, json or svg (default: after the name of FILE)\n"
     "  -o, --output FILE  where to write it; nothing half-written is left behind\n"
     "  -j, --jobs N       compute N cells at a time; the result does not depend on it\n"
     "      --resume       go on with an interrupted run (its cells are in FILE.cells)\n"
     "      --certs DIR    write a certificate for each cell, and a MANIFEST\n"
     "      --against CSV  compare with an earlier table instead; differences: exit 1\n"
     "      --shard K/N    compute the K-th of N parts, for --merge\n"
     "      --merge FILE...  put the parts together\n"
     "      --verify       evaluate all cells that --resume or --merge takes again, and\n"
     "                     not only some; cells of others are not taken\n"
     "\n"
     "Exit status: 0 done, 1 the table differs, 2 wrong usage, 3 undecided.\n"},
    {"crosscheck", IN_CROSSCHECK, cli_crosscheck,
     "usage: dpcert crosscheck CLAIMS.csv [OPTION]...\n"
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
     "  rounded      wrong by less than one unit of the last digit that is printed,\n"
     "               which is the second one at least\n"
     "  unjustified  beyond what the theorem gives, and not refuted\n"
     "  undecided    neither\n"
     "\n"
     "      --format F     text, csv (the input's columns and verdict, lower, upper,\n"
     "                     slack_percent) or json (one object per line)\n"
     "      --certs DIR    write a certificate for each unsound claim\n"
     "      --strict       whatever is not sound fails: rounded, unjustified, undecided\n"
     "\n"
     "A row that cannot be read (an unknown name, a missing parameter, a claim that is no\n"
     "number) is 'malformed': line and reason go to standard error, and the others are\n"
     "judged.\n"
     "\n"
     "HISTORY is what 'dpcert account' reads (an Opacus state_dict, a DpEvent tree):\n"
     "is what an accountant found for it true?  --kind lower: the claim is a lower end;\n"
     "--adjacency A: add-remove (default), add or remove.\n"
     "\n"
     "Exit status: 0 nothing is unsound (--strict: all is sound), 1 something is, 2 a\n"
     "row is malformed (whatever the others are), wrong usage or input.\n"},
    {"account", IN_ACCOUNT, cli_account_run,
     "usage: dpcert account SPEC [--delta D | --eps E] [OPTION]...\n"
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
     "  adjacency add-remove                      (or add, or remove)\n"
     "  delta 1e-5                                (or eps 2: what is given)\n"
     "\n"
     "or the same as JSON; man dpcert has all of it.\n"
     "\n"
     "      --delta D, --eps E   what is given, in the place of what SPEC says\n"
     "      --adjacency A        add-remove, add or remove, likewise\n"
     "  -d, --digits N     certify N digits (default 10)\n"
     "      --cert FILE    write a certificate of the upper end (- is stdout)\n"
     "      --kind K       of the certificate: guarantee (default) or lower\n"
     "      --context TEXT a line for its readers; several are allowed\n"
     "      --json         print one JSON object\n"
     "\n"
     "Exit status: 0 done, 1 there is no such number, 2 wrong usage, 3 undecided.\n"},
    {"compare", IN_COMPARE, cli_compare,
     "usage: dpcert compare [SETTING NAME=VALUE...] [OPTION]...\n"
     "\n"
     "Evaluates all theorems that speak about a setting, best first, with how far each\n"
     "is from the truth where that is known.  Refuted theorems are shown apart and not\n"
     "ranked; those that do not apply are listed with the reason.  Without arguments,\n"
     "lists the settings.  SETTING may be a path to your own file (with a '/' or .set).\n"
     "\n"
     "  -d, --digits N     certify N digits (default 10)\n"
     "      --max-bits N, --max-steps N   as in bound\n"
     "      --json         print one JSON object\n"
     "\n"
     "Exit status: 0 done, 1 a condition on the parameters is false or no theorem\n"
     "applies, 2 wrong usage.\n"
     "Example: dpcert compare gauss D=1 sigma=20 T=1000 delta=1e-5\n"},
    {"help", IN_HELP, run_help,
     "usage: dpcert help [COMMAND]\n"
     "\n"
     "Says what dpcert or one of its commands does.\n"},
};

enum { NCOMMANDS = sizeof commands / sizeof commands[0] };

static const char usage_line[] = "usage: dpcert COMMAND [ARGUMENT]... [OPTION]...\n";

static const char main_help[] =
    "\n"
    "Computes rigorous bounds on differential-privacy parameters.\n"
    "\n"
    "  list [PATTERN]            the theorems, one line each, with their status\n"
    "  show ID                   what a theorem says, and what it rests on\n"
    "  bound ID NAME=VALUE...    evaluate a theorem; every digit is certified\n"
    "  explain ID NAME=VALUE...  evaluate and print every intermediate value\n"
    "  verify FILE...            check certificates\n"
    "  report FILE -o PAGE.html  check a certificate and write a page about it\n"
    "  refute ID [NAME=VALUE]... compare a theorem with its referees\n"
    "  solve ID NAME=? ...       the value of a parameter that meets a target\n"
    "  table SPEC                tables and plots of certified numbers\n"
    "  account SPEC              what a history of steps costs, from both sides\n"
    "  crosscheck CLAIMS.csv     verdicts on what other accountants claim\n"
    "  compare SETTING ...       all theorems about a setting side by side\n"
    "  help [COMMAND]            this page, or more about one command\n"
    "\n"
    "dpcert help COMMAND and man dpcert say which options a command has.\n"
    "  -h, --help; --version; -- ends the options\n"
    "\n"
    "Example: dpcert bound gauss.theta eps=1 r=1/2\n"
    "Exit status: 0 done, 1 a hypothesis is false, 2 wrong usage, 3 undecided.\n";

/* ---- suggestions ---- */

/* Number of insertions, deletions and changes from a to b; large if a is too long to be a typo. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { MAX = 24 };
    size_t n = strlen(a), m = strlen(b), row[MAX + 1];
    if (n > MAX || m > MAX)
        return n + m;
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

/* How far word is from a candidate; a beginning of it counts as near. */
static size_t distance(const char *word, const char *candidate)
{
    size_t length = strlen(word);
    size_t d = edit_distance(word, candidate);
    return length >= 2 && strncmp(word, candidate, length) == 0 && d > 1 ? 1 : d;
}

typedef struct {
    const char *name;
    size_t distance;
} suggestion;

static suggestion suggestion_for(const char *word)
{
    return (suggestion){.name = NULL, .distance = strlen(word) / 3 + 2};
}

static void consider(suggestion *best, const char *word, const char *candidate)
{
    size_t d = distance(word, candidate);
    if (d < best->distance)
        *best = (suggestion){.name = candidate, .distance = d};
}

/* ---- options ---- */

typedef struct {
    const char *name;
    const char *argument; /* what its value is called; NULL if it takes none */
    unsigned commands;    /* those that accept it */
    char letter;          /* '\0' if there is none */
} option;

enum {
    O_DIGITS,
    O_ARITH,
    O_MAX_BITS,
    O_MAX_STEPS,
    O_CERT,
    O_KIND,
    O_CONTEXT,
    O_JSON,
    O_LATEX,
    O_TEXT,
    O_SMALLEST,
    O_LARGEST,
    O_OUTPUT,
    O_FORMAT,
    O_JOBS,
    O_CERTS,
    O_AGAINST,
    O_SHARD,
    O_RESUME,
    O_MERGE,
    O_VERIFY,
    O_EPS,
    O_DELTA,
    O_ADJACENCY,
    O_CLAIMED,
    O_STRICT,
    O_HELP,
    O_VERSION,
    NOPTIONS
};

static const option options[NOPTIONS] = {
    [O_DIGITS] = {"digits", "N",
                  IN_BOUND | IN_EXPLAIN | IN_REFUTE | IN_SOLVE | IN_COMPARE | IN_ACCOUNT, 'd'},
    [O_ARITH] = {"arith", "ball|mpfr|kernel|double|all",
                 IN_BOUND | IN_EXPLAIN | IN_VERIFY | IN_REPORT | IN_SOLVE, '\0'},
    [O_MAX_BITS] = {"max-bits", "N",
                    IN_BOUND | IN_EXPLAIN | IN_VERIFY | IN_REPORT | IN_REFUTE | IN_SOLVE |
                        IN_COMPARE,
                    '\0'},
    [O_MAX_STEPS] = {"max-steps", "N",
                     IN_BOUND | IN_EXPLAIN | IN_VERIFY | IN_REPORT | IN_REFUTE | IN_SOLVE |
                         IN_COMPARE,
                     '\0'},
    [O_CERT] = {"cert", "FILE", IN_BOUND | IN_REFUTE | IN_SOLVE | IN_ACCOUNT, '\0'},
    [O_KIND] = {"kind", "guarantee|lower|value", IN_BOUND | IN_SOLVE | IN_ACCOUNT | IN_CROSSCHECK,
                '\0'},
    [O_CONTEXT] = {"context", "TEXT", IN_BOUND | IN_REFUTE | IN_SOLVE | IN_ACCOUNT, '\0'},
    [O_JSON] = {"json", NULL,
                IN_LIST | IN_SHOW | IN_BOUND | IN_EXPLAIN | IN_VERIFY | IN_SOLVE | IN_COMPARE |
                    IN_ACCOUNT,
                '\0'},
    [O_LATEX] = {"latex", NULL, IN_SHOW, '\0'},
    [O_TEXT] = {"text", NULL, IN_SHOW, '\0'},
    [O_SMALLEST] = {"smallest", NULL, IN_SOLVE, '\0'},
    [O_LARGEST] = {"largest", NULL, IN_SOLVE, '\0'},
    [O_OUTPUT] = {"output", "FILE", IN_TABLE | IN_REPORT, 'o'},
    [O_FORMAT] = {"format", "NAME", IN_TABLE | IN_CROSSCHECK, '\0'},
    [O_JOBS] = {"jobs", "N", IN_TABLE, 'j'},
    [O_CERTS] = {"certs", "DIR", IN_TABLE | IN_CROSSCHECK, '\0'},
    [O_AGAINST] = {"against", "FILE", IN_TABLE, '\0'},
    [O_SHARD] = {"shard", "K/N", IN_TABLE, '\0'},
    [O_RESUME] = {"resume", NULL, IN_TABLE, '\0'},
    [O_MERGE] = {"merge", NULL, IN_TABLE, '\0'},
    [O_VERIFY] = {"verify", NULL, IN_TABLE, '\0'},
    [O_EPS] = {"eps", "NUMBER", IN_ACCOUNT | IN_CROSSCHECK, '\0'},
    [O_DELTA] = {"delta", "NUMBER", IN_ACCOUNT | IN_CROSSCHECK, '\0'},
    [O_ADJACENCY] = {"adjacency", "add-remove|add|remove", IN_ACCOUNT | IN_CROSSCHECK, '\0'},
    [O_CLAIMED] = {"claimed", "NUMBER", IN_CROSSCHECK, '\0'},
    [O_STRICT] = {"strict", NULL, IN_CROSSCHECK, '\0'},
    [O_HELP] = {"help", NULL, IN_ALL, 'h'},
    [O_VERSION] = {"version", NULL, IN_ALL, '\0'},
};

/* What the value is called where a command has its own words for it. */
static const struct {
    size_t which;
    const char *command, *argument;
} own_words[] = {
    {O_KIND, "account", "guarantee|lower"},
    {O_KIND, "crosscheck", "upper|lower"},
    {O_FORMAT, "crosscheck", "text|csv|json"},
    {O_FORMAT, "table", "csv|md|latex|json|svg"},
};

/* of: the command, NULL if it is not known yet. */
static const char *argument_of(size_t which, const char *of)
{
    for (size_t i = 0; of != NULL && i < sizeof own_words / sizeof own_words[0]; i++)
        if (own_words[i].which == which && strcmp(own_words[i].command, of) == 0)
            return own_words[i].argument;
    return options[which].argument;
}

static void set_option(cli_args *args, size_t which, char *value)
{
    switch (which) {
    case O_DIGITS:
        args->digits = value;
        break;
    case O_ARITH:
        args->arith = value;
        break;
    case O_MAX_BITS:
        args->max_bits = value;
        break;
    case O_MAX_STEPS:
        args->max_steps = value;
        break;
    case O_CERT:
        args->cert = value;
        break;
    case O_KIND:
        args->kind = value;
        break;
    case O_CONTEXT:
        args->context[args->ncontext++] = value;
        break;
    case O_JSON:
        args->json = true;
        break;
    case O_LATEX:
        args->latex = true;
        break;
    case O_TEXT:
        args->text = true;
        break;
    case O_STRICT:
        args->strict = true;
        break;
    case O_SMALLEST:
        args->smallest = true;
        break;
    case O_LARGEST:
        args->largest = true;
        break;
    case O_OUTPUT:
        args->output = value;
        break;
    case O_FORMAT:
        args->format = value;
        break;
    case O_JOBS:
        args->jobs = value;
        break;
    case O_CERTS:
        args->certs = value;
        break;
    case O_AGAINST:
        args->against = value;
        break;
    case O_SHARD:
        args->shard = value;
        break;
    case O_RESUME:
        args->resume = true;
        break;
    case O_MERGE:
        args->merge = true;
        break;
    case O_VERIFY:
        args->verify = true;
        break;
    case O_EPS:
        args->eps = value;
        break;
    case O_DELTA:
        args->delta = value;
        break;
    case O_ADJACENCY:
        args->adjacency = value;
        break;
    case O_CLAIMED:
        args->claimed = value;
        break;
    case O_HELP:
        args->help = true;
        break;
    default:
        args->version = true;
        break;
    }
}

static cli_exit unknown_option(const char *argument, const char *name, size_t length)
{
    char word[32] = "";
    if (length < sizeof word)
        (void)memcpy(word, name, length);
    suggestion best = suggestion_for(word);
    for (size_t i = 0; i < NOPTIONS && length > 1; i++)
        consider(&best, word, options[i].name);
    if (best.name != NULL)
        return cli_fail(CLI_USAGE, "unknown option '%s': did you mean --%s?", argument, best.name);
    return cli_fail(CLI_USAGE, "unknown option '%s': see 'dpcert --help'", argument);
}

/* Finds the option in `--name`, `--name=value`, `-x` or `-xvalue`; *value is what follows the name,
   or NULL.  NOPTIONS, after a message, if there is none. */
static size_t find_option(char *argument, char **value)
{
    const bool is_long = argument[1] == '-';
    char *name = argument + (is_long ? 2 : 1);
    size_t length = is_long ? strcspn(name, "=") : 1;
    *value = NULL;
    if (is_long && name[length] == '=')
        *value = name + length + 1;
    else if (!is_long && name[1] != '\0')
        *value = name + 1;
    for (size_t i = 0; i < NOPTIONS; i++) {
        const option *o = &options[i];
        bool found = is_long ? strlen(o->name) == length && strncmp(o->name, name, length) == 0
                             : o->letter == name[0];
        if (found && !is_long && o->argument == NULL && *value != NULL)
            break; /* -hx is no option */
        if (found)
            return i;
    }
    (void)unknown_option(argument, name, is_long ? length : strlen(name));
    return NOPTIONS;
}

/* Reads the option at argv[*i], and its value if that is the next argument. */
static cli_exit read_option(cli_args *args, unsigned *used, char **argv, int *i)
{
    char *value;
    size_t which = find_option(argv[*i], &value);
    if (which == NOPTIONS)
        return CLI_USAGE;
    const option *o = &options[which];
    if (o->argument == NULL && value != NULL)
        return cli_fail(CLI_USAGE, "option --%s takes no value", o->name);
    if (o->argument != NULL && value == NULL) {
        char *next = argv[*i + 1];
        if (next == NULL || strncmp(next, "--", 2) == 0)
            return cli_fail(CLI_USAGE, "option --%s needs a value: --%s %s", o->name, o->name,
                            argument_of(which, args->nwords > 0 ? args->word[0] : NULL));
        value = next;
        ++*i;
    }
    *used |= 1U << which;
    set_option(args, which, value);
    return CLI_CONTINUE;
}

/* Tells options from words.  Options may stand anywhere; `--` ends them. */
static cli_exit read_arguments(cli_args *args, unsigned *used, char **argv)
{
    bool options_end = false;
    for (int i = 1; argv[i] != NULL; i++) {
        char *a = argv[i];
        if (!options_end && strcmp(a, "--") == 0)
            options_end = true;
        else if (!options_end && a[0] == '-' && a[1] != '\0') {
            cli_exit code = read_option(args, used, argv, &i);
            if (code != CLI_CONTINUE)
                return code;
        } else
            args->word[args->nwords++] = a;
    }
    return CLI_CONTINUE;
}

static cli_exit check_options(const command *c, unsigned used)
{
    for (size_t i = 0; i < NOPTIONS; i++)
        if ((used & (1U << i)) && !(options[i].commands & c->bit))
            return cli_fail(CLI_USAGE, "%s has no option --%s: see 'dpcert help %s'", c->name,
                            options[i].name, c->name);
    return CLI_CONTINUE;
}

/* ---- running a command ---- */

/* NULL, after a message, if there is no such command. */
static const command *find_command(const char *name)
{
    suggestion best = suggestion_for(name);
    for (size_t i = 0; i < NCOMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
        consider(&best, name, commands[i].name);
    }
    if (best.name != NULL)
        (void)cli_fail(CLI_USAGE, "unknown command '%s': did you mean '%s'?", name, best.name);
    else
        (void)cli_fail(CLI_USAGE, "unknown command '%s': see 'dpcert --help'", name);
    return NULL;
}

static cli_exit run_help(const cli_args *args)
{
    if (args->nwords > 1)
        return cli_fail(CLI_USAGE, "help takes one command at most, not %zu arguments",
                        args->nwords);
    if (args->nwords == 0) {
        printf("%s%s", usage_line, main_help);
        return CLI_OK;
    }
    const command *c = find_command(args->word[0]);
    if (c == NULL)
        return CLI_USAGE;
    (void)fputs(c->help, stdout);
    return CLI_OK;
}

static cli_exit short_usage(void)
{
    (void)fprintf(stderr, "%sCommands:", usage_line);
    for (size_t i = 0; i < NCOMMANDS; i++)
        (void)fprintf(stderr, "%s %s", i > 0 ? "," : "", commands[i].name);
    (void)fprintf(stderr, ".  See 'dpcert --help'.\n");
    return CLI_USAGE;
}

/* Whether exit status 0 of the command is a verdict about files: then --help and --version among
   them may be files that a pattern such as * found. */
static bool hides_files(const cli_args *args)
{
    static const char *const verdicts[] = {"verify", "report", "crosscheck"};
    bool gives_verdict = false;
    for (size_t i = 0; args->nwords > 0 && i < sizeof verdicts / sizeof verdicts[0]; i++)
        gives_verdict = gives_verdict || strcmp(args->word[0], verdicts[i]) == 0;
    return gives_verdict && (args->help || args->version) &&
           (args->nwords > 1 || access("--help", F_OK) == 0 || access("-h", F_OK) == 0 ||
            access("--version", F_OK) == 0);
}

/* No command writes over a file that it reads. */
static cli_exit keep_inputs(const cli_args *args)
{
    const char *const written[] = {args->output, args->cert};
    for (size_t k = 0; k < sizeof written / sizeof written[0]; k++)
        for (size_t i = 0; written[k] != NULL && i < args->nwords; i++)
            if (cli_same_file(written[k], args->word[i]))
                return cli_fail(CLI_USAGE,
                                "%s is read, and would be written over: give the output another "
                                "name",
                                args->word[i]);
    return CLI_CONTINUE;
}

static cli_exit run(cli_args *args, char **argv)
{
    unsigned used = 0;
    cli_exit code = read_arguments(args, &used, argv);
    if (code != CLI_CONTINUE)
        return code;
    if (hides_files(args))
        return cli_fail(
            CLI_USAGE, "%s takes --%s alone, without files: a file of this name is ./--%s",
            args->word[0], args->help ? "help" : "version", args->help ? "help" : "version");
    if (args->version) {
        printf("dpcert %s\n", dpc_version());
        return CLI_OK;
    }
    if (args->nwords == 0)
        return args->help ? run_help(args) : short_usage();
    const command *c = find_command(args->word[0]);
    if (c == NULL)
        return CLI_USAGE;
    if (args->help) {
        (void)fputs(c->help, stdout);
        return CLI_OK;
    }
    code = check_options(c, used);
    if (code != CLI_CONTINUE)
        return code;
    args->word++;
    args->nwords--;
    code = keep_inputs(args);
    return code != CLI_CONTINUE ? code : c->run(args);
}

/* A full disk shows when the buffer is written: success means that the output arrived. */
static cli_exit close_stdout(cli_exit code)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fclose(stdout) != 0)
        failed = failed || errno != EBADF || code == CLI_OK;
    if (!failed)
        return code;
    (void)fprintf(stderr, "dpcert: cannot write the output%s%s\n", errno != 0 ? ": " : "",
                  errno != 0 ? strerror(errno) : "");
    return CLI_USAGE;
}

/* A cli_memory_ender.  What stands in the buffer of stdout stays there: a partial table is never printed. */
static void memory_ended(void)
{
    cli_memory_ended_while_checking();
    (void)fputs("dpcert: out of memory\n", stderr);
}

int main(int argc, char **argv)
{
    cli_guard_memory(memory_ended);
#ifdef DPC_WITH_ARB
    __flint_set_memory_functions(cli_allocate, cli_allocate_zeros, cli_reallocate, free);
#endif
    /* words, then context lines: together there are no more of them than arguments */
    char **words = calloc(2 * ((size_t)argc + 1), sizeof *words);
    if (words == NULL)
        return cli_no_memory();
    cli_args args = {
        .word = words, .context = words + argc + 1, .terminal = isatty(STDOUT_FILENO) != 0};
    args.colour = args.terminal && cli_wants_colour();
    cli_exit code = argc > 0 ? run(&args, argv) : CLI_USAGE;
    free(words);
    dpc_thread_cleanup();
    return (int)close_stdout(code);
}
