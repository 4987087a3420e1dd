/* How the functions that begin calls have in common what they do. */
#ifndef HEARTH_REQUEST_H
#define HEARTH_REQUEST_H

#include "client.h"

/* Begins a call of one frame, whose message is there but for the number. Frees the call when it cannot begin. */
uint64_t request_begin_message(hearth_client *client, PB(ClientFrame) *message, struct call *call, const char *name,
                               hearth_error *error);

#endif
