/* Prints the newest heart rates above a value. usage: query BEATS-PER-MINUTE [LIMIT] */
#include "arguments.h"

#include <hearth.h>
#include <stdio.h>

static void print(const hearth_columns *columns)
{
    for (size_t row = 0; row < columns->count; row++) {
        const hearth_provenance *provenance = hearth_provenance_of(columns, row);

        printf("%lld.%09lld  %g %s  %s\n", (long long)(columns->starts[row] / 1000000000),
               (long long)(columns->starts[row] % 1000000000), columns->quantity.values[row], columns->quantity.unit,
               provenance != NULL ? provenance->bundle_identifier : "");
    }
}

int main(int count, char **arguments)
{
    hearth_options options = {.bundle_identifier = "org.example.samples", .name = "Samples in C"};
    hearth_predicate *predicate;
    hearth_sort_key newest_first = {HEARTH_START_DATE, true};
    hearth_clause clause = {.type = "HKQuantityTypeIdentifierHeartRate", .unit = "count/min"};
    hearth_query query = {.clauses = &clause, .clause_count = 1, .order = &newest_first, .order_count = 1};
    const hearth_reply *reply;
    hearth_error error;
    hearth_client *client;
    hearth_step step = HEARTH_FAILED;
    unsigned long long limit = 0;
    uint64_t call;
    double least;

    if (wants_help(count, arguments,
                   "usage: query BEATS-PER-MINUTE [LIMIT]\nPrints the newest heart rates above a value, at most LIMIT."))
        return 0;
    if (count < 2 || count > 3 || !read_number(arguments[1], &least)
        || (count == 3 && !read_count(arguments[2], &limit)))
        return usage("query BEATS-PER-MINUTE [LIMIT]");
    client = hearth_new(&options, &error);
    if (client == NULL) {
        fprintf(stderr, "query: %s\n", error.message);
        return 1;
    }
    predicate = hearth_predicate_new();
    hearth_where_number(predicate, HEARTH_VALUE, HEARTH_GREATER, least, "count/min", NULL);
    clause.predicate = predicate;
    query.limit = limit;

    call = hearth_start_query(client, &query, &error);
    while (call != 0 && (step = hearth_next(client, call, -1, &reply, &error)) == HEARTH_REPLY) {
        for (size_t i = 0; i < reply->samples.column_count; i++)
            print(&reply->samples.columns[i]);
        hearth_reply_free(reply);
    }
    if (step == HEARTH_FAILED)
        fprintf(stderr, "query: %s %s\n", error.message, error.field);
    hearth_predicate_free(predicate);
    hearth_free(client);
    return step == HEARTH_FAILED ? 1 : 0;
}
