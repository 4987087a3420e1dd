#include "encode.h"

static PB(Provenance) *provenance(struct arena *arena, const hearth_provenance *from)
{
    PB(Provenance) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__provenance__init(message);
    if (from->bundle_identifier != NULL) {
        message->source = arena_take(arena, sizeof *message->source);
        if (message->source == NULL)
            return NULL;
        hearth__v1__source__init(message->source);
        message->source->bundle_identifier = encode_text(from->bundle_identifier);
        if (from->name != NULL)
            message->source->name = encode_text(from->name);
    }
    SET_OPTIONAL(message, PROVENANCE, VERSION, version, from->version != NULL, encode_text(from->version));
    SET_OPTIONAL(message, PROVENANCE, PRODUCT_TYPE, product_type, from->product_type != NULL,
                 encode_text(from->product_type));
    if (from->owner != NULL)
        message->owner = encode_text(from->owner);
    if (from->has_system) {
        message->operating_system_version = encode_version(arena, from->system);
        if (message->operating_system_version == NULL)
            return NULL;
    }
    if (from->device != NULL) {
        message->device = encode_device(arena, from->device);
        if (message->device == NULL)
            return NULL;
    }
    return message;
}

bool encode_prepare(struct arena *arena, const hearth_columns *columns, struct encoded *out)
{
    const hearth_workout_detail *details = columns->kind == HEARTH_WORKOUTS ? columns->workout.details : NULL;
    size_t detail_count = details != NULL ? columns->count : 0;
    size_t record_count = columns->kind == HEARTH_RECORDS ? columns->count : 0;

    out->columns = columns;
    out->provenances = arena_array(arena, columns->provenance_count, sizeof *out->provenances);
    out->metadata = arena_array(arena, columns->metadata_count, sizeof *out->metadata);
    out->details = arena_array(arena, detail_count, sizeof *out->details);
    out->records = arena_array(arena, record_count, sizeof *out->records);
    if (out->provenances == NULL || out->metadata == NULL || out->details == NULL || out->records == NULL)
        return false;
    for (size_t i = 0; i < columns->provenance_count; i++)
        if ((out->provenances[i] = provenance(arena, &columns->provenances[i])) == NULL)
            return false;
    for (size_t i = 0; i < columns->metadata_count; i++)
        if ((out->metadata[i] = encode_metadata(arena, &columns->metadata[i])) == NULL)
            return false;
    for (size_t i = 0; i < detail_count; i++)
        if ((out->details[i] = encode_workout_detail(arena, &details[i])) == NULL)
            return false;
    for (size_t i = 0; i < record_count; i++)
        if ((out->records[i] = encode_record(arena, &columns->record.records[i])) == NULL)
            return false;
    return true;
}

size_t encode_inner_rows(const hearth_columns *columns, size_t row)
{
    const uint32_t *lengths = NULL;

    switch (columns->kind) {
    case HEARTH_QUANTITIES: lengths = columns->quantity.points.lengths; break;
    case HEARTH_CORRELATIONS: lengths = columns->correlation.lengths; break;
    case HEARTH_ROUTES: lengths = columns->route.lengths; break;
    case HEARTH_HEARTBEATS: lengths = columns->heartbeat.lengths; break;
    case HEARTH_RECORDS: lengths = columns->record.lengths; break;
    default: break;
    }
    return lengths != NULL ? lengths[row] : 0;
}

/* The part of a column; `rows` says which: those of samples, or those that belong to them. */
#define PART(values, first, rows) \
    encode_column(arena, (values) != NULL ? (values) + (first) : NULL, (rows), sizeof *(values))

static PB(QuantityColumns) *quantities(struct arena *arena, const hearth_quantity_columns *from, struct part part)
{
    PB(QuantityColumns) *message = arena_take(arena, sizeof *message);
    PB(SeriesPoints) *points;

    if (message == NULL)
        return NULL;
    hearth__v1__quantity_columns__init(message);
    message->values = PART(from->values, part.row, part.rows);
    if (from->unit != NULL)
        message->unit = encode_text(from->unit);
    message->counts = PART(from->counts, part.row, part.rows);
    message->minimums = PART(from->minimums, part.row, part.rows);
    message->maximums = PART(from->maximums, part.row, part.rows);
    message->most_recents = PART(from->most_recents, part.row, part.rows);
    message->most_recent_starts = PART(from->most_recent_starts, part.row, part.rows);
    message->most_recent_ends = PART(from->most_recent_ends, part.row, part.rows);
    if (from->points.lengths == NULL)
        return message;
    points = arena_take(arena, sizeof *points);
    if (points == NULL)
        return NULL;
    hearth__v1__series_points__init(points);
    points->lengths = PART(from->points.lengths, part.row, part.rows);
    points->starts = PART(from->points.starts, part.inner_row, part.inner_rows);
    points->ends = PART(from->points.ends, part.inner_row, part.inner_rows);
    points->values = PART(from->points.values, part.inner_row, part.inner_rows);
    message->points = points;
    return message;
}

