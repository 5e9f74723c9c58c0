/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A theorem of your own: loaded from a text, evaluated, and told step by step.

     cc own.c $(pkg-config --cflags --libs dpcert) && ./a.out [FILE.thm NAME=VALUE...]

   Without arguments it uses the text below. */
#include <dpcert.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "theorem   my.laplace\n"
                           "revision  1\n"
                           "title     \"Two releases with Laplace noise\"\n"
                           "cite      none \"folklore\"\n"
                           "status    proved rederived\n"
                           "adjacency any\n"
                           "param     b1 : real where b1 > 0 \"scale of the first noise\"\n"
                           "param     b2 : real where b2 > 0 \"scale of the second\"\n"
                           "let       odds = exp(1/b1)*exp(1/b2)\n"
                           "result    eps <= log(odds)\n";

static void print_step(void *data, const dpc_step_info *step)
{
    (void)data;
    printf("    %-9s %s = %s\n", dpc_value_kind_name(step->kind), step->formula, step->value);
}

/* NAME=VALUE */
static dpc_status set(dpc_query_t *query, const char *argument)
{
    char name[64];
    size_t length = strcspn(argument, "=");
    if (length >= sizeof name || argument[length] == '\0')
        return DPC_PARSE;
    memcpy(name, argument, length);
    name[length] = '\0';
    return dpc_query_set(query, name, argument + length + 1);
}

static int evaluate(dpc_query_t *query, int count, const char *const *arguments)
{
    for (int i = 0; i < count; i++)
        if (set(query, arguments[i]) != DPC_OK) {
            fprintf(stderr, "own: %s: %s\n", arguments[i], dpc_query_error(query));
            return EXIT_FAILURE;
        }
    /* UNDECIDED may come with results of fewer digits; here that counts as failure */
    if (dpc_query_run(query) != DPC_OK) {
        fprintf(stderr, "own: %s\n", dpc_query_error(query));
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < dpc_query_results(query); i++) {
        const dpc_result_info *r = dpc_query_result(query, i);
        printf("  %s is between %s and %s\n", r->name, r->lower, r->upper);
    }
    /* Nobody vouches for a file of your own: its results are values of the formula that it has. */
    if (dpc_query_theorem(query)->is_own)
        printf("  (a theorem of your own: nothing vouches for it)\n");
    return dpc_query_explain(query, print_step, NULL) == DPC_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    dpc_catalogue_t *catalogue = dpc_catalogue_new();
    if (catalogue == NULL)
        return EXIT_FAILURE;
    const char *id = NULL;
    const dpc_status status =
        argc > 1 ? dpc_catalogue_add_file(catalogue, argv[1], &id)
                 : dpc_catalogue_add_text(catalogue, "my.thm", text, strlen(text), &id);
    dpc_query_t *query = status == DPC_OK ? dpc_query_new(catalogue, id) : NULL;
    int code = EXIT_FAILURE;
    if (query == NULL)
        fprintf(stderr, "own: %s\n", dpc_catalogue_error(catalogue));
    else {
        printf("%s: %s\n", id, dpc_query_theorem(query)->title);
        static const char *const example[] = {"b1=2", "b2=1/3"};
        code = argc > 1 ? evaluate(query, argc - 2, (const char *const *)argv + 2)
                        : evaluate(query, 2, example);
    }
    dpc_query_free(query);
    dpc_catalogue_free(catalogue);
    dpc_thread_cleanup();
    return code;
}
