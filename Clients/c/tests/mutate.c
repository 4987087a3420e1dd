/* Replies as no server sends them: the vectors' frames, changed at random places, whole and as streams of bytes. Each is
 * refused, or taken and then read to its last value; the sanitizers and valgrind see whether that was sound.
 * $ROUNDS says how many, $SEED which. */
#include "talk.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FRAMES = 128, MOST_BYTES = 65536 };

static struct bytes frames[MOST_FRAMES]; /* bodies: first those of replies, then those of requests to put in */
static size_t reply_count, frame_count, taken, refused;
static uint64_t seen; /* what was read, so that it is not left out */

static void see(const void *bytes, size_t length)
{
    for (size_t i = 0; bytes != NULL && i < length; i++)
        seen = seen * 31 + ((const uint8_t *)bytes)[i];
}

static void see_text(const char *text)
{
    if (text != NULL)
        see(text, strlen(text));
}

static void see_metadata(const hearth_metadata *metadata)
{
    for (size_t i = 0; metadata != NULL && i < metadata->count; i++) {
        const hearth_metadata_entry *entry = &metadata->entries[i];

        see_text(entry->key);
        if (entry->kind == HEARTH_TEXT)
            see_text(entry->text);
        else if (entry->kind == HEARTH_QUANTITY)
            see_text(entry->quantity.unit);
    }
}

static void see_statistics(const hearth_statistics *statistics, size_t count)
{
    for (size_t i = 0; i < count; i++)
        see_text(statistics[i].type);
}

static void see_workouts(const hearth_workout_columns *workouts, size_t rows)
{
    see(workouts->activity_types, rows * 4);
    see(workouts->durations, rows * 8);
    for (size_t row = 0; workouts->details != NULL && row < rows; row++) {
        const hearth_workout_detail *detail = &workouts->details[row];

        for (size_t i = 0; i < detail->event_count; i++)
            see_metadata(&detail->events[i].metadata);
        for (size_t i = 0; i < detail->activity_count; i++) {
            see_metadata(&detail->activities[i].metadata);
            see_statistics(detail->activities[i].statistics, detail->activities[i].statistics_count);
        }
        see_statistics(detail->statistics, detail->statistics_count);
    }
}

/* What samples have besides: as many rows as their lengths add up to. */
static size_t sum(const uint32_t *lengths, size_t rows)
{
    size_t all = 0;

    for (size_t i = 0; lengths != NULL && i < rows; i++)
        all += lengths[i];
    return all;
}

static void see_records(const hearth_record_columns *all, size_t rows)
{
    size_t inner = sum(all->lengths, rows);

    CHECK(inner == all->element_count);
    see(all->counts, rows * 8);
    see(all->voltages, inner * 8);
    see(all->contents, inner);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < all->records[row].count; i++) {
            const hearth_attribute *attribute = &all->records[row].attributes[i];

            see(attribute->integers, attribute->count * 8);
            see(attribute->numbers, attribute->count * 8);
            see(attribute->uuids, attribute->count * 16);
            for (size_t j = 0; attribute->texts != NULL && j < attribute->count; j++)
                see_text(attribute->texts[j]);
        }
}

static void see_payload(const hearth_columns *columns)
{
    size_t rows = columns->count, inner;

    switch (columns->kind) {
    case HEARTH_QUANTITIES:
        see_text(columns->quantity.unit);
        see(columns->quantity.values, rows * 8);
        see(columns->quantity.counts, rows * 8);
        see(columns->quantity.minimums, rows * 8);
        see(columns->quantity.maximums, rows * 8);
        see(columns->quantity.most_recents, rows * 8);
        see(columns->quantity.most_recent_starts, rows * 8);
        see(columns->quantity.most_recent_ends, rows * 8);
        inner = sum(columns->quantity.points.lengths, rows);
        CHECK(inner == columns->quantity.points.count);
        see(columns->quantity.points.starts, inner * 8);
        see(columns->quantity.points.ends, inner * 8);
        see(columns->quantity.points.values, inner * 8);
        break;
    case HEARTH_CATEGORIES: see(columns->category.values, rows * 8); break;
    case HEARTH_CORRELATIONS:
        see(columns->correlation.members, sum(columns->correlation.lengths, rows) * 16);
        break;
    case HEARTH_WORKOUTS: see_workouts(&columns->workout, rows); break;
    case HEARTH_ROUTES:
        inner = sum(columns->route.lengths, rows);
        see(columns->route.counts, rows * 8);
        see(columns->route.timestamps, inner * 8);
        see(columns->route.latitudes, inner * 8);
        see(columns->route.longitudes, inner * 8);
        see(columns->route.altitudes, inner * 8);
        see(columns->route.horizontal_accuracies, inner * 8);
        see(columns->route.vertical_accuracies, inner * 8);
        see(columns->route.speeds, inner * 8);
        see(columns->route.courses, inner * 8);
        see(columns->route.speed_accuracies, inner * 8);
        see(columns->route.course_accuracies, inner * 8);
        break;
    case HEARTH_HEARTBEATS:
        inner = sum(columns->heartbeat.lengths, rows);
        see(columns->heartbeat.counts, rows * 8);
        see(columns->heartbeat.offsets, inner * 8);
        see(columns->heartbeat.gaps, inner);
        break;
    case HEARTH_RECORDS: see_records(&columns->record, rows); break;
    default: CHECK(columns->kind == 0);
    }
}

