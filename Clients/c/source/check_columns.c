#include "check.h"
#include "text.h"

enum { MOST_POINTS = 131072 };

static bool missing(const struct place *place, const char *name, hearth_error *error)
{
    return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, name), "The column is missing.");
}

/* Lengths add up to the rows that there are. Replies were looked at when they were decoded. */
static bool lengths(const uint32_t *all, size_t count, size_t rows, uint32_t least, enum side side,
                    const struct place *place, hearth_error *error)
{
    uint64_t sum = 0;

    if (side == AS_READ)
        return true;
    if (all == NULL)
        return missing(place, "lengths", error);
    for (size_t i = 0; i < count; i++) {
        if (all[i] > MOST_POINTS)
            return fault(error, HEARTH_LIMIT_EXCEEDED, AT_INDEX(place, "lengths", i), "The sample has too many items.");
        if (all[i] < least)
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "lengths", i), "The sample has no items.");
        sum += all[i];
    }
    if (sum != rows)
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "lengths"), "The lengths do not add up.");
    return true;
}

static bool points(const hearth_columns *columns, const struct place *place, hearth_error *error)
{
    const hearth_points *all = &columns->quantity.points;
    size_t next = 0;

    if (all->starts == NULL || all->values == NULL)
        return missing(place, all->starts == NULL ? "starts" : "values", error);
    for (size_t row = 0; row < columns->count; row++) {
        int64_t start = columns->starts[row];
        int64_t end = columns->ends != NULL ? columns->ends[row] : start;

        for (size_t i = 0; i < all->lengths[row]; i++, next++) {
            int64_t point_end = all->ends != NULL ? all->ends[next] : all->starts[next];

            if (all->starts[next] < start || all->starts[next] > end
                || (i > 0 && all->starts[next] < all->starts[next - 1]))
                return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "starts", next),
                             "The point lies outside of its sample, or comes before the previous point.");
            if (point_end < all->starts[next] || point_end > end)
                return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "ends", next),
                             "The point ends before its start, or after its sample.");
        }
    }
    return true;
}

/* A sample carries as many points as it counts, or none. */
static bool all_points(const hearth_columns *columns, const struct place *place, hearth_error *error)
{
    const uint32_t *all = columns->quantity.points.lengths;
    const int64_t *counts = columns->quantity.counts;

    for (size_t row = 0; all != NULL && row < columns->count; row++)
        if (all[row] != 0 && (int64_t)all[row] != (counts != NULL ? counts[row] : 1))
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "lengths", row),
                         "The number of points differs from the sample's count.");
    return true;
}

/* A save that carries points has none of the columns that follow from them. */
static bool leaves_out_computed(const hearth_quantity_columns *all, const struct place *place, hearth_error *error)
{
    const struct { const char *name; bool is_there; } columns[] = {
        {"minimums", all->minimums != NULL}, {"maximums", all->maximums != NULL},
        {"most_recents", all->most_recents != NULL}, {"most_recent_starts", all->most_recent_starts != NULL},
        {"most_recent_ends", all->most_recent_ends != NULL},
    };

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (columns[i].is_there)
            return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, columns[i].name),
                         "The server computes it from the points.");
    return true;
}

static bool quantities(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error)
{
    const hearth_quantity_columns *all = &columns->quantity;
    size_t count = columns->count;

    if (all->values == NULL)
        return missing(place, "values", error);
    if (!check_finite(all->values, count, place, "values", error)
        || !check_finite(all->minimums, count, place, "minimums", error)
        || !check_finite(all->maximums, count, place, "maximums", error)
        || !check_finite(all->most_recents, count, place, "most_recents", error)
        || !check_finite(all->points.values, all->points.count, AT(place, "points"), "values", error))
        return false;
    for (size_t i = 0; all->counts != NULL && i < count; i++)
        if (all->counts[i] < 1)
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "counts", i),
                         "The count must be at least 1.");
    if (!all_points(columns, AT(place, "points"), error))
        return false;
    if (side == AS_READ)
        return true;
    if (all->unit != NULL && !text_check(all->unit, UNIT_BYTES, true, AT(place, "unit"), error))
        return false;
    for (size_t i = 0; all->minimums != NULL && all->maximums != NULL && i < count; i++)
        if (all->maximums[i] < all->minimums[i])
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "maximums", i),
                         "The maximum is below the minimum.");
    for (size_t i = 0; all->most_recent_starts != NULL && all->most_recent_ends != NULL && i < count; i++)
        if (all->most_recent_ends[i] < all->most_recent_starts[i])
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "most_recent_ends", i),
                         "The end is before the start.");
    if (all->points.lengths == NULL)
        return true;
    return leaves_out_computed(all, place, error)
        && lengths(all->points.lengths, count, all->points.count, 0, side, AT(place, "points"), error)
        && points(columns, AT(place, "points"), error);
}

