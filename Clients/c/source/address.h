/* The sockets at which a server of this user may listen. */
#ifndef HEARTH_ADDRESS_H
#define HEARTH_ADDRESS_H

#include "fault.h"

#include <sys/un.h>

struct address {
    char paths[3][sizeof(((struct sockaddr_un *)0)->sun_path)]; /* in the order in which they are tried */
    size_t count;
    char run_directory[40], shared_directory[40]; /* usable only if they belong to this user */
};

/* The socket at `path`, or at HEARTH_SOCKET; without either the standard places. */
bool address_find(const char *path, struct address *address, hearth_error *error);
/* False: another user could listen at this path. */
bool address_is_usable(const struct address *address, size_t index);
/* An error that names every path. */
void address_no_server(const struct address *address, hearth_error *error);

#endif
