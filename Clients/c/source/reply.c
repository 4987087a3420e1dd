#include "reply.h"

#include "check.h"
#include "decode.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

void hearth_reply_free(const hearth_reply *content)
{
    struct reply *reply = (struct reply *)(uintptr_t)content;

    if (reply == NULL)
        return;
    arena_end(&reply->arena);
    free(reply);
}

PB(ServerFrame) *reply_unpack(struct arena *arena, const uint8_t *body, size_t length)
{
    ProtobufCAllocator allocator;

    /* Columns take as much as the body, and what stands between them a little more. */
    arena_begin(arena, length + length / 8 + 2048, arena_budget(length));
    allocator = arena_allocator(arena);
    return hearth__v1__server_frame__unpack(&allocator, length, body);
}

void reply_error(const PB(Error) *message, hearth_error *out)
{
    memset(out, 0, sizeof *out);
    out->code = (int32_t)message->code;
    /* A code below 0 would be mistaken for one of the client's own. */
    if (out->code < 0)
        out->code = HEARTH_UNKNOWN;
    /* For people: a malformed text is left out. */
    if (text_is_utf8(message->message, strlen(message->message)))
        fault_copy(out->message, sizeof out->message, message->message);
    if (text_is_utf8(message->field, strlen(message->field)))
        fault_copy(out->field, sizeof out->field, message->field);
    if (message->versions != NULL) {
        out->lowest_major = message->versions->lowest_major;
        out->highest_major = message->versions->highest_major;
        out->highest_minor = message->versions->highest_minor;
    }
}

bool reply_welcome(struct arena *arena, const PB(Welcome) *message, hearth_welcome *out, hearth_error *error)
{
    struct decoder decoder = {arena, error};
    const struct place *place = AT(NULL, "welcome");
    const PB(Limits) *limits = message->limits;

    if (message->store_id.len != sizeof out->store.bytes)
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "store_id"), "A UUID has 16 bytes.");
    if (limits == NULL)
        return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "limits"), "The field is missing.");
    if (limits->frame_bytes == 0)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(AT(place, "limits"), "frame_bytes"), "The limit is 0.");
    if (limits->open_calls == 0)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(AT(place, "limits"), "open_calls"), "The limit is 0.");
    if (message->major != 1)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(place, "major"),
                     "The server chose another major version than the client asked for.");
    memcpy(out->store.bytes, message->store_id.data, sizeof out->store.bytes);
    out->major = message->major;
    out->minor = message->minor;
    out->frame_bytes = limits->frame_bytes;
    out->open_calls = limits->open_calls;
    out->staged_bytes = limits->staged_bytes;
    out->batch_samples = limits->batch_samples;
    out->batch_bytes = limits->batch_bytes;
    out->initial_credit_bytes = limits->initial_credit_bytes;
    out->metadata_entries = limits->metadata_entries;
    out->metadata_bytes = limits->metadata_bytes;
    out->predicate_terms = limits->predicate_terms;
    out->string_bytes = limits->string_bytes;
    out->clauses = limits->clauses;
    out->series_points = limits->series_points;
    out->handshake_milliseconds = limits->handshake_milliseconds;
    return decode_text(&decoder, message->server_version, place, "server_version", &out->server_version);
}

/* Samples in a reply: decoded, and their values looked at. */
static bool columns(struct decoder *decoder, PB(SampleColumns) **messages, size_t count, const struct place *place,
                    const char *name, const hearth_columns **out)
{
    if (!decode_columns(decoder, messages, count, place, name, out))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!check_columns(&(*out)[i], AS_READ, AT_INDEX(place, name, i), decoder->error))
            return false;
    return true;
}

/* Each of the samples is named once: no column too often, and all of them. */
static bool interleaving(struct decoder *decoder, const hearth_samples *samples, const struct place *place)
{
    const struct place *here = AT(place, "interleaving");
    size_t *left = arena_array(decoder->arena, samples->column_count, sizeof *left);
    size_t all = 0;

    if (left == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < samples->column_count; i++) {
        left[i] = samples->columns[i].count;
        all += left[i];
    }
    if (samples->interleaving_count != all)
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, here, "Each sample must occur exactly once.");
    for (size_t i = 0; i < samples->interleaving_count; i++) {
        uint32_t index = samples->interleaving[i];

        if (index >= samples->column_count)
            return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT_INDEX(place, "interleaving", i),
                         "The index is out of range.");
        if (left[index]-- == 0)
            return fault(decoder->error, HEARTH_MALFORMED_COLUMN, here,
                         "The order has more rows than there are samples.");
    }
    return true;
}