static bool correlations(const hearth_columns *columns, enum side side, const struct place *place,
                         hearth_error *error)
{
    const hearth_correlation_columns *all = &columns->correlation;

    if (!lengths(all->lengths, columns->count, all->member_count, 1, side, place, error))
        return false;
    return all->member_count == 0 || all->members != NULL || missing(place, "members", error);
}

static bool ascending_times(const int64_t *times, const uint32_t *all_lengths, size_t count,
                            const struct place *place, hearth_error *error)
{
    size_t next = 0;

    for (size_t row = 0; row < count; row++)
        for (size_t i = 0; i < all_lengths[row]; i++, next++)
            if (i > 0 && times[next] < times[next - 1])
                return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "timestamps", next),
                             "A location must not come before the previous one.");
    return true;
}

static bool within(const double *values, size_t count, double bound, const struct place *place, const char *name,
                   hearth_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (values[i] < -bound || values[i] > bound)
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, name, i),
                         "The latitude or longitude is out of range.");
    return true;
}

static bool routes(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error)
{
    const hearth_route_columns *all = &columns->route;
    size_t count = all->location_count;
    const struct { const char *name; const double *values; } numbers[] = {
        {"latitudes", all->latitudes}, {"longitudes", all->longitudes}, {"altitudes", all->altitudes},
        {"horizontal_accuracies", all->horizontal_accuracies}, {"vertical_accuracies", all->vertical_accuracies},
        {"speeds", all->speeds}, {"courses", all->courses}, {"speed_accuracies", all->speed_accuracies},
        {"course_accuracies", all->course_accuracies},
    };

    if (!lengths(all->lengths, columns->count, count, 1, side, place, error))
        return false;
    if (side == TO_SAVE && all->counts != NULL)
        return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "counts"),
                     "The column must be empty: lengths give the number of items.");
    if (count > 0 && (all->timestamps == NULL || all->latitudes == NULL || all->longitudes == NULL))
        return missing(place, all->timestamps == NULL  ? "timestamps"
                              : all->latitudes == NULL ? "latitudes"
                                                       : "longitudes",
                       error);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!check_finite(numbers[i].values, count, place, numbers[i].name, error))
            return false;
    return within(all->latitudes, count, 90, place, "latitudes", error)
        && within(all->longitudes, count, 180, place, "longitudes", error)
        && (side == AS_READ
            || (check_times(all->timestamps, count, place, "timestamps", error)
                && ascending_times(all->timestamps, all->lengths, columns->count, place, error)));
}

static bool heartbeats(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error)
{
    const hearth_heartbeat_columns *all = &columns->heartbeat;
    size_t next = 0;

    if (!lengths(all->lengths, columns->count, all->beat_count, 1, side, place, error))
        return false;
    if (side == TO_SAVE && all->counts != NULL)
        return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "counts"),
                     "The column must be empty: lengths give the number of items.");
    if (all->beat_count > 0 && all->offsets == NULL)
        return missing(place, "offsets", error);
    if (!check_not_below(all->offsets, all->beat_count, 0, place, "offsets", error))
        return false;
    for (size_t i = 0; all->gaps != NULL && i < all->beat_count; i++)
        if (all->gaps[i] > 1)
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "gaps", i), "A flag is 0 or 1.");
    for (size_t row = 0; side == TO_SAVE && row < columns->count; row++)
        for (size_t i = 0; i < all->lengths[row]; i++, next++)
            if (i > 0 && all->offsets[next] < all->offsets[next - 1])
                return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "offsets", next),
                             "A beat must not come before the previous one.");
    return true;
}

