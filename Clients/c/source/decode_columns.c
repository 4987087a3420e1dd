#include "decode.h"

#include <string.h>

/* Lengths of what each sample has of points, locations, beats or members; their sum is the rows of the columns there. */
static bool lengths(struct decoder *decoder, ProtobufCBinaryData bytes, size_t rows, bool may_be_empty,
                    const struct place *place, const uint32_t **out, size_t *sum)
{
    const void *column;
    uint64_t all = 0;

    if (!decode_column(decoder, bytes, rows, sizeof **out, may_be_empty, place, "lengths", &column))
        return false;
    *out = column;
    for (size_t i = 0; column != NULL && i < rows; i++)
        all += (*out)[i];
    if (all > SIZE_MAX / 16)
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "lengths"), "The sum is too large.");
    *sum = (size_t)all;
    return true;
}

/* One of the columns of a payload: how wide, whether it may be empty, and where it goes. */
struct member {
    const char *name;
    ProtobufCBinaryData bytes;
    size_t width;
    bool may_be_empty;
    void *out; /* the address of a pointer */
};

static bool members(struct decoder *decoder, const struct member *all, size_t count, size_t rows,
                    const struct place *place)
{
    for (size_t i = 0; i < count; i++)
        if (!decode_column(decoder, all[i].bytes, rows, all[i].width, all[i].may_be_empty, place, all[i].name,
                           all[i].out))
            return false;
    return true;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool quantities(struct decoder *decoder, const PB(QuantityColumns) *message, size_t rows,
                       const struct place *place, hearth_quantity_columns *out)
{
    const PB(SeriesPoints) *points = message->points;
    const struct member columns[] = {
        {"values", message->values, 8, false, &out->values},
        {"counts", message->counts, 8, true, &out->counts},
        {"minimums", message->minimums, 8, true, &out->minimums},
        {"maximums", message->maximums, 8, true, &out->maximums},
        {"most_recents", message->most_recents, 8, true, &out->most_recents},
        {"most_recent_starts", message->most_recent_starts, 8, true, &out->most_recent_starts},
        {"most_recent_ends", message->most_recent_ends, 8, true, &out->most_recent_ends},
    };

    if (!members(decoder, columns, COUNT(columns), rows, place)
        || !decode_text(decoder, message->unit, place, "unit", &out->unit))
        return false;
    if (points == NULL)
        return true;
    const struct place *here = AT(place, "points");
    const struct member of_points[] = {
        {"starts", points->starts, 8, false, &out->points.starts},
        {"ends", points->ends, 8, true, &out->points.ends},
        {"values", points->values, 8, false, &out->points.values},
    };
    return lengths(decoder, points->lengths, rows, false, here, &out->points.lengths, &out->points.count)
        && members(decoder, of_points, COUNT(of_points), out->points.count, here);
}

static bool routes(struct decoder *decoder, const PB(RouteColumns) *message, size_t rows, const struct place *place,
                   hearth_route_columns *out)
{
    const struct member columns[] = {
        {"timestamps", message->timestamps, 8, false, &out->timestamps},
        {"latitudes", message->latitudes, 8, false, &out->latitudes},
        {"longitudes", message->longitudes, 8, false, &out->longitudes},
        {"altitudes", message->altitudes, 8, true, &out->altitudes},
        {"horizontal_accuracies", message->horizontal_accuracies, 8, true, &out->horizontal_accuracies},
        {"vertical_accuracies", message->vertical_accuracies, 8, true, &out->vertical_accuracies},
        {"speeds", message->speeds, 8, true, &out->speeds},
        {"courses", message->courses, 8, true, &out->courses},
        {"speed_accuracies", message->speed_accuracies, 8, true, &out->speed_accuracies},
        {"course_accuracies", message->course_accuracies, 8, true, &out->course_accuracies},
    };

    return decode_column(decoder, message->counts, rows, 8, true, place, "counts", &out->counts)
        && lengths(decoder, message->lengths, rows, true, place, &out->lengths, &out->location_count)
        && members(decoder, columns, COUNT(columns), out->location_count, place);
}

static bool heartbeats(struct decoder *decoder, const PB(HeartbeatColumns) *message, size_t rows,
                       const struct place *place, hearth_heartbeat_columns *out)
{
    const struct member columns[] = {
        {"offsets", message->offsets, 8, false, &out->offsets},
        {"gaps", message->gaps, 1, true, &out->gaps},
    };

    return decode_column(decoder, message->counts, rows, 8, true, place, "counts", &out->counts)
        && lengths(decoder, message->lengths, rows, true, place, &out->lengths, &out->beat_count)
        && members(decoder, columns, COUNT(columns), out->beat_count, place);
}

/* Types have voltages, or contents, or neither. */
static bool records(struct decoder *decoder, const PB(RecordColumns) *message, size_t rows, const struct place *place,
                    hearth_record_columns *out)
{
    size_t count = 0, voltages, contents;

    if (!decode_records(decoder, message->records, message->n_records, rows, place, &out->records)
        || !decode_column(decoder, message->counts, rows, 8, true, place, "counts", &out->counts)
        || !lengths(decoder, message->lengths, rows, true, place, &out->lengths, &count))
        return false;
    out->element_count = count;
    contents = message->voltages.len == 0 && message->contents.len > 0 ? count : 0;
    voltages = count - contents;
    return decode_column(decoder, message->voltages, voltages, 8, false, place, "voltages", &out->voltages)
        && decode_column(decoder, message->contents, contents, 1, false, place, "contents", &out->contents);
}

/* Lengths or counts say how many there are; a sample that carries anything carries all that it counts. */
static bool carried(struct decoder *decoder, const uint32_t *all, const int64_t *counts, size_t rows,
                    const struct place *place)
{
    if (all == NULL && counts == NULL)
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "lengths"), "The counts are missing.");
    for (size_t i = 0; counts != NULL && i < rows; i++) {
        if (counts[i] < 0)
            return fault(decoder->error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "counts", i),
                         "The count is negative.");
        if (all != NULL && all[i] != 0 && counts[i] != (int64_t)all[i])
            return fault(decoder->error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "lengths", i),
                         "The number of points differs from the sample's count.");
    }
    return true;
}

