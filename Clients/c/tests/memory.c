/* Memory that runs out at each place in turn: every function says so or does without, nothing is lost or leaked. The
 * linker puts the functions below in the place of malloc, calloc and realloc (see the Makefile). */
#include "talk.h"

#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static size_t until_failure; /* 0: none fails */
static size_t failures;

static bool fails(void)
{
    if (until_failure == 0 || --until_failure > 0)
        return false;
    failures++;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

enum { ROWS = 40000 };

static hearth_uuid uuids[ROWS];
static int64_t starts[ROWS];
static double values[ROWS];
static uint32_t indexes[ROWS];

/* A call that cannot begin for want of memory says exactly that. */
static void begun(uint64_t call, const hearth_error *error)
{
    CHECK(call != 0 || error->code == HEARTH_NO_MEMORY);
}

static void requests(hearth_client *client)
{
    const hearth_metadata_entry entry = {.key = "HKTimeZone", .kind = HEARTH_TEXT, .text = "Europe/Zurich"};
    const hearth_metadata metadata[] = {{&entry, 1}, {NULL, 0}};
    const hearth_device device = {.name = "Pulse Ring"};
    const hearth_provenance provenance = {.device = &device};
    hearth_columns columns = {
        .type = "HKQuantityTypeIdentifierHeartRate", .count = ROWS, .uuids = uuids, .starts = starts,
        .metadata = metadata, .metadata_count = 2, .metadata_indexes = indexes,
        .provenances = &provenance, .provenance_count = 1,
        .kind = HEARTH_QUANTITIES, .quantity = {.values = values, .unit = "count/min"},
    };
    hearth_predicate *predicate = hearth_predicate_new();
    hearth_clause clause = {.type = columns.type, .predicate = predicate};
    hearth_query query = {.clauses = &clause, .clause_count = 1};
    const char *const name = "Hemoglobin";
    const hearth_attribute attributes[] = {
        {.name = HEARTH_ATTRIBUTE_CLASSIFICATION, .count = 1, .integers = starts},
        {.name = HEARTH_ATTRIBUTE_SYMPTOMS, .count = 1, .uuids = uuids},
        {.name = HEARTH_ATTRIBUTE_DISPLAY_NAME, .count = 1, .texts = &name},
    };
    const hearth_record record = {&attributes[2], 1};
    const uint32_t length = 2;
    const hearth_columns documents = {
        .type = "HKClinicalTypeIdentifierLabResultRecord", .count = 1, .uuids = uuids, .starts = starts,
        .kind = HEARTH_RECORDS,
        .record = {.records = &record, .lengths = &length, .element_count = 2, .contents = (const uint8_t *)"{}"},
    };
    const hearth_registration registration = {columns.type, 1};
    const char *const command[] = {"/usr/bin/run", "--background"};
    const hearth_launch launch = {.command = command, .word_count = 2};
    hearth_background background = {.enable = &registration, .enable_count = 1, .launch = &launch};
    hearth_acknowledgement done = {.anchor = {1, {1}}, .types = &columns.type, .type_count = 1, .cursor = "upload"};
    hearth_authorization wish = {.share = &columns.type, .share_count = 1, .read = &columns.type, .read_count = 1};
    hearth_error error;

    hearth_where_metadata(predicate, HEARTH_EQUAL, &entry, 1);
    hearth_where_devices(predicate, &device, 1);
    for (size_t i = 0; i < 3; i++)
        hearth_where_attribute(predicate, HEARTH_EQUAL, &attributes[i]);
    hearth_where_operator(predicate, HEARTH_ANY_OF, 5);
    begun(hearth_start_save(client, &columns, 1, &error), &error);
    begun(hearth_start_save(client, &documents, 1, &error), &error);
    begun(hearth_start_query(client, &query, &error), &error);
    begun(hearth_start_changes(client, &(hearth_change_query){.clauses = &clause, .clause_count = 1}, &error), &error);
    begun(hearth_start_delete(client, uuids, 3, &error), &error);
    begun(hearth_start_observe(client, &clause, 1, true, &error), &error);
    begun(hearth_start_background(client, &background, &error), &error);
    begun(hearth_start_acknowledge(client, &done, &error), &error);
    begun(hearth_start_authorization(client, &wish, &error), &error);
    hearth_predicate_free(predicate);
}

/* The frames of the vectors, to a client with open calls. Their numbers are those of the calls. */
static struct bytes replies[8];
static size_t reply_count;

static void converse(void)
{
    hearth_options options = {.bundle_identifier = "org.example.run", .socket = "/nonexistent/hearth.sock"};
    hearth_error error;
    hearth_client *client = hearth_new(&options, &error);
    struct session *session;
    bool good = true;

    if (client == NULL) {
        CHECK(error.code == HEARTH_NO_MEMORY);
        return;
    }
    session = &client->session;
    session_connected(session);
    for (size_t i = 0; good && i < reply_count; i++) {
        size_t room;
        uint8_t *space = session_space(session, &room);

        if (i == 1)
            requests(client);
        if (space == NULL)
            break;
        memcpy(space, replies[i].bytes, replies[i].length);
        good = session_received(session, replies[i].length);
    }
    session_lost(session, 0, INT64_MAX);
    session_connected(session);
    for (uint64_t call = 2; call < 8; call++) {
        const hearth_reply *reply;

        while (hearth_take(client, call, &reply, &error) == HEARTH_REPLY)
            hearth_reply_free(reply);
    }
    hearth_free(client);
}

static void add_reply(const char *name, uint8_t call)
{
    char path[4300], *text;

    snprintf(path, sizeof path, "%s/frames/%s.hex", vectors(), name);
    text = read_text(path);
    replies[reply_count] = read_hex(text, false);
    replies[reply_count++].bytes[5] = call;
    free(text);
}

int main(void)
{
    size_t rounds = 0;

    for (size_t i = 0; i < ROWS; i++) {
        uuids[i].bytes[0] = (uint8_t)i;
        indexes[i] = (uint32_t)(i % 2);
    }
    replies[0] = welcome_frame(1);
    reply_count = 1;
    add_reply("51-samples-series", 3);
    add_reply("59-changes", 4);
    add_reply("32-committed", 5);
    add_reply("79-background-registrations", 6);
    do {
        size_t before = failures;

        rounds++;
        until_failure = rounds;
        converse();
        until_failure = 0;
        if (failures == before)
            break;
    } while (true);
    CHECK(rounds > 30);
    for (size_t i = 0; i < reply_count; i++)
        free(replies[i].bytes);
    printf("memory: runs out at each of %zu places\n", rounds - 1);
    return 0;
}
