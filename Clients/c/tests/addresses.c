/* Where a server is looked for, and what an app reads when none is found. */
#include "server.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static hearth_error error;

static void the_environment_decides_which_places_are_tried(void)
{
    struct address address;
    char run[64], shared[64];

    snprintf(run, sizeof run, "/run/user/%lu/hearth/hearth.sock", (unsigned long)getuid());
    snprintf(shared, sizeof shared, "/tmp/hearth-%lu/hearth.sock", (unsigned long)getuid());
    setenv("HEARTH_SOCKET", "/a/socket", 1);
    setenv("XDG_RUNTIME_DIR", "/runtime", 1);
    CHECK(address_find("/given", &address, &error) && address.count == 1);
    CHECK(strcmp(address.paths[0], "/given") == 0);
    CHECK(address_find(NULL, &address, &error) && address.count == 1);
    CHECK(strcmp(address.paths[0], "/a/socket") == 0);
    setenv("HEARTH_SOCKET", "", 1);
    CHECK(address_find("", &address, &error) && address.count == 3);
    CHECK(strcmp(address.paths[0], "/runtime/hearth/hearth.sock") == 0);
    CHECK(strcmp(address.paths[1], run) == 0 && strcmp(address.paths[2], shared) == 0);
    unsetenv("XDG_RUNTIME_DIR");
    CHECK(address_find(NULL, &address, &error) && address.count == 2);
    CHECK(strcmp(address.paths[0], run) == 0 && strcmp(address.paths[1], shared) == 0);
    /* The place that the variable names is not tried twice. */
    *strrchr(run, '/') = 0;
    *strrchr(run, '/') = 0;
    setenv("XDG_RUNTIME_DIR", run, 1);
    CHECK(address_find(NULL, &address, &error) && address.count == 2);
}

static void a_path_that_is_too_long_is_refused(void)
{
    struct address address;
    char path[200];

    memset(path, 'x', sizeof path - 1);
    path[0] = '/';
    path[sizeof path - 1] = 0;
    CHECK(!address_find(path, &address, &error) && error.code == HEARTH_LIMIT_EXCEEDED);
    path[107] = 0;
    CHECK(address_find(path, &address, &error) && strlen(address.paths[0]) == 107);
}

static void the_error_names_every_place(void)
{
    hearth_options options = {.bundle_identifier = "org.example.addresses"};
    char runtime[100];
    hearth_client *client;

    memset(runtime, 'r', sizeof runtime);
    memcpy(runtime, "/tmp/", 5);
    runtime[80] = 0;
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    client = hearth_new(&options, &error);
    CHECK(client != NULL);
    /* Only places without a server, whatever runs on this machine. */
    strcpy(client->address.paths[1], "/nonexistent/second.sock");
    strcpy(client->address.paths[2], "/nonexistent/third.sock");
    CHECK(hearth_connect(client, &error) == -1 && error.code == HEARTH_NO_SERVER);
    for (size_t i = 0; i < 3; i++)
        CHECK(strstr(error.message, client->address.paths[i]) != NULL);
    CHECK(strstr(error.message, "hearth serve") != NULL && strstr(error.message, "HEARTH_SOCKET") != NULL);
    hearth_free(client);
}

static void a_directory_of_another_user_is_passed_over(const char *folder)
{
    struct address address;

    CHECK(address_find(NULL, &address, &error));
    CHECK(strlen(folder) < sizeof address.shared_directory);
    memcpy(address.shared_directory, folder, strlen(folder) + 1);
    snprintf(address.paths[0], sizeof address.paths[0], "%s/hearth.sock", folder);
    CHECK(chmod(folder, 0755) == 0);
    CHECK(!address_is_usable(&address, 0));
    CHECK(chmod(folder, 0700) == 0);
    CHECK(address_is_usable(&address, 0));
    strcpy(address.shared_directory, "/nonexistent");
    strcpy(address.paths[0], "/nonexistent/hearth.sock");
    CHECK(!address_is_usable(&address, 0));
}

/* The first two places have no server: one is not there, at the other nobody listens any more. */
static void the_first_place_with_a_server_is_used(const struct server *server)
{
    hearth_options options = {.bundle_identifier = "org.example.addresses", .socket = server->socket};
    hearth_client *client = hearth_new(&options, &error);
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int abandoned = socket(AF_UNIX, SOCK_STREAM, 0);

    CHECK(client != NULL && abandoned >= 0);
    snprintf(name.sun_path, sizeof name.sun_path, "%s/abandoned.sock", server->folder);
    CHECK(bind(abandoned, (struct sockaddr *)&name, sizeof name) == 0 && close(abandoned) == 0);
    strcpy(client->address.paths[2], client->address.paths[0]);
    strcpy(client->address.paths[1], name.sun_path);
    strcpy(client->address.paths[0], "/nonexistent/hearth.sock");
    client->address.count = 3;
    CHECK_ERROR(hearth_connect(client, &error) == 0, &error);
    hearth_free(client);
    CHECK(unlink(name.sun_path) == 0);
}

int main(void)
{
    struct server server;

    the_environment_decides_which_places_are_tried();
    a_path_that_is_too_long_is_refused();
    the_error_names_every_place();
    server_begin(&server);
    a_directory_of_another_user_is_passed_over(server.folder);
    the_first_place_with_a_server_is_used(&server);
    server_end(&server);
    puts("addresses: a server is found where it listens");
    return 0;
}
