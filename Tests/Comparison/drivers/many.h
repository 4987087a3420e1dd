/* Many connections in one event loop, for lanes whose clients have descriptors: it takes the server less than as many
 * threads beside it. */
#ifndef MANY_H
#define MANY_H

#include "lane.h"

/* What a lane knows of its connections, which are numbers from 0 on. */
struct connections {
    int (*descriptor)(size_t number);
    /* Sends a save of one sample, and does not wait. */
    void (*begin)(size_t number, const struct columns *, size_t row);
    /* Reads what has come: whether the save is acknowledged; whether the sample is there that was saved then. */
    bool (*has_saved)(size_t number);
    bool (*has_received)(size_t number, const struct columns *, size_t row);
};

void begin_many(const struct connections *connections, size_t count);
void end_many(void);

/* Each connection saves a sample at a time until all are saved. */
void save_by_all(const struct columns *columns);
/* The last connection saves, all others receive. */
struct delivery deliver_to_all(const struct columns *columns, size_t row);

#endif
