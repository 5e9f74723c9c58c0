/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The program dpcert: declarations that its commands share.  A command receives the parsed
   arguments and returns an exit code.  It prints nothing before it knows that it succeeds: a
   failure leaves stdout empty and one message on stderr. */
#ifndef DPC_CLI_H
#define DPC_CLI_H

#include "dpcert.h"
#include "output.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum {
    CLI_OK = 0,
    CLI_FALSE = 1,     /* a hypothesis is false, an operation undefined, nothing matches */
    CLI_USAGE = 2,     /* usage, parse error, unknown name, unreadable file */
    CLI_UNDECIDED = 3, /* a limit was reached, or memory ran out, with no digit certified */
    CLI_CONTINUE = -1  /* not an exit code: go on */
} cli_exit;

/* ---- arguments ---- */

/* Options that were not given are NULL or false; text is as typed. */
typedef struct {
    const char *digits, *arith, *max_bits, *max_steps, *cert, *kind;
    const char *output, *format, *jobs, *certs, *against, *shard;
    const char *eps, *delta, *adjacency, *extent, *claimed;
    bool json, latex, text, help, version, smallest, largest, resume, merge, strict, verify;
    char **word; /* arguments that are not options; word[0] is the first after the command */
    size_t nwords;
    char **context; /* lines for the readers of a certificate */
    size_t ncontext;
    bool terminal; /* stdout is a terminal: long lines are broken */
    bool colour;   /* stdout is a terminal, and its user allows colours */
} cli_args;

/* An option of a command: parsing, help and messages all read this record.  An option that several
   commands share takes a value in all of them, or in none. */
typedef struct {
    const char *name;     /* without its dashes */
    char letter;          /* -x; '\0' if there is none */
    const char *argument; /* the name of its value; NULL if it takes none */
    size_t place;         /* CLI_PLACE: the member of cli_args that it sets */
    const char *help; /* its lines in the help; NULL: described in another line or in the text */
} cli_option;

#define CLI_PLACE(member) offsetof(cli_args, member)

/* A command, defined at the end of its file. */
typedef struct {
    const char *name;
    cli_exit (*run)(const cli_args *args);
    const char *usage;        /* the help before the options */
    const cli_option *option; /* the last one has the name NULL */
    const char *more;         /* the help after the options */
    bool gives_verdict;       /* exit status 0 is a verdict about files */
} cli_command;

extern const cli_command cli_account_command, cli_bound_command, cli_compare_command,
    cli_crosscheck_command, cli_explain_command, cli_list_command, cli_refute_command,
    cli_report_command, cli_show_command, cli_solve_command, cli_table_command, cli_verify_command;

/* Options of the commands that evaluate a theorem. */
#define CLI_EVALUATION_OPTIONS                                                                   \
    {"digits", 'd', "N", CLI_PLACE(digits),                                                      \
     "  -d, --digits N     certify N digits, 1 to 100000 (default 10)\n"},                       \
        {"arith", '\0', "ball|mpfr|kernel|double|all", CLI_PLACE(arith),                         \
         "      --arith A      ball (default), mpfr, kernel; double: unverified; bound: all\n"}, \
        {"max-bits", '\0', "N", CLI_PLACE(max_bits),                                             \
         "      --max-bits N   give up beyond this precision (default 65536 or more)\n"},        \
        {"max-steps", '\0', "N", CLI_PLACE(max_steps),                                           \
         "      --max-steps N  give up after this many steps (default 1000000000)\n"},           \
    {                                                                                            \
        "json", '\0', NULL, CLI_PLACE(json), "      --json         print one JSON object\n"      \
    }

#define CLI_EVALUATION_HELP                                                              \
    "\n"                                                                                 \
    "ID is a catalogue id, or a path to your own theorem file (with a '/' or .thm).\n"   \
    "VALUE is exact: 3, 0.1, 1e-5, 3/7, 10^12, 0x1.8p-3; the name of a choice; a list\n" \
    "[(0.1,1e-6,100),(0.2,1e-6,50)]; or @FILE to read it from a file (@- from\n"         \
    "standard input).  A witness is searched for unless you give it like a parameter.\n"

/* Options of the commands that check a certificate. */
#define CLI_CHECKING_OPTIONS                                                              \
    {"arith", '\0', "ball|mpfr|kernel|double|all", CLI_PLACE(arith),                      \
     "      --arith A      the arithmetic to check with (default: the best there is)\n"}, \
        {"max-bits", '\0', "N", CLI_PLACE(max_bits),                                      \
         "      --max-bits N   give up beyond this precision (default 16384)\n"},         \
    {                                                                                     \
        "max-steps", '\0', "N", CLI_PLACE(max_steps),                                     \
            "      --max-steps N  give up after this many steps (default 100000000)\n"    \
    }

/* ---- options (options.c) ---- */

/* Separates options from words.  Options may stand anywhere; `--` ends them.  used receives the
   options given, and NULL after the last; it needs room for one entry more than there are
   arguments. */
cli_exit cli_read_arguments(cli_args *args, const cli_option **used, char **argv);

