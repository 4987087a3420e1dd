/* The functions that begin calls. */
#include "check.h"
#include "client.h"
#include "encode.h"
#include "predicate.h"
#include "request.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum {
    SAVE_FRAME_BYTES = 1048576, /* usual frames of a save, so that the server works while the rest is still written */
    PING_BYTES = 64,
    CURSORS_MINOR = 2 /* brought cursors and acknowledgements */
};

bool request_text(const char *from, char **to, const struct place *place, hearth_error *error)
{
    if (from != NULL && !text_check(from, TEXT_BYTES, true, place, error))
        return false;
    *to = encode_text(from);
    return true;
}

bool request_types(struct arena *arena, const char *const *types, size_t count, char ***to, const struct place *place,
                   const char *name, hearth_error *error)
{
    char **list = arena_array(arena, count, sizeof *list);

    if (list == NULL)
        return fault_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        if (!text_check(types[i], TEXT_BYTES, false, AT_INDEX(place, name, i), error))
            return false;
        list[i] = encode_text(types[i]);
    }
    *to = list;
    return true;
}

/* Gives the call to the session, and what can be written at once to the socket. */
static uint64_t begin(hearth_client *client, struct call *call, hearth_error *error)
{
    uint64_t number = call->number;

    client_begin(client);
    if (!session_begin_call(&client->session, call, error))
        return 0;
    client_push(client);
    return number;
}

uint64_t request_begin_message(hearth_client *client, PB(ClientFrame) *message, struct call *call, const char *name,
                               hearth_error *error)
{
    message->call = call->number;
    if (!frames_add(&call->frames, frame_pack(message, AT(NULL, name), error), error)) {
        call_free(call);
        return 0;
    }
    return begin(client, call, error);
}

/* The same for a request that has nothing to be remembered but the minor version that it needs. Ends the arena that the
 * message lies in. */
static uint64_t begin_request(hearth_client *client, PB(ClientFrame) *message, const char *name, uint32_t minor,
                              struct arena *arena, hearth_error *error)
{
    struct call *call = session_new_call(&client->session, (int)message->request_case, error);
    uint64_t number = 0;

    if (call != NULL) {
        call->minor = minor;
        number = request_begin_message(client, message, call, name, error);
    }
    if (arena != NULL)
        arena_end(arena);
    return number;
}

/* The minor version that a session must have for these samples. */
static uint32_t columns_minor(const hearth_columns *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (columns[i].kind == HEARTH_RECORDS)
            return RECORDS_MINOR;
    return 0;
}

uint64_t hearth_start_save(hearth_client *client, const hearth_columns *columns, size_t count, hearth_error *error)
{
    struct call *call = session_new_call(&client->session, REQUEST(SAVE), error);
    size_t usual = SAVE_FRAME_BYTES;

    if (call == NULL)
        return 0;
    if (client->session.welcomed && client->session.welcome.frame_bytes < usual)
        usual = client->session.welcome.frame_bytes;
    if (!frames_of_save(call->number, columns, count, usual, &call->frames, error)) {
        call_free(call);
        return 0;
    }
    call->minor = columns_minor(columns, count);
    return begin(client, call, error);
}

uint64_t hearth_start_delete(hearth_client *client, const hearth_uuid *uuids, size_t count, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(DeleteObjects) request = HEARTH__V1__DELETE_OBJECTS__INIT;
    PB(UuidSet) set = HEARTH__V1__UUID_SET__INIT;
    struct call *call;

    if (count == 0) {
        fault(error, HEARTH_INVALID_ARGUMENT, AT(NULL, "delete_objects.objects.uuids"),
              "At least one object is required.");
        return 0;
    }
    call = session_new_call(&client->session, REQUEST(DELETE_OBJECTS), error);
    if (call == NULL)
        return 0;
    call->objects = count;
    set.uuids = encode_column(NULL, uuids, count, sizeof *uuids);
    request.target_case = HEARTH__V1__DELETE_OBJECTS__TARGET_OBJECTS;
    request.objects = &set;
    message.request_case = REQUEST(DELETE_OBJECTS);
    message.delete_objects = &request;
    return request_begin_message(client, &message, call, "delete_objects", error);
}

uint64_t hearth_start_delete_matching(hearth_client *client, const hearth_clause *clause, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(DeleteObjects) request = HEARTH__V1__DELETE_OBJECTS__INIT;
    PB(Clause) matching;
    PB(Predicate) predicate;

    if (!encode_clause(clause, AT(AT(NULL, "delete_objects"), "matching"), &matching, &predicate, error))
        return 0;
    request.target_case = HEARTH__V1__DELETE_OBJECTS__TARGET_MATCHING;
    request.matching = &matching;
    message.request_case = REQUEST(DELETE_OBJECTS);
    message.delete_objects = &request;
    return begin_request(client, &message, "delete_objects", clauses_minor(clause, 1), NULL, error);
}