static PB(CategoryColumns) *categories(struct arena *arena, const hearth_category_columns *from, struct part part)
{
    PB(CategoryColumns) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__category_columns__init(message);
    message->values = PART(from->values, part.row, part.rows);
    return message;
}

static PB(CorrelationColumns) *correlations(struct arena *arena, const hearth_correlation_columns *from,
                                            struct part part)
{
    PB(CorrelationColumns) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__correlation_columns__init(message);
    message->lengths = PART(from->lengths, part.row, part.rows);
    message->members = PART(from->members, part.inner_row, part.inner_rows);
    return message;
}

static PB(WorkoutColumns) *workouts(struct arena *arena, const struct encoded *encoded, struct part part)
{
    const hearth_workout_columns *from = &encoded->columns->workout;
    PB(WorkoutColumns) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__workout_columns__init(message);
    message->activity_types = PART(from->activity_types, part.row, part.rows);
    message->durations = PART(from->durations, part.row, part.rows);
    if (from->details != NULL) {
        message->n_details = part.rows;
        message->details = encoded->details + part.row;
    }
    return message;
}

static PB(RouteColumns) *routes(struct arena *arena, const hearth_route_columns *from, struct part part)
{
    PB(RouteColumns) *message = arena_take(arena, sizeof *message);
    size_t first = part.inner_row, rows = part.inner_rows;

    if (message == NULL)
        return NULL;
    hearth__v1__route_columns__init(message);
    message->lengths = PART(from->lengths, part.row, part.rows);
    message->counts = PART(from->counts, part.row, part.rows);
    message->timestamps = PART(from->timestamps, first, rows);
    message->latitudes = PART(from->latitudes, first, rows);
    message->longitudes = PART(from->longitudes, first, rows);
    message->altitudes = PART(from->altitudes, first, rows);
    message->horizontal_accuracies = PART(from->horizontal_accuracies, first, rows);
    message->vertical_accuracies = PART(from->vertical_accuracies, first, rows);
    message->speeds = PART(from->speeds, first, rows);
    message->courses = PART(from->courses, first, rows);
    message->speed_accuracies = PART(from->speed_accuracies, first, rows);
    message->course_accuracies = PART(from->course_accuracies, first, rows);
    return message;
}

static PB(HeartbeatColumns) *heartbeats(struct arena *arena, const hearth_heartbeat_columns *from, struct part part)
{
    PB(HeartbeatColumns) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__heartbeat_columns__init(message);
    message->lengths = PART(from->lengths, part.row, part.rows);
    message->counts = PART(from->counts, part.row, part.rows);
    message->offsets = PART(from->offsets, part.inner_row, part.inner_rows);
    message->gaps = PART(from->gaps, part.inner_row, part.inner_rows);
    return message;
}

static PB(RecordColumns) *records(struct arena *arena, const struct encoded *encoded, struct part part)
{
    const hearth_record_columns *from = &encoded->columns->record;
    PB(RecordColumns) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__record_columns__init(message);
    message->n_records = part.rows;
    message->records = encoded->records + part.row;
    message->lengths = PART(from->lengths, part.row, part.rows);
    message->counts = PART(from->counts, part.row, part.rows);
    message->voltages = PART(from->voltages, part.inner_row, part.inner_rows);
    message->contents = PART(from->contents, part.inner_row, part.inner_rows);
    return message;
}

static bool payload(struct arena *arena, const struct encoded *encoded, struct part part, PB(SampleColumns) *to)
{
    const hearth_columns *columns = encoded->columns;

    to->payload_case = (Hearth__V1__SampleColumns__PayloadCase)columns->kind;
    switch (columns->kind) {
    case HEARTH_QUANTITIES: return (to->quantity = quantities(arena, &columns->quantity, part)) != NULL;
    case HEARTH_CATEGORIES: return (to->category = categories(arena, &columns->category, part)) != NULL;
    case HEARTH_CORRELATIONS: return (to->correlation = correlations(arena, &columns->correlation, part)) != NULL;
    case HEARTH_WORKOUTS: return (to->workout = workouts(arena, encoded, part)) != NULL;
    case HEARTH_ROUTES: return (to->route = routes(arena, &columns->route, part)) != NULL;
    case HEARTH_HEARTBEATS: return (to->heartbeat = heartbeats(arena, &columns->heartbeat, part)) != NULL;
    case HEARTH_RECORDS: return (to->record = records(arena, encoded, part)) != NULL;
    default: return true;
    }
}

