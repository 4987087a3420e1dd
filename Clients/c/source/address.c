/* Where the server listens: PROTOCOL.md, chapter 2. */
#include "address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A directory of this user. Anybody may create one below /tmp: there its permissions count as well. */
static bool is_ours(const char *directory, bool is_private)
{
    struct stat status;

    return lstat(directory, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == getuid()
        && (!is_private || (status.st_mode & 0777) == 0700);
}

static bool add(struct address *address, const char *directory, const char *name, hearth_error *error)
{
    char *path = address->paths[address->count];
    int length = snprintf(path, sizeof address->paths[0], "%s%s", directory, name);

    if (length < 0 || (size_t)length >= sizeof address->paths[0])
        return fault(error, HEARTH_LIMIT_EXCEEDED, NULL, "The path of the socket has more than 107 bytes.");
    for (size_t i = 0; i < address->count; i++)
        if (strcmp(address->paths[i], path) == 0)
            return true;
    address->count++;
    return true;
}

bool address_find(const char *path, struct address *address, hearth_error *error)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    unsigned long user = (unsigned long)getuid();

    memset(address, 0, sizeof *address);
    snprintf(address->run_directory, sizeof address->run_directory, "/run/user/%lu", user);
    snprintf(address->shared_directory, sizeof address->shared_directory, "/tmp/hearth-%lu", user);
    if (path == NULL || *path == 0)
        path = getenv("HEARTH_SOCKET");
    if (path != NULL && *path != 0)
        return add(address, path, "", error);
    if (runtime != NULL && *runtime != 0 && !add(address, runtime, "/hearth/hearth.sock", error))
        return false;
    return add(address, address->run_directory, "/hearth/hearth.sock", error)
        && add(address, address->shared_directory, "/hearth.sock", error);
}

static bool is_in(const char *path, const char *directory)
{
    size_t length = strlen(directory);

    return strncmp(path, directory, length) == 0 && path[length] == '/';
}

bool address_is_usable(const struct address *address, size_t index)
{
    const char *path = address->paths[index];

    if (is_in(path, address->shared_directory))
        return is_ours(address->shared_directory, true);
    return !is_in(path, address->run_directory) || is_ours(address->run_directory, false);
}

void address_no_server(const struct address *address, hearth_error *error)
{
    char message[sizeof error->message];
    size_t length = (size_t)snprintf(message, sizeof message, "No Hearth server listens on ");

    for (size_t i = 0; i < address->count; i++) {
        const char *separator = i == 0 ? "" : i + 1 < address->count ? ", " : " or ";

        length += (size_t)snprintf(message + length, sizeof message - length, "%s%s", separator, address->paths[i]);
    }
    snprintf(message + length, sizeof message - length,
             ". Start one with 'hearth serve', or name its socket with HEARTH_SOCKET.");
    fault(error, HEARTH_NO_SERVER, NULL, message);
}
