#include "decode.h"
#include "reply.h"

static bool subscriptions(struct decoder *decoder, PB(SubscriptionStatus) **messages, size_t count,
                          const struct place *place, const hearth_subscription_status **out)
{
    hearth_subscription_status *all = arena_array(decoder->arena, count, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < count; i++) {
        all[i].call = messages[i]->call;
        all[i].lag = messages[i]->lag;
        all[i].credit = messages[i]->credit;
        all[i].live = messages[i]->live != 0;
        all[i].type_count = messages[i]->n_types;
        if (!decode_texts(decoder, messages[i]->types, messages[i]->n_types, AT_INDEX(place, "subscriptions", i),
                          "types", &all[i].types))
            return false;
    }
    *out = all;
    return true;
}

/* The processes of connections stand behind the connections, whose struct cannot grow in this version of the ABI. */
uint64_t hearth_connection_process(const hearth_status *status, size_t connection)
{
    const uint64_t *processes = (const uint64_t *)(const void *)(status->connections + status->listed_connections);

    return connection < status->listed_connections ? processes[connection] : 0;
}

static bool connections(struct decoder *decoder, PB(ConnectionStatus) **messages, size_t count,
                        const struct place *place, const hearth_connection_status **out)
{
    hearth_connection_status *all = arena_array(decoder->arena, count, sizeof *all + sizeof(uint64_t));
    uint64_t *processes;

    if (all == NULL)
        return decode_no_memory(decoder);
    processes = (uint64_t *)(void *)(all + count);
    for (size_t i = 0; i < count; i++) {
        const PB(ConnectionStatus) *message = messages[i];
        const struct place *here = AT_INDEX(place, "connections", i);

        all[i].open_calls = message->open_calls;
        all[i].calls = message->calls;
        all[i].received_bytes = message->received_bytes;
        all[i].sent_bytes = message->sent_bytes;
        all[i].unsent_bytes = message->unsent_bytes;
        processes[i] = message->process;
        all[i].subscription_count = message->n_subscriptions;
        if (!decode_text(decoder, message->bundle_identifier, here, "bundle_identifier", &all[i].bundle_identifier)
            || !decode_text(decoder, message->client, here, "client", &all[i].client)
            || !subscriptions(decoder, message->subscriptions, message->n_subscriptions, here,
                              &all[i].subscriptions))
            return false;
    }
    *out = all;
    return true;
}

static bool deliveries(struct decoder *decoder, PB(BackgroundTypeStatus) **messages, size_t count,
                       const struct place *place, const hearth_delivery_status **out)
{
    hearth_delivery_status *all = arena_array(decoder->arena, count, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < count; i++) {
        all[i].frequency = (int32_t)messages[i]->frequency;
        all[i].pending = messages[i]->pending != 0;
        all[i].failures = messages[i]->failures;
        all[i].suspended = messages[i]->suspended != 0;
        all[i].next = messages[i]->next;
        if (!decode_text(decoder, messages[i]->type, AT_INDEX(place, "types", i), "type", &all[i].type))
            return false;
    }
    *out = all;
    return true;
}

static bool apps(struct decoder *decoder, PB(BackgroundAppStatus) **messages, size_t count,
                 const struct place *place, const hearth_app_status **out)
{
    hearth_app_status *all = arena_array(decoder->arena, count, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < count; i++) {
        const PB(BackgroundAppStatus) *message = messages[i];
        const struct place *here = AT_INDEX(place, "background_apps", i);

        all[i].registrations = message->registrations;
        all[i].delivery_count = message->n_types;
        all[i].process = message->process;
        all[i].cursors = message->cursors;
        if (!decode_text(decoder, message->bundle_identifier, here, "bundle_identifier", &all[i].bundle_identifier)
            || !decode_text(decoder, message->launch, here, "launch", &all[i].launch)
            || !deliveries(decoder, message->types, message->n_types, here, &all[i].deliveries))
            return false;
    }
    *out = all;
    return true;
}

bool reply_status(struct arena *arena, const PB(StatusReport) *message, const struct place *place,
                  hearth_status *out, hearth_error *error)
{
    struct decoder decoder = {arena, error};
    const PB(StoreStatus) *store = message->store;
    const PB(Counters) *counters = message->counters;

    if (store == NULL)
        return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "store"), "The field is missing.");
    if (counters == NULL)
        return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "counters"), "The field is missing.");
    out->process = message->process;
    out->uptime_milliseconds = message->uptime_milliseconds;
    out->store.samples = store->samples;
    out->store.deletions = store->deletions;
    out->store.segments = store->segments;
    out->store.file_bytes = store->file_bytes;
    out->store.log_bytes = store->log_bytes;
    out->store.staged_bytes = store->staged_bytes;
    out->store.background_registrations = store->background_registrations;
    out->counters.connections = counters->connections;
    out->counters.refused_connections = counters->refused_connections;
    out->counters.calls = counters->calls;
    out->counters.received_bytes = counters->received_bytes;
    out->counters.sent_bytes = counters->sent_bytes;
    out->counters.writes = counters->writes;
    out->counters.refused_writes = counters->refused_writes;
    out->counters.groups = counters->groups;
    out->counters.added_samples = counters->added_samples;
    out->counters.deleted_samples = counters->deleted_samples;
    out->counters.change_batches = counters->change_batches;
    out->counters.change_deliveries = counters->change_deliveries;
    out->connection_count = message->connection_count;
    out->listed_connections = message->n_connections;
    out->app_count = message->n_background_apps;
    return decode_text(&decoder, message->server_version, place, "server_version", &out->server_version)
        && decode_anchor(&decoder, store->anchor, AT(place, "store"), "anchor", &out->store.anchor)
        && decode_text(&decoder, store->fault, AT(place, "store"), "fault", &out->store.fault)
        && decode_text(&decoder, store->path, AT(place, "store"), "path", &out->store.path)
        && connections(&decoder, message->connections, message->n_connections, place, &out->connections)
        && apps(&decoder, message->background_apps, message->n_background_apps, place, &out->apps);
}