/* The samples of a request that is one frame. */
static bool whole_columns(struct arena *arena, const hearth_columns *columns, size_t count,
                          PB(SampleColumns) ***out, const struct place *place, hearth_error *error)
{
    PB(SampleColumns) **list = arena_array(arena, count, sizeof *list);

    if (list == NULL)
        return fault_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        struct part part = {0, columns[i].count, 0, 0};
        struct encoded encoded;

        if (!check_columns(&columns[i], TO_SAVE, AT_INDEX(place, "columns", i), error))
            return false;
        for (size_t row = 0; row < columns[i].count; row++)
            part.inner_rows += encode_inner_rows(&columns[i], row);
        if (!encode_prepare(arena, &columns[i], &encoded)
            || (list[i] = encode_part(arena, &encoded, part)) == NULL || arena->exhausted)
            return fault_no_memory(error);
    }
    *out = list;
    return true;
}

uint64_t hearth_start_add_to_workout(hearth_client *client, hearth_uuid workout, const hearth_columns *columns,
                                     size_t count, const hearth_uuid *stored, size_t stored_count,
                                     hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(AddToWorkout) request = HEARTH__V1__ADD_TO_WORKOUT__INIT;
    struct arena arena;

    arena_begin(&arena, 0, SIZE_MAX);
    if (!whole_columns(&arena, columns, count, &request.columns, AT(NULL, "add_to_workout"), error)) {
        arena_end(&arena);
        return 0;
    }
    request.n_columns = count;
    request.workout = encode_column(&arena, &workout, 1, sizeof workout);
    request.stored = encode_column(&arena, stored, stored_count, sizeof *stored);
    message.request_case = REQUEST(ADD_TO_WORKOUT);
    message.add_to_workout = &request;
    return begin_request(client, &message, "add_to_workout", columns_minor(columns, count), &arena, error);
}

uint64_t hearth_start_query(hearth_client *client, const hearth_query *query, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(QuerySamples) request = HEARTH__V1__QUERY_SAMPLES__INIT;
    PB(SortKey) *keys;
    struct arena arena;

    arena_begin(&arena, 0, SIZE_MAX);
    keys = arena_array(&arena, query->order_count, sizeof *keys);
    request.order = arena_array(&arena, query->order_count, sizeof *request.order);
    if (keys == NULL || request.order == NULL) {
        arena_end(&arena);
        fault_no_memory(error);
        return 0;
    }
    if (!encode_clauses(&arena, query->clauses, query->clause_count, AT(NULL, "query_samples"), &request.clauses,
                        error)) {
        arena_end(&arena);
        return 0;
    }
    request.n_clauses = query->clause_count;
    request.n_order = query->order_count;
    for (size_t i = 0; i < query->order_count; i++) {
        request.order[i] = &keys[i];
        hearth__v1__sort_key__init(&keys[i]);
        keys[i].field = (PB(Field))query->order[i].field;
        keys[i].descending = query->order[i].descending;
    }
    request.limit = query->limit;
    request.include_series = query->include_series;
    message.request_case = REQUEST(QUERY_SAMPLES);
    message.query_samples = &request;
    return begin_request(client, &message, "query_samples", clauses_minor(query->clauses, query->clause_count), &arena,
                         error);
}

uint64_t hearth_start_changes(hearth_client *client, const hearth_change_query *query, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(QueryChanges) request = HEARTH__V1__QUERY_CHANGES__INIT;
    struct call *call;
    struct arena arena;
    uint64_t number = 0;

    if (query->anchor.length > sizeof query->anchor.bytes) {
        fault(error, HEARTH_LIMIT_EXCEEDED, AT(NULL, "query_changes.anchor"), "An anchor has at most 64 bytes.");
        return 0;
    }
    arena_begin(&arena, 0, SIZE_MAX);
    call = session_new_call(&client->session, REQUEST(QUERY_CHANGES), error);
    if (call != NULL
        && (query->cursor == NULL
            || text_check(query->cursor, TEXT_BYTES, true, AT(NULL, "query_changes.cursor"), error))
        && encode_clauses(&arena, query->clauses, query->clause_count, AT(NULL, "query_changes"), &request.clauses,
                          error)) {
        request.n_clauses = query->clause_count;
        request.anchor.len = query->anchor.length;
        request.anchor.data = (uint8_t *)(uintptr_t)query->anchor.bytes;
        request.cursor = encode_text(query->cursor);
        request.limit = query->limit;
        request.follow = query->follow;
        request.include_series = query->include_series;
        message.request_case = REQUEST(QUERY_CHANGES);
        message.query_changes = &request;
        call->anchor = query->anchor;
        call->limit = query->limit;
        call->minor = clauses_minor(query->clauses, query->clause_count);
        if (call->minor < CURSORS_MINOR && query->cursor != NULL && *query->cursor != 0)
            call->minor = CURSORS_MINOR;
        number = request_begin_message(client, &message, call, "query_changes", error);
    } else if (call != NULL) {
        call_free(call);
    }
    arena_end(&arena);
    return number;
}

