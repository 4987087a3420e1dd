/* Statistics in replies: columns of buckets. */
#include "check.h"
#include "decode.h"
#include "reply.h"

static bool check_buckets(const hearth_statistics_columns *columns, const struct place *place, hearth_error *error)
{
    for (size_t i = 0; i < columns->count; i++)
        if (columns->counts[i] < 0)
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "counts", i), "The number is too small.");
    for (size_t i = 1; i < columns->count; i++)
        if (columns->buckets[i] <= columns->buckets[i - 1])
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "buckets", i - 1),
                         "The next bucket is not greater.");
    return check_finite(columns->sums, columns->count, place, "sums", error)
        && check_finite(columns->averages, columns->count, place, "averages", error)
        && check_finite(columns->minimums, columns->count, place, "minimums", error)
        && check_finite(columns->maximums, columns->count, place, "maximums", error)
        && check_finite(columns->most_recents, columns->count, place, "most_recents", error)
        && check_not_below(columns->durations, columns->count, 0, place, "durations", error);
}

static bool columns(struct decoder *decoder, const PB(StatisticsColumns) *message, const struct place *place,
                    hearth_statistics_columns *out)
{
    if (!decode_rows(decoder, message->buckets, sizeof *out->buckets, place, "buckets", &out->count, &out->buckets))
        return false;
    const struct {
        const char *name;
        ProtobufCBinaryData bytes;
        bool may_be_empty; /* was not asked for */
        void *out;
    } all[] = {
        {"counts", message->counts, false, &out->counts},
        {"starts", message->starts, false, &out->starts},
        {"ends", message->ends, false, &out->ends},
        {"sums", message->sums, true, &out->sums},
        {"averages", message->averages, true, &out->averages},
        {"minimums", message->minimums, true, &out->minimums},
        {"maximums", message->maximums, true, &out->maximums},
        {"most_recents", message->most_recents, true, &out->most_recents},
        {"most_recent_starts", message->most_recent_starts, true, &out->most_recent_starts},
        {"most_recent_ends", message->most_recent_ends, true, &out->most_recent_ends},
        {"durations", message->durations, true, &out->durations},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!decode_column(decoder, all[i].bytes, out->count, 8, all[i].may_be_empty, place, all[i].name, all[i].out))
            return false;
    if ((out->most_recents != NULL) != (out->most_recent_starts != NULL))
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "most_recent_starts"),
                     "The latest quantities and their times come together.");
    if ((out->most_recents != NULL) != (out->most_recent_ends != NULL))
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "most_recent_ends"),
                     "The latest quantities and their times come together.");
    return check_buckets(out, place, decoder->error);
}

static bool sources(struct decoder *decoder, const PB(StatisticsBatch) *message, const struct place *place,
                    hearth_bucket_statistics *out)
{
    hearth_source_statistics *all = arena_array(decoder->arena, message->n_sources, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < message->n_sources; i++) {
        const PB(SourceStatistics) *one = message->sources[i];
        const struct place *here = AT_INDEX(place, "sources", i);

        if (one->source == NULL || one->columns == NULL)
            return fault(decoder->error, HEARTH_INVALID_ARGUMENT,
                         AT(here, one->source == NULL ? "source" : "columns"), "A required field is missing.");
        if (!decode_text(decoder, one->source->bundle_identifier, AT(here, "source"), "bundle_identifier",
                         &all[i].source.bundle_identifier)
            || !decode_text(decoder, one->source->name, AT(here, "source"), "name", &all[i].source.name)
            || !columns(decoder, one->columns, AT(here, "columns"), &all[i].columns))
            return false;
    }
    out->sources = all;
    out->source_count = message->n_sources;
    return true;
}

bool reply_statistics(struct arena *arena, const PB(StatisticsBatch) *message, const struct place *place,
                      hearth_bucket_statistics *out, hearth_error *error)
{
    struct decoder decoder = {arena, error};

    out->reset = message->reset != 0;
    out->caught_up = message->caught_up != 0;
    return (message->merged == NULL || columns(&decoder, message->merged, AT(place, "merged"), &out->merged))
        && sources(&decoder, message, place, out) && decode_text(&decoder, message->unit, place, "unit", &out->unit)
        && decode_anchor(&decoder, message->anchor, place, "anchor", &out->anchor);
}
