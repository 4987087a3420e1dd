/* Asks the owner to let the app save heart rates and read steps, and prints what it may do. usage: ask */
#include "arguments.h"

#include <hearth.h>
#include <inttypes.h>
#include <stdio.h>

static const char *text_of(int32_t share)
{
    switch (share) {
    case HEARTH_PERMISSION_ALLOWED: return "allowed";
    case HEARTH_PERMISSION_DENIED: return "denied";
    default: return "not decided";
    }
}

int main(int count, char **arguments)
{
    const char *const share[] = {"HKQuantityTypeIdentifierHeartRate"};
    const char *const read[] = {"HKQuantityTypeIdentifierStepCount"};
    hearth_options options = {.bundle_identifier = "org.example.samples", .name = "Samples in C"};
    hearth_authorization wish = {
        .share = share, .share_count = 1, .share_usage = "To keep the heart rates that you type.",
        .read = read, .read_count = 1, .read_usage = "To count what you have walked.",
        .request = true,
    };
    const hearth_reply *reply;
    hearth_error error;
    hearth_client *client;

    if (wants_help(count, arguments, "usage: ask\nAsks the owner to let the app save heart rates and read steps."))
        return 0;
    if (count != 1)
        return usage("ask");
    client = hearth_new(&options, &error);
    /* Where apps need not ask, the reply comes at once; else with the owner's answer, or after two minutes without one. */
    if (client == NULL
        || hearth_finish(client, hearth_start_authorization(client, &wish, &error), &reply, &error) != 0) {
        fprintf(stderr, "ask: %s %s\n", error.message, error.field);
        hearth_free(client);
        return 1;
    }
    for (size_t i = 0; i < reply->authorization_status.count; i++) {
        const hearth_type_authorization *one = &reply->authorization_status.list[i];

        if (one->share != 0)
            printf("saving %s is %s\n", one->type, text_of(one->share));
        else /* Whether the app may read is not told: what it may not read is as if it were not there. */
            printf("reading %s is %s\n", one->type, one->read_undetermined ? "not decided" : "decided");
        if (one->has_since)
            printf("  of other apps what ends at %" PRId64 " or later\n", one->since);
    }
    hearth_reply_free(reply);
    hearth_free(client);
    return 0;
}