static bool payload(struct decoder *decoder, const PB(SampleColumns) *message, const struct place *place,
                    hearth_columns *out)
{
    out->kind = (int)message->payload_case;
    switch (message->payload_case) {
    case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_QUANTITY:
        return quantities(decoder, message->quantity, out->count, AT(place, "quantity"), &out->quantity);
    case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_CATEGORY:
        return decode_column(decoder, message->category->values, out->count, 8, false, AT(place, "category"),
                             "values", &out->category.values);
    case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_CORRELATION:
        return lengths(decoder, message->correlation->lengths, out->count, false, AT(place, "correlation"),
                       &out->correlation.lengths, &out->correlation.member_count)
            && decode_column(decoder, message->correlation->members, out->correlation.member_count,
                             sizeof(hearth_uuid), false, AT(place, "correlation"), "members",
                             &out->correlation.members);
    case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_WORKOUT:
        return decode_workouts(decoder, message->workout, out->count, AT(place, "workout"), &out->workout);
    case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_ROUTE:
        return routes(decoder, message->route, out->count, AT(place, "route"), &out->route)
            && carried(decoder, out->route.lengths, out->route.counts, out->count, AT(place, "route"));
    case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_HEARTBEAT:
        return heartbeats(decoder, message->heartbeat, out->count, AT(place, "heartbeat"), &out->heartbeat)
            && carried(decoder, out->heartbeat.lengths, out->heartbeat.counts, out->count, AT(place, "heartbeat"));
    case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_RECORD:
        return records(decoder, message->record, out->count, AT(place, "record"), &out->record)
            && ((out->record.lengths == NULL && out->record.counts == NULL)
                || carried(decoder, out->record.lengths, out->record.counts, out->count, AT(place, "record")));
    default:
        out->kind = 0;
        return true;
    }
}

