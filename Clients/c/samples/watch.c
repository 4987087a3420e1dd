/* Prints samples of all types in an event loop of its own: first the stored ones, then each change as it is committed.
 * usage: watch [COUNT]; it ends after COUNT changes, by default never. */
#include "arguments.h"

#include <hearth.h>
#include <poll.h>
#include <stdio.h>

static unsigned long long print(const hearth_changes *changes)
{
    unsigned long long count = changes->deleted.count;

    for (size_t i = 0; i < changes->deleted.count; i++)
        printf("deleted  %s\n",
               changes->deleted.types[changes->deleted.type_indexes != NULL ? changes->deleted.type_indexes[i] : 0]);
    for (size_t i = 0; i < changes->added_count; i++) {
        const hearth_columns *columns = &changes->added[i];

        for (size_t row = 0; row < columns->count; row++)
            if (columns->kind == HEARTH_QUANTITIES)
                printf("added    %s %g %s\n", columns->type, columns->quantity.values[row], columns->quantity.unit);
            else
                printf("added    %s\n", columns->type);
        count += columns->count;
    }
    if (changes->caught_up)
        printf("-------  up to date\n");
    fflush(stdout);
    return count;
}

int main(int count, char **arguments)
{
    hearth_options options = {.bundle_identifier = "org.example.samples", .name = "Samples in C"};
    hearth_change_query query = {.follow = true};
    unsigned long long left = (unsigned long long)-1;
    hearth_error error;
    hearth_client *client;
    hearth_step step = HEARTH_FAILED;
    uint64_t call;

    if (wants_help(count, arguments,
                   "usage: watch [COUNT]\nPrints the stored samples of all types, then each change as it is committed.\n"
                   "Ends after COUNT changes, or with Ctrl-C."))
        return 0;
    if (count > 2 || (count == 2 && !read_count(arguments[1], &left)))
        return usage("watch [COUNT]");
    client = hearth_new(&options, &error);
    call = client != NULL ? hearth_start_changes(client, &query, &error) : 0;

    while (call != 0 && left > 0) {
        struct pollfd wanted;
        const hearth_reply *reply;
        unsigned long long printed;

        /* Before each wait: a call may end as soon as it starts, when no server listens. */
        if (hearth_ready(client) != 0) {
            step = hearth_take(client, call, &reply, &error);
            if (step != HEARTH_REPLY)
                break;
            /* An app that keeps a copy stores reply->changes.anchor with it, and gives it as query.anchor next time. */
            printed = print(&reply->changes);
            left = printed < left ? left - printed : 0;
            hearth_reply_free(reply);
            continue;
        }
        wanted = (struct pollfd){.fd = hearth_descriptor(client), .events = hearth_events(client)};
        poll(&wanted, 1, hearth_timeout(client));
        hearth_process(client);
    }
    if (left > 0)
        fprintf(stderr, "watch: %s\n", step == HEARTH_FAILED ? error.message : "The server has ended the changes.");
    hearth_free(client);
    return left > 0 ? 1 : 0;
}
