/* The calls of a session, by their numbers. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

static size_t index_of(const struct session *session, uint64_t number)
{
    size_t low = 0, high = session->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (session->calls[middle]->number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct call *session_find(const struct session *session, uint64_t number)
{
    size_t i = index_of(session, number);

    return i < session->count && session->calls[i]->number == number ? session->calls[i] : NULL;
}

struct call *session_new_call(struct session *session, int request, hearth_error *error)
{
    struct call *call = calloc(1, sizeof *call);

    if (call == NULL) {
        fault_no_memory(error);
        return NULL;
    }
    call->number = session->newest + 1;
    call->request = request;
    call->lost_since = -1;
    return call;
}

bool session_add_call(struct session *session, struct call *call)
{
    if (session->count == session->room) {
        size_t room = session->room == 0 ? 16 : 2 * session->room;
        struct call **calls = realloc(session->calls, room * sizeof(struct call *));

        if (calls == NULL)
            return false;
        session->calls = calls;
        session->room = room;
    }
    session->newest = call->number;
    session->calls[session->count++] = call;
    return true;
}

void session_remove_call(struct session *session, struct call *call)
{
    size_t i = index_of(session, call->number);

    memmove(session->calls + i, session->calls + i + 1, (session->count - i - 1) * sizeof *session->calls);
    session->count--;
    call_free(call);
}

void session_fail(struct session *session, const hearth_error *error)
{
    for (size_t i = 0; i < session->count; i++)
        if (!session->calls[i]->ended)
            call_end(session->calls[i], HEARTH_FAILED, error);
}

bool session_has_open_calls(const struct session *session)
{
    for (size_t i = 0; i < session->count; i++)
        if (!session->calls[i]->ended)
            return true;
    return false;
}
