/* The protocol's vectors: every frame is read and written again, what must be accepted is, what must be refused is. */
#include "harness.h"

#include "check.h"
#include "decode.h"
#include "encode.h"
#include "talk.h"

#include <stdlib.h>
#include <string.h>

static char *value_of(const char *text, const char *key)
{
    char mark[64];
    const char *found;

    snprintf(mark, sizeof mark, "# %s: ", key);
    found = strstr(text, mark);
    if (found == NULL)
        return NULL;
    found += strlen(mark);
    return strndup(found, strcspn(found, "\n"));
}

/* A reply to a request that this client does not make: those of the owner's tool, or one of a later version. */
static bool is_other_reply(struct arena *arena, const PB(ServerFrame) *message)
{
    hearth_reply reply;
    hearth_error error;

    if (message->reply_case != HEARTH__V1__SERVER_FRAME__REPLY_BACKGROUND_APP
        && message->reply_case != HEARTH__V1__SERVER_FRAME__REPLY_ACCESS_LIST
        && message->reply_case <= HEARTH__V1__SERVER_FRAME__REPLY_AUTHORIZATION_STATUS)
        return false;
    CHECK(!reply_decode(arena, message, &reply, &error) && error.code == HEARTH_UNIMPLEMENTED);
    return true;
}

/* Columns as hearth.h has them, and back: the same bytes must come out. */
static void there_and_back(struct arena *arena, PB(SampleColumns) **messages, size_t count, enum side side)
{
    hearth_error error;
    struct decoder decoder = {arena, &error};
    const hearth_columns *columns;

    CHECK_ERROR(decode_columns(&decoder, messages, count, NULL, "columns", &columns), &error);
    for (size_t i = 0; i < count; i++) {
        struct part part = {0, columns[i].count, 0, 0};
        struct encoded encoded;

        CHECK_ERROR(check_columns(&columns[i], side, NULL, &error), &error);
        for (size_t row = 0; row < columns[i].count; row++)
            part.inner_rows += encode_inner_rows(&columns[i], row);
        CHECK(encode_prepare(arena, &columns[i], &encoded));
        messages[i] = encode_part(arena, &encoded, part);
        CHECK(messages[i] != NULL);
    }
}

static void check_same(const struct bytes *frame, size_t body, const uint8_t *packed)
{
    CHECK(frame->length == 4 + body);
    CHECK(memcmp(frame->bytes + 4, packed, body) == 0);
}

static size_t columns_seen;

static void client_frame(const char *path, const struct bytes *frame, struct arena *arena)
{
    ProtobufCAllocator allocator = arena_allocator(arena);
    PB(ClientFrame) *message = hearth__v1__client_frame__unpack(&allocator, frame->length - 4, frame->bytes + 4);
    uint8_t *packed = malloc(frame->length);

    CHECK(message != NULL && packed != NULL);
    if (message->request_case == REQUEST(SAVE)) {
        there_and_back(arena, message->save->columns, message->save->n_columns, TO_SAVE);
        columns_seen += message->save->n_columns;
    }
    if (message->request_case == REQUEST(ADD_TO_WORKOUT))
        there_and_back(arena, message->add_to_workout->columns, message->add_to_workout->n_columns, TO_SAVE);
    CHECK(hearth__v1__client_frame__get_packed_size(message) == frame->length - 4);
    check_same(frame, hearth__v1__client_frame__pack(message, packed), packed);
    free(packed);
    (void)path;
}

