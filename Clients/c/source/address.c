/* Where the server listens. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fits(int length, size_t room, hearth_error *error)
{
    return (length >= 0 && (size_t)length < room)
        || fault(error, HEARTH_LIMIT_EXCEEDED, NULL, "The path of the socket has more than 107 bytes.");
}

/* Anybody may make a directory in /tmp: only one that is this user's alone will do. */
static bool is_ours(const char *directory)
{
    struct stat status;

    return lstat(directory, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == getuid()
        && (status.st_mode & 0777) == 0700;
}

bool client_find_socket(const char *path, char *out, size_t room, hearth_error *error)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    char directory[64];

    if (path == NULL || *path == 0)
        path = getenv("HEARTH_SOCKET");
    if (path != NULL && *path != 0)
        return fits(snprintf(out, room, "%s", path), room, error);
    if (runtime != NULL && *runtime != 0)
        return fits(snprintf(out, room, "%s/hearth/hearth.sock", runtime), room, error);
    snprintf(directory, sizeof directory, "/tmp/hearth-%lu", (unsigned long)getuid());
    if (!is_ours(directory))
        return fault(error, HEARTH_NO_SERVER, NULL,
                     "No server has made its directory for this user. `hearth serve` starts one.");
    return fits(snprintf(out, room, "%s/hearth.sock", directory), room, error);
}
