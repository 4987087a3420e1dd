/* Sources come in pages, as an app reads them, and none is missing or there twice. */
#include "server.h"

#include <string.h>

enum {
    NAME_BYTES = 4096,
    SOURCES = 140, /* fill two pages and begin a third */
    PAGES = 3
};

static hearth_error error;

static void save_as(const struct server *server, int number)
{
    char identifier[32], name[NAME_BYTES + 1] = "";
    hearth_options options = {.bundle_identifier = identifier, .name = name, .socket = server->socket};
    hearth_client *client;
    hearth_uuid uuid;
    int64_t start = 0;
    double value = 1.75;
    hearth_columns height = {.type = "HKQuantityTypeIdentifierHeight", .count = 1, .uuids = &uuid, .starts = &start,
                             .kind = HEARTH_QUANTITIES, .quantity = {.values = &value, .unit = "m"}};

    snprintf(identifier, sizeof identifier, "org.example.app%03d", number);
    memset(name, 'a' + number % 26, NAME_BYTES);
    client = hearth_new(&options, &error);
    CHECK_ERROR(client != NULL, &error);
    uuid = one_uuid(client);
    CHECK_ERROR(hearth_save(client, &height, 1, NULL, &error) == 0, &error);
    hearth_free(client);
}

/* The sources of the page follow on `*number` that were read before it. */
static void check_page(const hearth_sources *page, int *number)
{
    for (size_t i = 0; i < page->count; i++, ++*number) {
        char identifier[32];

        snprintf(identifier, sizeof identifier, "org.example.app%03d", *number);
        CHECK(strcmp(page->list[i].bundle_identifier, identifier) == 0);
        CHECK(strlen(page->list[i].name) == NAME_BYTES && page->list[i].name[0] == 'a' + *number % 26);
    }
}

int main(void)
{
    hearth_clause height = {.type = "HKQuantityTypeIdentifierHeight"}, none = {.type = "HKQuantityTypeIdentifierBodyMass"};
    char after[NAME_BYTES + 1] = "";
    const hearth_reply *reply;
    struct server server;
    hearth_client *client;
    int number = 0, pages = 0;
    bool more = true;

    server_begin(&server);
    for (int i = SOURCES - 1; i >= 0; i--)
        save_as(&server, i);
    client = server_client(&server, "org.example.reader");
    while (more) {
        reply = must(client, hearth_start_sources(client, &height, 1, after, &error), HEARTH_SOURCES, &error);
        check_page(&reply->sources, &number);
        more = reply->sources.more;
        CHECK(!more || reply->sources.count > 0);
        if (more)
            strcpy(after, reply->sources.list[reply->sources.count - 1].bundle_identifier);
        hearth_reply_free(reply);
        pages++;
    }
    CHECK(number == SOURCES && pages == PAGES);
    /* Without `after` all of them in one reply, as servers before 1.3 send them. */
    reply = must(client, hearth_start_sources(client, NULL, 0, NULL, &error), HEARTH_SOURCES, &error);
    number = 0;
    check_page(&reply->sources, &number);
    CHECK(number == SOURCES && !reply->sources.more);
    hearth_reply_free(reply);
    reply = must(client, hearth_start_sources(client, &none, 1, "", &error), HEARTH_SOURCES, &error);
    CHECK(reply->sources.count == 0 && !reply->sources.more);
    hearth_reply_free(reply);
    hearth_free(client);
    server_end(&server);
    puts("sources: three pages");
    return 0;
}
