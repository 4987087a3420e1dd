/* Saves one heart rate. usage: save BEATS-PER-MINUTE */
#include "arguments.h"

#include <hearth.h>
#include <stdio.h>
#include <time.h>

int main(int count, char **arguments)
{
    hearth_options options = {.bundle_identifier = "org.example.samples", .name = "Samples in C"};
    struct timespec now;
    hearth_uuid uuid;
    int64_t start;
    double rate;
    hearth_columns columns = {
        .type = "HKQuantityTypeIdentifierHeartRate", .count = 1, .uuids = &uuid, .starts = &start,
        .kind = HEARTH_QUANTITIES, .quantity = {.values = &rate, .unit = "count/min"},
    };
    hearth_committed committed;
    hearth_error error = {.message = "no random numbers"};
    hearth_client *client;

    if (wants_help(count, arguments, "usage: save BEATS-PER-MINUTE\nSaves one heart rate."))
        return 0;
    if (count != 2 || !read_number(arguments[1], &rate))
        return usage("save BEATS-PER-MINUTE");
    timespec_get(&now, TIME_UTC);
    start = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;

    client = hearth_new(&options, &error);
    if (client == NULL || hearth_make_uuids(client, &uuid, 1) != 0
        || hearth_save(client, &columns, 1, &committed, &error) != 0) {
        fprintf(stderr, "save: %s %s\n", error.message, error.field);
        hearth_free(client);
        return 1;
    }
    printf("saved %llu, on disk\n", (unsigned long long)committed.added);
    hearth_free(client);
    return 0;
}