static void see_columns(const hearth_columns *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        see_text(all[i].type);
        see(all[i].uuids, all[i].count * 16);
        see(all[i].starts, all[i].count * 8);
        see(all[i].ends, all[i].count * 8);
        for (size_t row = 0; row < all[i].count; row++) {
            const hearth_provenance *provenance = hearth_provenance_of(&all[i], row);

            see_metadata(hearth_metadata_of(&all[i], row));
            if (provenance == NULL)
                continue;
            see_text(provenance->bundle_identifier);
            see_text(provenance->name);
            see_text(provenance->version);
            see_text(provenance->product_type);
            see_text(provenance->owner);
            if (provenance->device != NULL) {
                see_text(provenance->device->name);
                see_text(provenance->device->udi_device_identifier);
            }
        }
        see_payload(&all[i]);
    }
}

static void see_deletions(const hearth_deletions *deleted)
{
    see(deleted->uuids, deleted->count * 16);
    see(deleted->times, deleted->count * 8);
    for (size_t row = 0; row < deleted->count; row++) {
        see_text(deleted->types[deleted->type_indexes != NULL ? deleted->type_indexes[row] : 0]);
        if (deleted->metadata_count > 0)
            see_metadata(&deleted->metadata[deleted->metadata_indexes != NULL ? deleted->metadata_indexes[row] : 0]);
    }
}

static void see_buckets(const hearth_statistics_columns *columns)
{
    const void *const of_numbers[] = {columns->counts, columns->starts, columns->ends, columns->sums,
                                      columns->averages, columns->minimums, columns->maximums,
                                      columns->most_recents, columns->most_recent_starts,
                                      columns->most_recent_ends, columns->durations};

    see(columns->buckets, columns->count * 4);
    for (size_t i = 0; i < sizeof of_numbers / sizeof *of_numbers; i++)
        if (of_numbers[i] != NULL)
            see(of_numbers[i], columns->count * 8);
}

