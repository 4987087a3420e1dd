/* How the functions that begin calls have in common what they do. */
#ifndef HEARTH_REQUEST_H
#define HEARTH_REQUEST_H

#include "client.h"

/* Begins a call of one frame, whose message is there but for the number. Frees the call when it cannot begin. */
uint64_t request_begin_message(hearth_client *client, PB(ClientFrame) *message, struct call *call, const char *name,
                               hearth_error *error);

/* A text that may be empty or NULL, and a list of types, as fields of a message. False: refused, or no memory. */
bool request_text(const char *from, char **to, const struct place *place, hearth_error *error);
bool request_types(struct arena *arena, const char *const *types, size_t count, char ***to, const struct place *place,
                   const char *name, hearth_error *error);

#endif