static bool samples(struct decoder *decoder, const PB(SampleBatch) *message, hearth_samples *out)
{
    const struct place *place = AT(NULL, "samples");

    out->column_count = message->n_columns;
    out->member_count = message->n_members;
    if (!columns(decoder, message->columns, message->n_columns, place, "columns", &out->columns)
        || !columns(decoder, message->members, message->n_members, place, "members", &out->members)
        || !decode_rows(decoder, message->interleaving, 4, place, "interleaving", &out->interleaving_count,
                        &out->interleaving))
        return false;
    if (message->interleaving.len == 0)
        return out->column_count <= 1
            || fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "interleaving"), "The column is missing.");
    return interleaving(decoder, out, place);
}

static bool deletions(struct decoder *decoder, const PB(Deletions) *message, const struct place *place,
                      hearth_deletions *out)
{
    if (message == NULL)
        return true;
    out->type_count = message->n_types;
    out->metadata_count = message->n_metadata;
    if (!decode_rows(decoder, message->uuids, sizeof *out->uuids, place, "uuids", &out->count, &out->uuids)
        || !decode_column(decoder, message->times, out->count, 8, false, place, "times", &out->times)
        || !decode_texts(decoder, message->types, message->n_types, place, "types", &out->types)
        || !decode_column(decoder, message->type_indexes, out->count, 4, true, place, "type_indexes",
                          &out->type_indexes)
        || !decode_metadata(decoder, message->metadata, message->n_metadata, place, &out->metadata)
        || !decode_column(decoder, message->metadata_indexes, out->count, 4, true, place, "metadata_indexes",
                          &out->metadata_indexes))
        return false;
    for (size_t i = 0; i < out->metadata_count; i++)
        if (!check_metadata(&out->metadata[i], AS_READ, AT_INDEX(place, "metadata", i), decoder->error))
            return false;
    if (out->count > 0 && out->type_count == 0)
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "types"), "The field is missing.");
    return check_indexes(out->type_indexes, out->count, out->type_count, place, "type_indexes", decoder->error)
        && check_indexes(out->metadata_indexes, out->count, out->metadata_count, place, "metadata_indexes",
                         decoder->error);
}

static bool changes(struct decoder *decoder, const PB(ChangeBatch) *message, hearth_changes *out)
{
    const struct place *place = AT(NULL, "changes");

    out->added_count = message->n_added;
    out->member_count = message->n_members;
    out->caught_up = message->caught_up != 0;
    return columns(decoder, message->added, message->n_added, place, "added", &out->added)
        && columns(decoder, message->members, message->n_members, place, "members", &out->members)
        && deletions(decoder, message->deleted, AT(place, "deleted"), &out->deleted)
        && decode_anchor(decoder, message->anchor, place, "anchor", &out->anchor);
}

static bool sources(struct decoder *decoder, const PB(SourceList) *message, hearth_reply *out)
{
    hearth_source *all = arena_array(decoder->arena, message->n_sources, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < message->n_sources; i++) {
        const struct place *here = AT_INDEX(AT(NULL, "source_list"), "sources", i);

        if (!decode_text(decoder, message->sources[i]->bundle_identifier, here, "bundle_identifier",
                         &all[i].bundle_identifier)
            || !decode_text(decoder, message->sources[i]->name, here, "name", &all[i].name))
            return false;
    }
    out->sources.list = all;
    out->sources.count = message->n_sources;
    out->sources.more = message->more != 0;
    return true;
}

static void characteristics(const PB(CharacteristicValues) *message, hearth_characteristics *out)
{
    out->has_date_of_birth = message->date_of_birth != NULL;
    if (out->has_date_of_birth) {
        out->date_of_birth.year = message->date_of_birth->year;
        out->date_of_birth.month = message->date_of_birth->month;
        out->date_of_birth.day = message->date_of_birth->day;
    }
    out->has_biological_sex = message->biological_sex_presence_case != 0;
    out->biological_sex = out->has_biological_sex ? message->biological_sex : 0;
    out->has_blood_type = message->blood_type_presence_case != 0;
    out->blood_type = out->has_blood_type ? message->blood_type : 0;
    out->has_skin_type = message->fitzpatrick_skin_type_presence_case != 0;
    out->skin_type = out->has_skin_type ? message->fitzpatrick_skin_type : 0;
    out->has_wheelchair_use = message->wheelchair_use_presence_case != 0;
    out->wheelchair_use = out->has_wheelchair_use ? message->wheelchair_use : 0;
    out->has_move_mode = message->activity_move_mode_presence_case != 0;
    out->move_mode = out->has_move_mode ? message->activity_move_mode : 0;
}

static bool registrations(struct decoder *decoder, const PB(BackgroundRegistrationList) *message, hearth_reply *out)
{
    hearth_registration *all = arena_array(decoder->arena, message->n_registrations, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < message->n_registrations; i++) {
        all[i].frequency = (int32_t)message->registrations[i]->frequency;
        if (!decode_text(decoder, message->registrations[i]->type,
                         AT_INDEX(AT(NULL, "background_registrations"), "registrations", i), "type", &all[i].type))
            return false;
    }
    out->registrations.list = all;
    out->registrations.count = message->n_registrations;
    return true;
}

