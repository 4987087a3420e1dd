#include "decode.h"

#include <string.h>

static bool statistics(struct decoder *decoder, PB(WorkoutStatistics) **messages, size_t count,
                       const struct place *place, const hearth_statistics **out)
{
    hearth_statistics *all = arena_array(decoder->arena, count, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < count; i++) {
        const PB(WorkoutStatistics) *message = messages[i];
        hearth_statistics *one = &all[i];

        if (!decode_text(decoder, message->type, AT_INDEX(place, "statistics", i), "type", &one->type))
            return false;
        one->start = message->start;
        one->end = message->end;
        one->has_sum = message->sum_presence_case != HEARTH__V1__WORKOUT_STATISTICS__SUM_PRESENCE__NOT_SET;
        one->sum = one->has_sum ? message->sum : 0;
        one->has_average = message->average_presence_case != HEARTH__V1__WORKOUT_STATISTICS__AVERAGE_PRESENCE__NOT_SET;
        one->average = one->has_average ? message->average : 0;
        one->has_minimum = message->minimum_presence_case != HEARTH__V1__WORKOUT_STATISTICS__MINIMUM_PRESENCE__NOT_SET;
        one->minimum = one->has_minimum ? message->minimum : 0;
        one->has_maximum = message->maximum_presence_case != HEARTH__V1__WORKOUT_STATISTICS__MAXIMUM_PRESENCE__NOT_SET;
        one->maximum = one->has_maximum ? message->maximum : 0;
        one->has_most_recent = message->most_recent != NULL;
        if (one->has_most_recent)
            one->most_recent = (hearth_most_recent){message->most_recent->value, message->most_recent->start,
                                                    message->most_recent->end};
    }
    *out = all;
    return true;
}

static bool events(struct decoder *decoder, PB(WorkoutEvent) **messages, size_t count, const struct place *place,
                   const hearth_workout_event **out)
{
    hearth_workout_event *all = arena_array(decoder->arena, count, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < count; i++) {
        all[i].type = (int32_t)messages[i]->type;
        all[i].start = messages[i]->start;
        all[i].end = messages[i]->end;
        if (!decode_one_metadata(decoder, messages[i]->metadata, AT(AT_INDEX(place, "events", i), "metadata"),
                                 &all[i].metadata))
            return false;
    }
    *out = all;
    return true;
}

static bool activities(struct decoder *decoder, PB(WorkoutActivity) **messages, size_t count,
                       const struct place *place, const hearth_workout_activity **out)
{
    hearth_workout_activity *all = arena_array(decoder->arena, count, sizeof *all);

    if (all == NULL)
        return decode_no_memory(decoder);
    for (size_t i = 0; i < count; i++) {
        const PB(WorkoutActivity) *message = messages[i];
        const struct place *here = AT_INDEX(place, "activities", i);
        hearth_workout_activity *one = &all[i];

        if (message->uuid.len != sizeof one->uuid.bytes)
            return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(here, "uuid"), "A UUID has 16 bytes.");
        memcpy(one->uuid.bytes, message->uuid.data, sizeof one->uuid.bytes);
        one->activity_type = message->activity_type;
        one->location = (int32_t)message->location;
        one->swimming_location = (int32_t)message->swimming_location;
        one->has_lap_length =
            message->lap_length_presence_case != HEARTH__V1__WORKOUT_ACTIVITY__LAP_LENGTH_PRESENCE__NOT_SET;
        one->lap_length = one->has_lap_length ? message->lap_length : 0;
        one->start = message->start;
        one->has_end = message->end_presence_case != HEARTH__V1__WORKOUT_ACTIVITY__END_PRESENCE__NOT_SET;
        one->end = one->has_end ? message->end : 0;
        one->duration = message->duration;
        one->statistics_count = message->n_statistics;
        if (!decode_one_metadata(decoder, message->metadata, AT(here, "metadata"), &one->metadata)
            || !statistics(decoder, message->statistics, message->n_statistics, here, &one->statistics))
            return false;
    }
    *out = all;
    return true;
}

static bool detail(struct decoder *decoder, const PB(WorkoutDetail) *message, const struct place *place,
                   hearth_workout_detail *out)
{
    out->has_energy_burned =
        message->total_energy_burned_presence_case != HEARTH__V1__WORKOUT_DETAIL__TOTAL_ENERGY_BURNED_PRESENCE__NOT_SET;
    out->energy_burned = out->has_energy_burned ? message->total_energy_burned : 0;
    out->has_distance =
        message->total_distance_presence_case != HEARTH__V1__WORKOUT_DETAIL__TOTAL_DISTANCE_PRESENCE__NOT_SET;
    out->distance = out->has_distance ? message->total_distance : 0;
    out->has_swimming_strokes = message->total_swimming_stroke_count_presence_case
        != HEARTH__V1__WORKOUT_DETAIL__TOTAL_SWIMMING_STROKE_COUNT_PRESENCE__NOT_SET;
    out->swimming_strokes = out->has_swimming_strokes ? message->total_swimming_stroke_count : 0;
    out->has_flights_climbed = message->total_flights_climbed_presence_case
        != HEARTH__V1__WORKOUT_DETAIL__TOTAL_FLIGHTS_CLIMBED_PRESENCE__NOT_SET;
    out->flights_climbed = out->has_flights_climbed ? message->total_flights_climbed : 0;
    out->event_count = message->n_events;
    out->activity_count = message->n_activities;
    out->statistics_count = message->n_statistics;
    return events(decoder, message->events, message->n_events, place, &out->events)
        && activities(decoder, message->activities, message->n_activities, place, &out->activities)
        && statistics(decoder, message->statistics, message->n_statistics, place, &out->statistics);
}

bool decode_workouts(struct decoder *decoder, const PB(WorkoutColumns) *message, size_t rows,
                     const struct place *place, hearth_workout_columns *out)
{
    hearth_workout_detail *details = NULL;
    const void *column;

    if (!decode_column(decoder, message->activity_types, rows, sizeof(uint32_t), false, place, "activity_types",
                       &column))
        return false;
    out->activity_types = column;
    if (!decode_column(decoder, message->durations, rows, sizeof(double), true, place, "durations", &column))
        return false;
    out->durations = column;
    if (message->n_details != 0 && message->n_details != rows)
        return fault(decoder->error, HEARTH_MALFORMED_COLUMN, AT(place, "details"),
                     "The column must be empty, or have one entry for each workout.");
    if (message->n_details > 0) {
        details = arena_array(decoder->arena, rows, sizeof *details);
        if (details == NULL)
            return decode_no_memory(decoder);
    }
    for (size_t i = 0; i < message->n_details; i++)
        if (!detail(decoder, message->details[i], AT_INDEX(place, "details", i), &details[i]))
            return false;
    out->details = details;
    return true;
}