uint64_t hearth_start_observe(hearth_client *client, const hearth_clause *clauses, size_t count, bool acknowledges,
                              hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Observe) request = HEARTH__V1__OBSERVE__INIT;
    struct call *call;
    struct arena arena;
    uint64_t number = 0;

    arena_begin(&arena, 0, SIZE_MAX);
    call = session_new_call(&client->session, REQUEST(OBSERVE), error);
    if (call != NULL
        && encode_clauses(&arena, clauses, count, AT(NULL, "observe"), &request.clauses, error)) {
        request.n_clauses = count;
        request.acknowledges = acknowledges;
        message.request_case = REQUEST(OBSERVE);
        message.observe = &request;
        call->minor = clauses_minor(clauses, count);
        if (call->minor < CURSORS_MINOR && acknowledges)
            call->minor = CURSORS_MINOR;
        number = request_begin_message(client, &message, call, "observe", error);
    } else if (call != NULL) {
        call_free(call);
    }
    arena_end(&arena);
    return number;
}

uint64_t hearth_start_sources(hearth_client *client, const hearth_clause *clauses, size_t count, const char *after,
                              hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(ListSources) request = HEARTH__V1__LIST_SOURCES__INIT;
    struct arena arena;

    if (after != NULL && !text_check(after, TEXT_BYTES, true, AT(NULL, "list_sources.after"), error))
        return 0;
    arena_begin(&arena, 0, SIZE_MAX);
    if (!encode_clauses(&arena, clauses, count, AT(NULL, "list_sources"), &request.clauses, error)) {
        arena_end(&arena);
        return 0;
    }
    request.n_clauses = count;
    SET_OPTIONAL(&request, LIST_SOURCES, AFTER, after, after != NULL, encode_text(after));
    message.request_case = REQUEST(LIST_SOURCES);
    message.list_sources = &request;
    return begin_request(client, &message, "list_sources", clauses_minor(clauses, count), &arena, error);
}

uint64_t hearth_start_characteristics(hearth_client *client, const hearth_characteristics *set, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Characteristics) request = HEARTH__V1__CHARACTERISTICS__INIT;
    PB(CharacteristicValues) values = HEARTH__V1__CHARACTERISTIC_VALUES__INIT;
    PB(CalendarDate) date = HEARTH__V1__CALENDAR_DATE__INIT;

    if (set != NULL) {
        if (set->has_date_of_birth) {
            date.year = set->date_of_birth.year;
            date.month = set->date_of_birth.month;
            date.day = set->date_of_birth.day;
            values.date_of_birth = &date;
        }
        SET_OPTIONAL(&values, CHARACTERISTIC_VALUES, BIOLOGICAL_SEX, biological_sex,
                     set->has_biological_sex, set->biological_sex);
        SET_OPTIONAL(&values, CHARACTERISTIC_VALUES, BLOOD_TYPE, blood_type,
                     set->has_blood_type, set->blood_type);
        SET_OPTIONAL(&values, CHARACTERISTIC_VALUES, FITZPATRICK_SKIN_TYPE, fitzpatrick_skin_type,
                     set->has_skin_type, set->skin_type);
        SET_OPTIONAL(&values, CHARACTERISTIC_VALUES, WHEELCHAIR_USE, wheelchair_use,
                     set->has_wheelchair_use, set->wheelchair_use);
        SET_OPTIONAL(&values, CHARACTERISTIC_VALUES, ACTIVITY_MOVE_MODE, activity_move_mode,
                     set->has_move_mode, set->move_mode);
        request.set = &values;
    }
    message.request_case = REQUEST(CHARACTERISTICS);
    message.characteristics = &request;
    return begin_request(client, &message, "characteristics", 0, NULL, error);
}

uint64_t hearth_start_ping(hearth_client *client, const void *payload, size_t length, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Ping) request = HEARTH__V1__PING__INIT;

    if (length > PING_BYTES) {
        fault(error, HEARTH_LIMIT_EXCEEDED, AT(NULL, "ping.payload"), "A payload has at most 64 bytes.");
        return 0;
    }
    request.payload = encode_column(NULL, payload, length, 1);
    message.request_case = REQUEST(PING);
    message.ping = &request;
    return begin_request(client, &message, "ping", 0, NULL, error);
}

uint64_t hearth_start_status(hearth_client *client, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Status) request = HEARTH__V1__STATUS__INIT;

    message.request_case = REQUEST(STATUS);
    message.status = &request;
    return begin_request(client, &message, "status", 0, NULL, error);
}