static bool provenance(struct decoder *decoder, const PB(Provenance) *message, const struct place *place,
                       hearth_provenance *out)
{
    hearth_device *device;

    if (message->source != NULL
        && (!decode_text(decoder, message->source->bundle_identifier, AT(place, "source"), "bundle_identifier",
                         &out->bundle_identifier)
            || !decode_text(decoder, message->source->name, AT(place, "source"), "name", &out->name)))
        return false;
    if (message->version_presence_case != HEARTH__V1__PROVENANCE__VERSION_PRESENCE__NOT_SET
        && !decode_text(decoder, message->version, place, "version", &out->version))
        return false;
    if (message->product_type_presence_case != HEARTH__V1__PROVENANCE__PRODUCT_TYPE_PRESENCE__NOT_SET
        && !decode_text(decoder, message->product_type, place, "product_type", &out->product_type))
        return false;
    if (message->owner != NULL && message->owner[0] != '\0'
        && !decode_text(decoder, message->owner, place, "owner", &out->owner))
        return false;
    out->has_system = message->operating_system_version != NULL;
    if (out->has_system)
        out->system = (hearth_version){message->operating_system_version->major,
                                       message->operating_system_version->minor,
                                       message->operating_system_version->patch};
    if (message->device == NULL)
        return true;
    device = arena_array(decoder->arena, 1, sizeof *device);
    if (device == NULL)
        return decode_no_memory(decoder);
    out->device = device;
    const PB(Device) *from = message->device;
    const struct place *here = AT(place, "device");
    /* An absent one is NULL: each is the only member of its union, which was cleared. */
    return decode_text(decoder, from->name, here, "name", &device->name)
        && decode_text(decoder, from->manufacturer, here, "manufacturer", &device->manufacturer)
        && decode_text(decoder, from->model, here, "model", &device->model)
        && decode_text(decoder, from->hardware_version, here, "hardware_version", &device->hardware_version)
        && decode_text(decoder, from->firmware_version, here, "firmware_version", &device->firmware_version)
        && decode_text(decoder, from->software_version, here, "software_version", &device->software_version)
        && decode_text(decoder, from->local_identifier, here, "local_identifier", &device->local_identifier)
        && decode_text(decoder, from->udi_device_identifier, here, "udi_device_identifier",
                       &device->udi_device_identifier);
}

static bool one(struct decoder *decoder, const PB(SampleColumns) *message, const struct place *place,
                hearth_columns *out)
{
    hearth_provenance *provenances;

    if (!decode_text(decoder, message->type, place, "type", &out->type))
        return false;
    if (message->uuids.len == 0)
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "uuids"), "At least one sample is required.");
    if (!decode_rows(decoder, message->uuids, sizeof *out->uuids, place, "uuids", &out->count, &out->uuids)
        || !decode_column(decoder, message->starts, out->count, 8, false, place, "starts", &out->starts)
        || !decode_column(decoder, message->ends, out->count, 8, true, place, "ends", &out->ends)
        || !decode_column(decoder, message->provenance_indexes, out->count, 4, true, place, "provenance_indexes",
                          &out->provenance_indexes)
        || !decode_column(decoder, message->metadata_indexes, out->count, 4, true, place, "metadata_indexes",
                          &out->metadata_indexes)
        || !decode_metadata(decoder, message->metadata, message->n_metadata, place, &out->metadata))
        return false;
    out->metadata_count = message->n_metadata;
    provenances = arena_array(decoder->arena, message->n_provenances, sizeof *provenances);
    if (provenances == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < message->n_provenances; i++)
        if (!provenance(decoder, message->provenances[i], AT_INDEX(place, "provenances", i), &provenances[i]))
            return false;
    out->provenances = provenances;
    out->provenance_count = message->n_provenances;
    return payload(decoder, message, place, out);
}

bool decode_columns(struct decoder *decoder, PB(SampleColumns) **messages, size_t count, const struct place *place,
                    const char *name, const hearth_columns **out)
{
    hearth_columns *all = arena_array(decoder->arena, count, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < count; i++)
        if (!one(decoder, messages[i], AT_INDEX(place, name, i), &all[i]))
            return false;
    *out = all;
    return true;
}