static bool authorizations(struct decoder *decoder, const PB(AuthorizationStatus) *message, hearth_reply *out)
{
    hearth_type_authorization *all = arena_array(decoder->arena, message->n_types, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < message->n_types; i++) {
        const PB(TypeAuthorization) *one = message->types[i];
        const struct place *here = AT_INDEX(AT(NULL, "authorization_status"), "types", i);

        if (!decode_text(decoder, one->type, here, "type", &all[i].type))
            return false;
        if (*all[i].type == 0)
            return fault(decoder->error, HEARTH_UNKNOWN_TYPE, AT(here, "type"), "A type is missing.");
        all[i].share = (int32_t)one->share;
        all[i].read_undetermined = one->read_undetermined != 0;
        all[i].has_since = one->limit_case == HEARTH__V1__TYPE_AUTHORIZATION__LIMIT_SINCE;
        all[i].since = all[i].has_since ? one->since : 0;
    }
    out->authorization_status.list = all;
    out->authorization_status.count = message->n_types;
    return true;
}

bool reply_decode(struct arena *arena, const PB(ServerFrame) *frame, hearth_reply *out, hearth_error *error)
{
    struct decoder decoder = {arena, error};

    /* What is made of the messages takes about as much as they do. */
    arena->budget = arena->budget > SIZE_MAX / 2 ? SIZE_MAX : 2 * arena->budget;
    memset(out, 0, sizeof *out);
    out->call = frame->call;
    out->kind = (int)frame->reply_case;
    switch (frame->reply_case) {
    case HEARTH__V1__SERVER_FRAME__REPLY_COMMITTED:
        out->committed.added = frame->committed->added;
        out->committed.deleted = frame->committed->deleted;
        out->committed.unchanged = frame->committed->unchanged;
        return decode_anchor(&decoder, frame->committed->anchor, AT(NULL, "committed"), "anchor",
                             &out->committed.anchor);
    case HEARTH__V1__SERVER_FRAME__REPLY_SAMPLES:
        return samples(&decoder, frame->samples, &out->samples);
    case HEARTH__V1__SERVER_FRAME__REPLY_CHANGES:
        return changes(&decoder, frame->changes, &out->changes);
    case HEARTH__V1__SERVER_FRAME__REPLY_NOTICE:
        out->notice.type_count = frame->notice->n_types;
        return decode_texts(&decoder, frame->notice->types, frame->notice->n_types, AT(NULL, "notice"), "types",
                            &out->notice.types)
            && decode_anchor(&decoder, frame->notice->anchor, AT(NULL, "notice"), "anchor", &out->notice.anchor);
    case HEARTH__V1__SERVER_FRAME__REPLY_SOURCE_LIST:
        return sources(&decoder, frame->source_list, out);
    case HEARTH__V1__SERVER_FRAME__REPLY_CHARACTERISTIC_VALUES:
        characteristics(frame->characteristic_values, &out->characteristics);
        return true;
    case HEARTH__V1__SERVER_FRAME__REPLY_PONG:
        out->pong.payload = frame->pong->payload.data;
        out->pong.length = frame->pong->payload.len;
        out->pong.time = frame->pong->time;
        return decode_anchor(&decoder, frame->pong->anchor, AT(NULL, "pong"), "anchor", &out->pong.anchor);
    case HEARTH__V1__SERVER_FRAME__REPLY_STATUS_REPORT:
        return reply_status(arena, frame->status_report, AT(NULL, "status_report"), &out->status, error);
    case HEARTH__V1__SERVER_FRAME__REPLY_BACKGROUND_REGISTRATIONS:
        return registrations(&decoder, frame->background_registrations, out);
    case HEARTH__V1__SERVER_FRAME__REPLY_ACKNOWLEDGED:
        return decode_anchor(&decoder, frame->acknowledged->anchor, AT(NULL, "acknowledged"), "anchor",
                             &out->acknowledged.anchor);
    case HEARTH__V1__SERVER_FRAME__REPLY_STATISTICS:
        return reply_statistics(arena, frame->statistics, AT(NULL, "statistics"), &out->statistics, error);
    case HEARTH__V1__SERVER_FRAME__REPLY_SOURCE_RANKS:
        out->source_ranks.count = frame->source_ranks->n_bundle_identifiers;
        return decode_texts(&decoder, frame->source_ranks->bundle_identifiers, out->source_ranks.count,
                            AT(NULL, "source_ranks"), "bundle_identifiers", &out->source_ranks.list);
    case HEARTH__V1__SERVER_FRAME__REPLY_AUTHORIZATION_STATUS:
        return authorizations(&decoder, frame->authorization_status, out);
    default:
        return fault(error, HEARTH_UNIMPLEMENTED, NULL, "The client does not know this kind of reply.");
    }
}
