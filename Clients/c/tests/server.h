/* A real server for a test, with a store and a socket of its own. It ends with the test, however that ends. */
#ifndef SERVER_H
#define SERVER_H

#include "harness.h"

#include <sys/types.h>

struct server {
    char folder[64], store[128], socket[128];
    pid_t process; /* 0: does not run */
    int log;
};
/* Begins $HEARTH; ready when it returns. */
void server_begin(struct server *server);
/* kill -9, and until it is gone. */
void server_kill(struct server *server);
void server_start_again(struct server *server);
/* In order: SIGTERM, and it must end with 0. */
void server_stop(struct server *server);
/* The above, and the folder is removed. */
void server_end(struct server *server);

/* A client of it. */
hearth_client *server_client(const struct server *server, const char *bundle_identifier);
/* The only reply of a call, which must be of this kind. */
const hearth_reply *must(hearth_client *client, uint64_t call, int kind, hearth_error *error);
hearth_uuid one_uuid(hearth_client *client);
/* The reply of a query that has one batch, of one type. */
const hearth_reply *query_one(hearth_client *client, const char *type, const hearth_predicate *predicate,
                              bool series);

#endif