static bool payload(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error)
{
    switch (columns->kind) {
    case HEARTH_QUANTITIES:
        return quantities(columns, side, AT(place, "quantity"), error);
    case HEARTH_CATEGORIES:
        return columns->category.values != NULL || missing(AT(place, "category"), "values", error);
    case HEARTH_CORRELATIONS:
        return correlations(columns, side, AT(place, "correlation"), error);
    case HEARTH_WORKOUTS:
        return check_workouts(columns, side, AT(place, "workout"), error);
    case HEARTH_ROUTES:
        return routes(columns, side, AT(place, "route"), error);
    case HEARTH_HEARTBEATS:
        return heartbeats(columns, side, AT(place, "heartbeat"), error);
    case HEARTH_RECORDS:
        return check_records(columns, side, AT(place, "record"), error);
    default:
        return side == AS_READ || fault(error, HEARTH_UNIMPLEMENTED, AT(place, "payload"),
                                        "The kind of samples is unknown.");
    }
}

static bool ends(const hearth_columns *columns, const struct place *place, hearth_error *error)
{
    uint64_t found = 0;

    if (columns->ends == NULL)
        return true;
    if (!check_times(columns->ends, columns->count, place, "ends", error))
        return false;
    /* Bit 63 is set where the difference is negative; times are too small for it to run over. */
    for (size_t i = 0; i < columns->count; i++)
        found |= (uint64_t)columns->ends[i] - (uint64_t)columns->starts[i];
    if (found >> 63 == 0)
        return true;
    for (size_t i = 0; i < columns->count; i++)
        if (columns->ends[i] < columns->starts[i])
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "ends", i), "The end is before the start.");
    return true;
}

static bool dictionaries(const hearth_columns *columns, enum side side, const struct place *place,
                         hearth_error *error)
{
    for (size_t i = 0; side == TO_SAVE && i < columns->provenance_count; i++) {
        const hearth_provenance *provenance = &columns->provenances[i];
        const struct place *here = AT_INDEX(place, "provenances", i);

        if ((provenance->bundle_identifier != NULL
             && !text_check(provenance->bundle_identifier, TEXT_BYTES, false,
                            AT(AT(here, "source"), "bundle_identifier"), error))
            || (provenance->name != NULL
                && !text_check(provenance->name, TEXT_BYTES, true, AT(AT(here, "source"), "name"), error))
            || (provenance->version != NULL
                && !text_check(provenance->version, TEXT_BYTES, true, AT(here, "version"), error))
            || (provenance->product_type != NULL
                && !text_check(provenance->product_type, TEXT_BYTES, true, AT(here, "product_type"), error))
            || (provenance->owner != NULL && !text_check(provenance->owner, TEXT_BYTES, true, AT(here, "owner"), error))
            || (provenance->device != NULL && !check_device(provenance->device, AT(here, "device"), error)))
            return false;
    }
    for (size_t i = 0; i < columns->metadata_count; i++)
        if (!check_metadata(&columns->metadata[i], side, AT_INDEX(place, "metadata", i), error))
            return false;
    return check_indexes(columns->provenance_indexes, columns->count, columns->provenance_count, place,
                         "provenance_indexes", error)
        && check_indexes(columns->metadata_indexes, columns->count, columns->metadata_count, place,
                         "metadata_indexes", error);
}

bool check_columns(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error)
{
    if (side == TO_SAVE && !text_check(columns->type, TEXT_BYTES, false, AT(place, "type"), error))
        return false;
    if (columns->count == 0 || columns->uuids == NULL)
        return missing(place, "uuids", error);
    if (columns->starts == NULL)
        return missing(place, "starts", error);
    return check_times(columns->starts, columns->count, place, "starts", error) && ends(columns, place, error)
        && dictionaries(columns, side, place, error) && payload(columns, side, place, error);
}

const hearth_provenance *hearth_provenance_of(const hearth_columns *columns, size_t row)
{
    if (columns->provenance_count == 0)
        return NULL;
    return &columns->provenances[columns->provenance_indexes != NULL ? columns->provenance_indexes[row] : 0];
}

const hearth_metadata *hearth_metadata_of(const hearth_columns *columns, size_t row)
{
    if (columns->metadata_count == 0)
        return NULL;
    return &columns->metadata[columns->metadata_indexes != NULL ? columns->metadata_indexes[row] : 0];
}
