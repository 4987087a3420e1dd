#include "encode.h"

static PB(WorkoutStatistics) **statistics(struct arena *arena, const hearth_statistics *all, size_t count)
{
    PB(WorkoutStatistics) **list = arena_array(arena, count, sizeof *list);
    PB(WorkoutStatistics) *messages = arena_array(arena, count, sizeof *messages);

    if (list == NULL || messages == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        PB(WorkoutStatistics) *message = &messages[i];

        list[i] = message;
        hearth__v1__workout_statistics__init(message);
        message->type = encode_text(all[i].type);
        message->start = all[i].start;
        message->end = all[i].end;
        SET_OPTIONAL(message, WORKOUT_STATISTICS, SUM, sum, all[i].has_sum, all[i].sum);
        SET_OPTIONAL(message, WORKOUT_STATISTICS, AVERAGE, average, all[i].has_average, all[i].average);
        SET_OPTIONAL(message, WORKOUT_STATISTICS, MINIMUM, minimum, all[i].has_minimum, all[i].minimum);
        SET_OPTIONAL(message, WORKOUT_STATISTICS, MAXIMUM, maximum, all[i].has_maximum, all[i].maximum);
        if (!all[i].has_most_recent)
            continue;
        message->most_recent = arena_take(arena, sizeof *message->most_recent);
        if (message->most_recent == NULL)
            return NULL;
        hearth__v1__most_recent__init(message->most_recent);
        message->most_recent->value = all[i].most_recent.value;
        message->most_recent->start = all[i].most_recent.start;
        message->most_recent->end = all[i].most_recent.end;
    }
    return list;
}

/* An event or an activity without entries has no metadata at all. */
static bool metadata(struct arena *arena, const hearth_metadata *from, PB(Metadata) **to)
{
    if (from->count == 0)
        return true;
    *to = encode_metadata(arena, from);
    return *to != NULL;
}

static PB(WorkoutEvent) **events(struct arena *arena, const hearth_workout_event *all, size_t count)
{
    PB(WorkoutEvent) **list = arena_array(arena, count, sizeof *list);
    PB(WorkoutEvent) *messages = arena_array(arena, count, sizeof *messages);

    if (list == NULL || messages == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        list[i] = &messages[i];
        hearth__v1__workout_event__init(list[i]);
        list[i]->type = (PB(WorkoutEventType))all[i].type;
        list[i]->start = all[i].start;
        list[i]->end = all[i].end;
        if (!metadata(arena, &all[i].metadata, &list[i]->metadata))
            return NULL;
    }
    return list;
}

static PB(WorkoutActivity) **activities(struct arena *arena, const hearth_workout_activity *all, size_t count)
{
    PB(WorkoutActivity) **list = arena_array(arena, count, sizeof *list);
    PB(WorkoutActivity) *messages = arena_array(arena, count, sizeof *messages);

    if (list == NULL || messages == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        PB(WorkoutActivity) *message = &messages[i];

        list[i] = message;
        hearth__v1__workout_activity__init(message);
        message->uuid = encode_column(arena, &all[i].uuid, 1, sizeof all[i].uuid);
        message->activity_type = all[i].activity_type;
        message->location = (PB(WorkoutLocation))all[i].location;
        message->swimming_location = (PB(SwimmingLocation))all[i].swimming_location;
        SET_OPTIONAL(message, WORKOUT_ACTIVITY, LAP_LENGTH, lap_length, all[i].has_lap_length, all[i].lap_length);
        message->start = all[i].start;
        SET_OPTIONAL(message, WORKOUT_ACTIVITY, END, end, all[i].has_end, all[i].end);
        message->duration = all[i].duration;
        message->n_statistics = all[i].statistics_count;
        message->statistics = statistics(arena, all[i].statistics, all[i].statistics_count);
        if (message->statistics == NULL || !metadata(arena, &all[i].metadata, &message->metadata))
            return NULL;
    }
    return list;
}

PB(WorkoutDetail) *encode_workout_detail(struct arena *arena, const hearth_workout_detail *detail)
{
    PB(WorkoutDetail) *message = arena_take(arena, sizeof *message);

    if (message == NULL)
        return NULL;
    hearth__v1__workout_detail__init(message);
    SET_OPTIONAL(message, WORKOUT_DETAIL, TOTAL_ENERGY_BURNED, total_energy_burned, detail->has_energy_burned,
        detail->energy_burned);
    SET_OPTIONAL(message, WORKOUT_DETAIL, TOTAL_DISTANCE, total_distance, detail->has_distance, detail->distance);
    SET_OPTIONAL(message, WORKOUT_DETAIL, TOTAL_SWIMMING_STROKE_COUNT, total_swimming_stroke_count,
        detail->has_swimming_strokes, detail->swimming_strokes);
    SET_OPTIONAL(message, WORKOUT_DETAIL, TOTAL_FLIGHTS_CLIMBED, total_flights_climbed, detail->has_flights_climbed,
        detail->flights_climbed);
    message->n_events = detail->event_count;
    message->events = events(arena, detail->events, detail->event_count);
    message->n_activities = detail->activity_count;
    message->activities = activities(arena, detail->activities, detail->activity_count);
    message->n_statistics = detail->statistics_count;
    message->statistics = statistics(arena, detail->statistics, detail->statistics_count);
    return message->events != NULL && message->activities != NULL && message->statistics != NULL ? message : NULL;
}
