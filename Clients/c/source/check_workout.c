#include "check.h"
#include "text.h"

#include <string.h>

enum { PAUSE = 1, RESUME = 2, LAP = 3, SEGMENT = 7, LAST_EVENT_TYPE = 8 };

/* A number that may be absent. */
static bool number(bool has, double value, double least, const struct place *place, const char *name,
                   hearth_error *error)
{
    if (!has)
        return true;
    if (!check_number(value, AT(place, name), error))
        return false;
    if (value < least)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(place, name), "The number is too small.");
    return true;
}

static bool statistics(const hearth_statistics *all, size_t count, enum side side, const struct place *place,
                       hearth_error *error)
{
    const double any = -__DBL_MAX__;

    for (size_t i = 0; i < count; i++) {
        const hearth_statistics *one = &all[i];
        const struct place *here = AT_INDEX(place, "statistics", i);

        if (side == TO_SAVE && !text_check(one->type, TEXT_BYTES, false, AT(here, "type"), error))
            return false;
        if (!check_span(one->start, one->end, here, error) || !number(one->has_sum, one->sum, any, here, "sum", error)
            || !number(one->has_average, one->average, any, here, "average", error)
            || !number(one->has_minimum, one->minimum, any, here, "minimum", error)
            || !number(one->has_maximum, one->maximum, any, here, "maximum", error)
            || !number(one->has_most_recent, one->most_recent.value, any, AT(here, "most_recent"), "value", error))
            return false;
        if (one->has_most_recent
            && !check_span(one->most_recent.start, one->most_recent.end, AT(here, "most_recent"), error))
            return false;
        if (side == AS_READ)
            continue;
        if (one->has_minimum && one->has_maximum && one->maximum < one->minimum)
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(here, "maximum"), "The maximum is below the minimum.");
        for (size_t before = 0; before < i; before++)
            if (strcmp(all[before].type, one->type) == 0)
                return fault(error, HEARTH_INVALID_ARGUMENT, AT(here, "type"), "The type occurs twice.");
    }
    return true;
}

/* What an event to be saved is, and that it lies in its workout, behind the event before it (NULL: it is the first). */
static bool new_event(const hearth_workout_event *event, const hearth_workout_event *before, int64_t start, int64_t end,
                      const struct place *place, hearth_error *error)
{
    if (event->type < PAUSE || event->type > LAST_EVENT_TYPE)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(place, "type"), "The event type is unknown.");
    if (before == NULL && event->type == RESUME)
        return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "type"), "A resume must follow a pause.");
    if (event->start < start || event->start > end || (before != NULL && event->start < before->start))
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(place, "start"),
                     "The event lies outside of the workout, or comes before the previous event.");
    if (event->end > end || (event->end != event->start && event->type != LAP && event->type != SEGMENT))
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(place, "end"),
                     "The event ends after the workout, or has no duration.");
    return true;
}

static bool events(const hearth_workout_detail *detail, int64_t start, int64_t end, enum side side,
                   const struct place *place, hearth_error *error)
{
    for (size_t i = 0; i < detail->event_count; i++) {
        const hearth_workout_event *event = &detail->events[i];
        const struct place *here = AT_INDEX(place, "events", i);

        if (!check_span(event->start, event->end, here, error)
            || !check_metadata(&event->metadata, side, AT(here, "metadata"), error)
            || (side == TO_SAVE && !new_event(event, i > 0 ? event - 1 : NULL, start, end, here, error)))
            return false;
    }
    return true;
}

static bool activity(const hearth_workout_activity *one, enum side side, const struct place *place,
                     hearth_error *error)
{
    if (!number(one->has_lap_length, one->lap_length, 0, place, "lap_length", error)
        || !number(true, one->duration, 0, place, "duration", error)
        || !check_metadata(&one->metadata, side, AT(place, "metadata"), error)
        || !statistics(one->statistics, one->statistics_count, side, place, error)
        || (one->has_end && !check_span(one->start, one->end, place, error)))
        return false;
    if (side == AS_READ)
        return true;
    if (one->location != 0 && one->location != 2 && one->location != 3)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(place, "location"), "The location type is unknown.");
    if (one->swimming_location < 0 || one->swimming_location > 2)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(place, "swimming_location"), "The location type is unknown.");
    if (one->has_lap_length && one->lap_length <= 0)
        return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT(place, "lap_length"), "A lap has a length.");
    return true;
}

bool check_workouts(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error)
{
    const hearth_workout_columns *workouts = &columns->workout;

    if (workouts->activity_types == NULL)
        return fault(error, HEARTH_MALFORMED_COLUMN, AT(place, "activity_types"), "The column is missing.");
    if (!check_not_below(workouts->durations, columns->count, 0, place, "durations", error))
        return false;
    for (size_t row = 0; workouts->details != NULL && row < columns->count; row++) {
        const hearth_workout_detail *detail = &workouts->details[row];
        const struct place *here = AT_INDEX(place, "details", row);
        int64_t start = columns->starts[row];
        int64_t end = columns->ends != NULL ? columns->ends[row] : start;

        if (!number(detail->has_energy_burned, detail->energy_burned, 0, here, "total_energy_burned", error)
            || !number(detail->has_distance, detail->distance, 0, here, "total_distance", error)
            || !number(detail->has_swimming_strokes, detail->swimming_strokes, 0, here,
                       "total_swimming_stroke_count", error)
            || !number(detail->has_flights_climbed, detail->flights_climbed, 0, here, "total_flights_climbed", error)
            || !statistics(detail->statistics, detail->statistics_count, side, here, error)
            || !events(detail, start, end, side, here, error))
            return false;
        for (size_t i = 0; i < detail->activity_count; i++)
            if (!activity(&detail->activities[i], side, AT_INDEX(here, "activities", i), error))
                return false;
    }
    return true;
}