static void see_reply(const hearth_reply *reply)
{
    taken++;
    switch (reply->kind) {
    case HEARTH_COMMITTED: see(reply->committed.anchor.bytes, reply->committed.anchor.length); break;
    case HEARTH_SAMPLES:
        see_columns(reply->samples.columns, reply->samples.column_count);
        see_columns(reply->samples.members, reply->samples.member_count);
        for (size_t i = 0; i < reply->samples.interleaving_count; i++)
            CHECK(reply->samples.interleaving[i] < reply->samples.column_count);
        break;
    case HEARTH_CHANGES:
        see_columns(reply->changes.added, reply->changes.added_count);
        see_columns(reply->changes.members, reply->changes.member_count);
        see_deletions(&reply->changes.deleted);
        break;
    case HEARTH_NOTICE:
        for (size_t i = 0; i < reply->notice.type_count; i++)
            see_text(reply->notice.types[i]);
        break;
    case HEARTH_SOURCES:
        for (size_t i = 0; i < reply->sources.count; i++)
            see_text(reply->sources.list[i].name);
        break;
    case HEARTH_PONG: see(reply->pong.payload, reply->pong.length); break;
    case HEARTH_STATUS:
        see_text(reply->status.server_version);
        see_text(reply->status.store.fault);
        see_text(reply->status.store.path);
        for (size_t i = 0; i < reply->status.listed_connections; i++)
            for (size_t j = 0; j < reply->status.connections[i].subscription_count; j++)
                for (size_t k = 0; k < reply->status.connections[i].subscriptions[j].type_count; k++)
                    see_text(reply->status.connections[i].subscriptions[j].types[k]);
        for (size_t i = 0; i < reply->status.app_count; i++) {
            see_text(reply->status.apps[i].launch);
            for (size_t j = 0; j < reply->status.apps[i].delivery_count; j++)
                see_text(reply->status.apps[i].deliveries[j].type);
        }
        break;
    case HEARTH_REGISTRATIONS:
        for (size_t i = 0; i < reply->registrations.count; i++)
            see_text(reply->registrations.list[i].type);
        break;
    case HEARTH_ACKNOWLEDGED: see(reply->acknowledged.anchor.bytes, reply->acknowledged.anchor.length); break;
    case HEARTH_STATISTICS:
        see_buckets(&reply->statistics.merged);
        see_text(reply->statistics.unit);
        for (size_t i = 0; i < reply->statistics.source_count; i++) {
            see_text(reply->statistics.sources[i].source.name);
            see_buckets(&reply->statistics.sources[i].columns);
        }
        break;
    case HEARTH_SOURCE_RANKS:
        for (size_t i = 0; i < reply->source_ranks.count; i++)
            see_text(reply->source_ranks.list[i]);
        break;
    case HEARTH_AUTHORIZATION_STATUS:
        for (size_t i = 0; i < reply->authorization_status.count; i++) {
            const hearth_type_authorization *one = &reply->authorization_status.list[i];

            see_text(one->type);
            see(&one->share, sizeof one->share);
            see(&one->since, sizeof one->since);
        }
        break;
    default: break;
    }
}

/* Half of the time one byte only, so that lengths fit and it is the values that are wrong. */
static size_t mutate(uint8_t *bytes, size_t length)
{
    bool one_byte = seeded_below(2) == 0;

    for (uint64_t changes = one_byte ? 1 : 1 + seeded_below(4); changes > 0 && length > 0; changes--) {
        size_t at = (size_t)seeded_below(length), count = 1 + (size_t)seeded_below(16);
        const struct bytes *other = &frames[seeded_below(frame_count)];
        size_t from = (size_t)seeded_below(other->length);

        switch (seeded_below(one_byte ? 3 : 6)) {
        case 0: bytes[at] ^= (uint8_t)(1u << seeded_below(8)); break;
        case 1: bytes[at] = (uint8_t)seeded(); break;
        case 2: bytes[at] = (uint8_t)(seeded_below(2) == 0 ? 0xff : 0x80); break;
        case 3: /* taken out */
            count = count < length - at ? count : length - at;
            memmove(bytes + at, bytes + at + count, length - at - count);
            length -= count;
            break;
        default: /* put in, from another frame */
            count = count < other->length - from ? count : other->length - from;
            if (length + count > MOST_BYTES)
                break;
            memmove(bytes + at + count, bytes + at, length - at);
            memcpy(bytes + at, other->bytes + from, count);
            length += count;
        }
    }
    return length;
}

static size_t mutated(uint8_t *out)
{
    const struct bytes *frame = &frames[seeded_below(reply_count)];

    memcpy(out, frame->bytes, frame->length);
    return mutate(out, frame->length);
}

/* One body through the decoder alone. */
static void decode(const uint8_t *body, size_t length)
{
    struct arena arena;
    PB(ServerFrame) *frame = reply_unpack(&arena, body, length);
    hearth_reply reply;
    hearth_welcome welcome;
    hearth_error error;

    CHECK(arena.taken <= arena_budget(length));
    if (frame == NULL) {
        refused++;
    } else if (frame->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_WELCOME) {
        refused += !reply_welcome(&arena, frame->welcome, &welcome, &error);
    } else if (frame->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_ERROR) {
        reply_error(frame->error, &error);
        see_text(error.message);
    } else if (reply_decode(&arena, frame, &reply, &error)) {
        see_reply(&reply);
    } else {
        refused++;
    }
    arena_end(&arena);
}

