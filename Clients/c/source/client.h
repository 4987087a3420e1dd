/* A client: a session, and the socket that its bytes go through. */
#ifndef HEARTH_CLIENT_H
#define HEARTH_CLIENT_H

#include "address.h"
#include "session.h"
#include "uuid.h"

struct hearth_client {
    struct session session;
    struct address address;
    int descriptor;          /* -1: none */
    uint64_t connections;
    bool wanted;             /* hearth_connect waits for a connection */

    /* Times are milliseconds of the monotonic clock. */
    int64_t patience;
    int64_t outage_since;    /* when a server was missed first; -1: there is one */
    int64_t next_attempt;
    int64_t connected_at;
    int64_t welcome_deadline;
    unsigned attempts;       /* in this outage */
    uint64_t random;         /* the state of what spreads the attempts of several clients */

    struct uuid_maker uuids;
};

/* Milliseconds of the monotonic clock. */
int64_t client_now(void);
/* Before a new call: forgets an outage during which no call waited. */
void client_begin(struct hearth_client *client);
/* After it: connects if need be, and writes what can be. */
void client_push(struct hearth_client *client);
/* Connects when it is time to, and reads and writes what can be. Does not wait. */
void client_step(struct hearth_client *client);
/* Waits at most this number of milliseconds (below 0: without limit) for what client_step needs, and takes that step.
 * False: a signal came. */
bool client_wait(struct hearth_client *client, int milliseconds);

#endif