static void server_frame(const char *path, const struct bytes *frame, struct arena *arena)
{
    PB(ServerFrame) *message = reply_unpack(arena, frame->bytes + 4, frame->length - 4);
    uint8_t *packed = malloc(frame->length);
    hearth_reply reply;
    hearth_welcome welcome;
    hearth_error error;

    CHECK(message != NULL && packed != NULL);
    switch (message->reply_case) {
    case HEARTH__V1__SERVER_FRAME__REPLY_WELCOME:
        CHECK_ERROR(reply_welcome(arena, message->welcome, &welcome, &error), &error);
        CHECK(welcome.frame_bytes == FRAME_BYTES);
        break;
    case HEARTH__V1__SERVER_FRAME__REPLY_ERROR:
        reply_error(message->error, &error);
        CHECK(error.message[0] != 0);
        break;
    case HEARTH__V1__SERVER_FRAME__REPLY_DONE: break;
    default:
        if (!is_other_reply(arena, message))
            CHECK_ERROR(reply_decode(arena, message, &reply, &error), &error);
    }
    arena->budget = SIZE_MAX;
    if (message->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_SAMPLES) {
        there_and_back(arena, message->samples->columns, message->samples->n_columns, AS_READ);
        there_and_back(arena, message->samples->members, message->samples->n_members, AS_READ);
        columns_seen += message->samples->n_columns;
    } else if (message->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_CHANGES) {
        there_and_back(arena, message->changes->added, message->changes->n_added, AS_READ);
        there_and_back(arena, message->changes->members, message->changes->n_members, AS_READ);
    }
    CHECK(hearth__v1__server_frame__get_packed_size(message) == frame->length - 4);
    check_same(frame, hearth__v1__server_frame__pack(message, packed), packed);
    free(packed);
    (void)path;
}

static void frame_vector(const char *path)
{
    char *text = read_text(path), *about_path, *about;
    struct bytes frame = read_hex(text, false);
    struct arena arena;

    CHECK(asprintf(&about_path, "%.*s.txtpb", (int)strlen(path) - 4, path) > 0);
    about = read_text(about_path);
    if (strncmp(about, "# hearth.v1.ClientFrame", 23) == 0) {
        arena_begin(&arena, 0, SIZE_MAX);
        client_frame(path, &frame, &arena);
    } else {
        server_frame(path, &frame, &arena);
    }
    arena_end(&arena);
    free(frame.bytes);
    free(about);
    free(about_path);
    free(text);
}

/* A reply that the client must take. */
static void accept_vector(const char *path)
{
    char *text = read_text(path), *direction = value_of(text, "direction");
    struct bytes frame = read_hex(text, false);
    struct arena arena;
    hearth_reply reply;
    hearth_error error;

    if (strcmp(direction, "server") == 0) {
        PB(ServerFrame) *message = reply_unpack(&arena, frame.bytes + 4, frame.length - 4);

        CHECK(message != NULL);
        if (message->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_ERROR) {
            reply_error(message->error, &error);
            CHECK(strcmp(hearth_error_name(error.code), "UNKNOWN") == 0);
        } else if (message->reply_case > HEARTH__V1__SERVER_FRAME__REPLY_DONE && !is_other_reply(&arena, message)) {
            CHECK_ERROR(reply_decode(&arena, message, &reply, &error), &error);
        }
        arena_end(&arena);
    }
    free(frame.bytes);
    free(direction);
    free(text);
}

static size_t replies_refused, saves_refused, saves_left_to_server;

/* What is no frame, or no message: as bytes of a server it ends the connection with all its calls. Some are only a
 * prefix, and there is no body. */
static void refuse_bytes(const struct bytes *frame)
{
    struct talk talk = talk_open(true);
    uint64_t call = begin_ping(&talk);

    talk_send(&talk, frame->bytes, frame->length);
    expect_failure(&talk, call, HEARTH_BAD_REPLY);
    talk_end(&talk);
}

static void refuse_message(const char *path, const char *text, const struct bytes *frame, const char *code)
{
    char *field = value_of(text, "field");
    struct arena arena;
    PB(ServerFrame) *message = reply_unpack(&arena, frame->bytes + 4, frame->length - 4);
    hearth_reply reply;
    hearth_welcome welcome;
    hearth_error error;
    bool taken;

    CHECK(message != NULL);
    if (is_other_reply(&arena, message)) {
        arena_end(&arena);
        free(field);
        return;
    }
    taken = message->reply_case == HEARTH__V1__SERVER_FRAME__REPLY_WELCOME
        ? reply_welcome(&arena, message->welcome, &welcome, &error)
        : reply_decode(&arena, message, &reply, &error);
    if (taken || (field != NULL && strcmp(error.field, field) != 0)
        || strcmp(hearth_error_name(error.code), code) != 0)
        fprintf(stderr, "%s: %s %s\n", path, taken ? "taken" : hearth_error_name(error.code),
                taken ? "" : error.field);
    CHECK(!taken && strcmp(hearth_error_name(error.code), code) == 0);
    CHECK(field == NULL || strcmp(error.field, field) == 0);
    arena_end(&arena);
    free(field);
}