/* Several frames through a session with a call of each kind, in pieces of any length. */
static void converse(uint8_t *buffer)
{
    struct talk talk = talk_begin(false);
    struct session *session = &talk.client->session;
    uint64_t calls[12];
    hearth_error error;
    hearth_uuid uuid = {{1}};
    hearth_change_query changes = {.follow = true};
    hearth_clause clause = {.type = "HKQuantityTypeIdentifierHeartRate"};
    hearth_query query = {.clauses = &clause, .clause_count = 1};
    hearth_statistics_query statistics = {.clauses = &clause, .clause_count = 1, .statistics = HEARTH_AVERAGE};
    struct bytes welcome = welcome_frame(PROTOCOL_MINOR);
    bool good = true;

    calls[0] = hearth_start_delete(talk.client, &uuid, 1, &error);
    calls[1] = hearth_start_query(talk.client, &query, &error);
    calls[2] = hearth_start_changes(talk.client, &changes, &error);
    calls[3] = hearth_start_observe(talk.client, NULL, 0, false, &error);
    calls[4] = hearth_start_sources(talk.client, NULL, 0, "", &error);
    calls[5] = hearth_start_characteristics(talk.client, NULL, &error);
    calls[6] = hearth_start_ping(talk.client, NULL, 0, &error);
    calls[7] = hearth_start_status(talk.client, &error);
    calls[8] = hearth_start_background(talk.client, NULL, &error);
    calls[9] = hearth_start_statistics(talk.client, &statistics, &error);
    calls[10] = hearth_start_source_ranks(talk.client, clause.type, &error);
    calls[11] = hearth_start_authorization(talk.client, &(hearth_authorization){.request = true}, &error);
    for (int round = 0; good && round < 12; round++) {
        size_t length = 4, at = 0;

        if (round == 0) {
            length = welcome.length;
            memcpy(buffer, welcome.bytes, length);
        } else {
            length += mutated(buffer + 4);
            for (size_t i = 0; i < 4; i++)
                buffer[i] = (uint8_t)((length - 4) >> (8 * i));
            /* The number of the call, so that it is one that is open. */
            if (length > 6 && buffer[4] == 0x08)
                buffer[5] = (uint8_t)(2 + seeded_below(sizeof calls / sizeof *calls));
            if (seeded_below(50) == 0)
                buffer[seeded_below(4)] ^= (uint8_t)seeded();
        }
        while (good && at < length) {
            size_t room, piece = 1 + (size_t)seeded_below(length - at);
            uint8_t *space = session_space(session, &room);

            CHECK(space != NULL && room > 0);
            piece = piece < room ? piece : room;
            memcpy(space, buffer + at, piece);
            good = session_received(session, piece);
            at += piece;
        }
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            const hearth_reply *reply;

            if (hearth_take(talk.client, calls[i], &reply, &error) != HEARTH_REPLY)
                continue;
            see_reply(reply);
            hearth_reply_free(reply);
        }
    }
    session_lost(session, 0, INT64_MAX);
    free(welcome.bytes);
    talk_end(&talk);
}

/* Whether a body is a reply that is taken as it is. */
static bool is_reply(const struct bytes *body)
{
    size_t before = taken;

    decode(body->bytes, body->length);
    return taken > before;
}

static void load(const char *path, bool replies)
{
    char *text = read_text(path);
    struct bytes frame = read_hex(text, false);

    free(text);
    CHECK(frame_count < MOST_FRAMES);
    memmove(frame.bytes, frame.bytes + 4, frame.length - 4);
    frame.length -= 4;
    if (frame.length <= 4 || is_reply(&frame) != replies)
        free(frame.bytes);
    else
        frames[frame_count++] = frame;
}

static void load_reply(const char *path)
{
    load(path, true);
}

static void load_other(const char *path)
{
    load(path, false);
}

int main(void)
{
    const char *given = getenv("ROUNDS");
    uint64_t rounds = given != NULL && *given != 0 ? strtoull(given, NULL, 10) : 20000;
    uint8_t *buffer = malloc(MOST_BYTES + 64);
    char folder[4200];

    CHECK(buffer != NULL);
    snprintf(folder, sizeof folder, "%s/frames", vectors());
    CHECK(each_file(folder, "", ".hex", load_reply) >= 80);
    reply_count = frame_count;
    CHECK(each_file(folder, "", ".hex", load_other) >= 80);
    CHECK(reply_count > 20 && frame_count > 60);
    taken = refused = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        decode(buffer, mutated(buffer));
        if (round % 16 == 0)
            converse(buffer);
    }
    CHECK(taken > rounds / 10 && refused > rounds / 10);
    printf("mutate: %llu rounds, %zu replies taken, %zu refused, %llx\n", (unsigned long long)rounds, taken, refused,
           (unsigned long long)seen);
    for (size_t i = 0; i < frame_count; i++)
        free(frames[i].bytes);
    free(buffer);
    return 0;
}