/* CLI_CONTINUE: the command has all options that were given. */
cli_exit cli_check_options(const cli_command *c, const cli_option *const *used);

/* Prints the help of a command. */
void cli_put_help(const cli_command *c);

/* All commands in the order of the help, NULL after the last (main.c). */
extern const cli_command *const cli_commands[];

/* NULL, after a message, if there is no such command. */
const cli_command *cli_find_command(const char *name);

/* ---- messages and layout (ui.c) ---- */

/* Writes "dpcert: MESSAGE" to stderr and returns code.  Quoted text is escaped, so that it can
   neither control the terminal nor pass for a line of its own: see text.h. */
cli_exit cli_fail(cli_exit code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Why a query or an account failed, with the option that sets the limit it reached, if any.
   Returns out. */
enum { CLI_ERROR_SIZE = 2200 };
const char *cli_query_error(char out[CLI_ERROR_SIZE], const dpc_query_t *q);
const char *cli_account_error(char out[CLI_ERROR_SIZE], const dpc_account_t *a);

/* The exit code for a status of the library. */
cli_exit cli_exit_of(dpc_status status);

/* Fails with the message that memory ran out. */
cli_exit cli_no_memory(void);

/* Whether the environment (NO_COLOR, TERM) allows colours on a terminal. */
bool cli_wants_colour(void);

typedef enum { CLI_PLAIN, CLI_BOLD, CLI_GREEN, CLI_YELLOW, CLI_RED } cli_colour;

/* The escape sequence of a colour, "" if colours are off; CLI_PLAIN ends a colour. */
const char *cli_colour_on(const cli_args *args, cli_colour colour);
/* The colour of a theorem's status. */
cli_colour cli_status_colour(const dpc_theorem_info *info);

/* Output for people cuts a longer text to CLI_LONG_TEXT characters, and a longer number with an
   exponent to CLI_LONG_NUMBER. */
enum { CLI_LONG_TEXT = 200, CLI_LONG_NUMBER = 40 };

/* Prints foreign text, escaped: see text.h. */
void cli_put(const char *text);

/* The same, cut at CLI_LONG_TEXT characters; a number keeps its exponent. */
void cli_put_cut(const char *text);

/* Columns of a screen line. */
enum { CLI_LINE_WIDTH = 80 };

/* The value of a solution, padded with zeros to as many decimals as next has; 0 is not padded.  To
   be freed; NULL: nothing to add, or out of memory. */
char *cli_with_zeros(const char *value, const char *next);

/* Prints text and a newline.  The cursor is at `column`; on a terminal, lines are broken at blanks
   before they reach the screen's end, and go on at column `indent`.  Elsewhere they stay whole, so
   that they can be searched. */
void cli_put_wrapped(const cli_args *args, const char *text, int column, int indent);

/* `ID: TITLE`, the first line of most output. */
void cli_put_heading(const cli_args *args, const dpc_theorem_info *info);

/* The status and its basis in words, e.g. "proved (from the paper)". */
void cli_put_status(const cli_args *args, const dpc_theorem_info *info);

extern const char cli_own_notice[];

/* A counter on stderr for work that takes long; silent unless stderr is a terminal. */
typedef struct {
    bool shown;
    double start, last; /* seconds */
} cli_progress;

/* Shows the library's progress until cli_progress_end. */
void cli_progress_start(cli_progress *progress);
void cli_progress_end(cli_progress *progress);

/* Reads the value `NAME=@path`: the content of a file, or of standard input for "-", without its
   last newline.  name: the subject of messages.  *text is to be freed. */
cli_exit cli_read_value(const char *name, const char *path, char **text);

/* ---- one theorem at given values (cmd_bound.c) ---- */

typedef struct {
    dpc_catalogue_t *cat;
    dpc_query_t *query;
    dpc_status status;  /* of the run */
    bool others_follow; /* other arithmetics may answer where this one does not */
} cli_session;

/* Opens a catalogue and sets *id to the theorem that word names.  word is an id, or a path to the
   user's own file. */
cli_exit cli_open_theorem(const char *word, dpc_catalogue_t **cat, const char **id);

/* Reads the value of an option: a whole number from 1 to largest. */
cli_exit cli_read_count(const char *text, const char *option, unsigned long long largest,
                        unsigned long long *count);

/* Sets up the query that the arguments describe.  CLI_CONTINUE: it may be run.  To be closed in any
   case. */
cli_exit cli_session_open(cli_session *session, const cli_args *args, const char *command);

/* Gives the query the values NAME=VALUE among the arguments. */
cli_exit cli_give_values(dpc_query_t *q, const cli_args *args);

/* Gives the query the settings among the arguments; arith, unless NULL, replaces --arith. */
cli_exit cli_apply_settings(dpc_query_t *q, const cli_args *args, const char *arith);

/* Sets up and runs the query that the arguments describe.  CLI_CONTINUE: there are results.  To be
   closed in any case. */
cli_exit cli_session_run(cli_session *session, const cli_args *args, const char *command);
cli_exit cli_run_query(cli_session *session);
void cli_session_close(cli_session *session);

/* `given a = 1, b = 2`, as `bound` prints it. */
void cli_put_given(const cli_args *args, const dpc_query_t *q);

/* Prints results, status, witnesses, assumptions and referees, as `bound` does. */
void cli_put_results(const cli_args *args, const cli_session *session);

/* The value that unverified arithmetic computed; a NaN is printed without its sign. */
const char *cli_approx_text(const dpc_result_info *r);

/* Whether a bound of this kind can be vacuous (its text says "vacuous from 1 on"), and whether it
   certainly is. */
bool cli_may_be_vacuous(const dpc_result_info *r);
bool cli_is_vacuous(const dpc_query_t *q, size_t result);

/* Whether the referee has a value here. */
bool cli_referee_applies(const dpc_referee_info *r);

/* The first referee that beats its result; NULL if none does. */
const dpc_referee_info *cli_winner(const dpc_query_t *q);

/* After the output: reports on stderr what is not certified, and returns the exit code. */
cli_exit cli_session_verdict(const cli_session *session);

/* Prints and returns CLI_FALSE if a referee beats a result that counts as true, else
   CLI_CONTINUE. */
cli_exit cli_check_contradiction(const cli_session *session);

/* Writes the certificate that --cert asks for.  A certificate on stdout is the only output. */
cli_exit cli_certify(const cli_session *session, const cli_args *args);

/* ---- histories (cmd_account.c) ---- */

typedef struct {
    dpc_catalogue_t *cat;
    dpc_account_t *account;
} cli_account;

/* Reads the history in a file ("-": standard input), and applies --eps, --delta, --adjacency and
   --digits.  To be closed in any case. */
cli_exit cli_account_open(cli_account *s, const cli_args *args, const char *path);
void cli_account_close(cli_account *s);

/* Prints the steps of a history, one per line. */
void cli_put_steps(const dpc_account_t *a, const char *indent);

/* ---- several arithmetics (arith_all.c) ---- */

/* Whether --arith all was given. */
bool cli_wants_all(const cli_args *args);

/* The same theorem at the same values and witnesses in one more arithmetic. */
typedef struct {
    const char *arith;
    dpc_query_t *query; /* NULL: not made */
    dpc_status status;  /* of its run */
} cli_second;

enum { CLI_SECONDS = 3 }; /* mpfr, kernel, double */

/* Evaluates the session's query, which was run with balls, in the other arithmetics.  CLI_CONTINUE:
   all certified arithmetics that have an answer agree; otherwise a message was printed.  To be
   closed in any case. */
cli_exit cli_run_seconds(const cli_session *session, const cli_args *args,
                         cli_second second[CLI_SECONDS]);
void cli_close_seconds(cli_second second[CLI_SECONDS]);

/* Prints all enclosures side by side. */
void cli_put_seconds(const cli_session *session, const cli_second second[CLI_SECONDS]);

/* ---- certificates (cmd_verify.c) ---- */

/* Sets *text to a certificate of the session's results, to be freed with dpc_string_free; kind
   NULL: the default. */
cli_exit cli_make_certificate(const cli_session *session, const cli_args *args, const char *kind,
                              char **text);

/* How a certificate is checked: the settings of dpc_certificate_verify. */
typedef struct {
    const char *arith;
    unsigned long max_bits;
    uint64_t max_steps;
} cli_limits;

/* CLI_CONTINUE, or after a message the exit code. */
cli_exit cli_read_limits(cli_limits *limits, const cli_args *args);

/* ---- statements (cmd_show.c) ---- */

/* The formula of a statement without the name that it may repeat at its start. */
const char *cli_formula_of(const dpc_statement *s);

/* ---- JSON (json.c) ---- */

/* Each returns a new reference; NULL: out of memory. */
json_t *cli_json_theorem(const dpc_theorem_info *info);
json_t *cli_json_statement(const dpc_statement *s);
json_t *cli_json_query(const cli_session *session, const cli_args *args);
json_t *cli_json_seconds(const cli_session *session, const cli_second second[CLI_SECONDS]);
json_t *cli_json_step(const dpc_step_info *step);
json_t *cli_json_outcome(const cli_outcome *outcome);
/* What is declared of a run: how much of it the phases are, and how many; null for NONE. */
json_t *cli_json_history(dpc_history_extent extent, size_t phases);
json_t *cli_json_account_steps(const dpc_account_t *a);

/* Appends a new reference to an array, and consumes it even on failure; false: out of memory. */
bool cli_json_append(json_t *array, json_t *value);
bool cli_json_set(json_t *object, const char *key, json_t *value);

/* A text, or null for NULL. */
json_t *cli_json_text(const char *text);

/* An array of texts. */
json_t *cli_json_texts(const char *const *text, size_t count);

/* Prints and consumes a value; NULL: out of memory. */
cli_exit cli_json_print(json_t *value);

/* The same on one line, as JSON Lines; good is false if memory ran out while value was made.
   CLI_CONTINUE: printed. */
cli_exit cli_json_line(json_t *value, bool good);

#endif