static void refuse_reply(const char *path, const char *text, const struct bytes *frame)
{
    char *code = value_of(text, "error");

    if (strcmp(code, "MALFORMED_FRAME") == 0 || strcmp(code, "FRAME_TOO_LARGE") == 0)
        refuse_bytes(frame);
    else
        refuse_message(path, text, frame, code);
    replies_refused++;
    free(code);
}

/* A save that the client must not send. What needs the list of types or the grammar of units only the server knows. */
static void refuse_save(const char *path, const char *text, PB(Save) *save, struct arena *arena)
{
    static const char *const left_to_server[] = {
        "INCOMPATIBLE_UNIT", "UNKNOWN_TYPE",
    };
    static const char *const cases_left[] = {
        "category-negative", "category-unknown", "payload-other-kind", "payload-workout-kind", "workout-type-unknown",
        "activity-type-unknown", "statistics-type-unknown", "metadata-cycle-start", "metadata-sync-",
        /* Which values the records of a type have. */
        "record-answers-few", "record-as-workout", "record-attribute-missing", "record-attribute-number",
        "record-attribute-of-other-type", "record-attribute-other-form", "record-attribute-range",
        "record-attribute-several", "record-series-of-other-type", "record-table-ragged",
    };
    char *field = value_of(text, "field"), *code = value_of(text, "error");
    hearth_error error = {.code = 0};
    struct decoder decoder = {arena, &error};
    const struct place *place = AT(NULL, "save");
    const hearth_columns *columns;
    bool taken = decode_columns(&decoder, save->columns, save->n_columns, place, "columns", &columns);
    bool left = false;

    for (size_t i = 0; taken && i < save->n_columns; i++)
        taken = check_columns(&columns[i], TO_SAVE, AT_INDEX(place, "columns", i), &error);
    for (size_t i = 0; i < sizeof left_to_server / sizeof *left_to_server; i++)
        left = left || strcmp(code, left_to_server[i]) == 0;
    for (size_t i = 0; i < sizeof cases_left / sizeof *cases_left; i++)
        left = left || strstr(path, cases_left[i]) != NULL;
    if (taken && left) {
        saves_left_to_server++;
    } else {
        /* The lengths are too many for the columns, too, which is seen when they are decoded. */
        bool other = strstr(path, "correlation-lengths-huge") != NULL || strstr(path, "record-series-long") != NULL;
        bool same = strcmp(hearth_error_name(error.code), code) == 0
            && (field == NULL || strcmp(field, error.field) == 0);

        if (taken || (!same && !other))
            fprintf(stderr, "%s: %s %s\n", path, taken ? "taken" : hearth_error_name(error.code), error.field);
        CHECK(!taken && (same || other));
        saves_refused++;
    }
    free(field);
    free(code);
}

static void refuse_vector(const char *path)
{
    char *text = read_text(path), *direction = value_of(text, "direction");
    struct bytes frame = read_hex(text, false);
    ProtobufCAllocator allocator;
    PB(ClientFrame) *message;
    struct arena arena;

    if (strcmp(direction, "server") == 0) {
        refuse_reply(path, text, &frame);
    } else if (frame.length > 4) {
        arena_begin(&arena, 0, SIZE_MAX);
        allocator = arena_allocator(&arena);
        message = hearth__v1__client_frame__unpack(&allocator, frame.length - 4, frame.bytes + 4);
        if (message != NULL && message->request_case == REQUEST(SAVE))
            refuse_save(path, text, message->save, &arena);
        arena_end(&arena);
    }
    free(frame.bytes);
    free(direction);
    free(text);
}

int main(void)
{
    char folder[4200];
    size_t frames, accepted, refused;

    snprintf(folder, sizeof folder, "%s/frames", vectors());
    frames = each_file(folder, "", ".hex", frame_vector);
    accepted = each_file(vectors(), "accept-", ".hex", accept_vector);
    refused = each_file(vectors(), "refuse-", ".hex", refuse_vector);
    CHECK(frames >= 80 && columns_seen > 15);
    CHECK(accepted > 40 && refused > 250 && replies_refused >= 15 && saves_refused > 80);
    printf("vectors: %zu frames, %zu accepted, %zu refused (%zu replies, %zu saves; %zu saves are left to the server)\n",
           frames, accepted, refused, replies_refused, saves_refused, saves_left_to_server);
    return 0;
}