/* A large dictionary must not travel whole with each of many parts, nor with a few rows of what an app has. */
static bool is_narrower(const hearth_columns *columns, const uint32_t *indexes, size_t entries, struct part part)
{
    return indexes != NULL && (part.rows < columns->count || part.rows < entries);
}

/* Of a dictionary the numbers of the entries that a part of the rows has, in their order, and indexes into these. */
struct narrowed {
    const uint32_t *entries;
    size_t count;
    ProtobufCBinaryData indexes;
};

static bool narrow(struct arena *arena, const uint32_t *indexes, struct part part, struct narrowed *out)
{
    uint32_t least = UINT32_MAX, greatest = 0;
    uint32_t *places, *entries, *rows;
    size_t span;

    for (size_t i = 0; i < part.rows; i++) {
        uint32_t index = indexes[part.row + i];

        least = index < least ? index : least;
        greatest = index > greatest ? index : greatest;
    }
    span = (size_t)greatest - least + 1;
    places = arena_array(arena, span, sizeof *places);
    entries = arena_array(arena, part.rows < span ? part.rows : span, sizeof *entries);
    rows = arena_array(arena, part.rows, sizeof *rows);
    if (places == NULL || entries == NULL || rows == NULL)
        return false;
    for (size_t i = 0; i < part.rows; i++)
        places[indexes[part.row + i] - least] = 1;
    out->count = 0;
    for (size_t i = 0; i < span; i++)
        if (places[i] != 0) {
            places[i] = (uint32_t)out->count;
            entries[out->count++] = (uint32_t)i + least;
        }
    for (size_t i = 0; i < part.rows; i++)
        rows[i] = places[indexes[part.row + i] - least];
    out->entries = entries;
    out->indexes = encode_column(arena, out->count > 1 ? rows : NULL, part.rows, sizeof *rows);
    return true;
}

static bool narrow_provenances(struct arena *arena, const struct encoded *encoded, struct part part,
                               PB(SampleColumns) *message)
{
    struct narrowed narrowed;

    if (!narrow(arena, encoded->columns->provenance_indexes, part, &narrowed))
        return false;
    message->n_provenances = narrowed.count;
    message->provenance_indexes = narrowed.indexes;
    message->provenances = arena_array(arena, narrowed.count, sizeof *message->provenances);
    for (size_t i = 0; message->provenances != NULL && i < narrowed.count; i++)
        message->provenances[i] = encoded->provenances[narrowed.entries[i]];
    return message->provenances != NULL;
}

static bool narrow_metadata(struct arena *arena, const struct encoded *encoded, struct part part,
                            PB(SampleColumns) *message)
{
    struct narrowed narrowed;

    if (!narrow(arena, encoded->columns->metadata_indexes, part, &narrowed))
        return false;
    message->n_metadata = narrowed.count;
    message->metadata_indexes = narrowed.indexes;
    message->metadata = arena_array(arena, narrowed.count, sizeof *message->metadata);
    for (size_t i = 0; message->metadata != NULL && i < narrowed.count; i++)
        message->metadata[i] = encoded->metadata[narrowed.entries[i]];
    return message->metadata != NULL;
}

PB(SampleColumns) *encode_part(struct arena *arena, const struct encoded *encoded, struct part part)
{
    const hearth_columns *columns = encoded->columns;
    PB(SampleColumns) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__sample_columns__init(message);
    message->type = encode_text(columns->type);
    message->uuids = PART(columns->uuids, part.row, part.rows);
    message->starts = PART(columns->starts, part.row, part.rows);
    message->ends = PART(columns->ends, part.row, part.rows);
    message->n_provenances = columns->provenance_count;
    message->provenances = encoded->provenances;
    message->n_metadata = columns->metadata_count;
    message->metadata = encoded->metadata;
    message->provenance_indexes = PART(columns->provenance_indexes, part.row, part.rows);
    message->metadata_indexes = PART(columns->metadata_indexes, part.row, part.rows);
    if (is_narrower(columns, columns->provenance_indexes, columns->provenance_count, part)
        && !narrow_provenances(arena, encoded, part, message))
        return NULL;
    if (is_narrower(columns, columns->metadata_indexes, columns->metadata_count, part)
        && !narrow_metadata(arena, encoded, part, message))
        return NULL;
    return payload(arena, encoded, part, message) ? message : NULL;
}
