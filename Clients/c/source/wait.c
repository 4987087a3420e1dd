/* The functions that wait for what calls bring, and those that do not for one's own event loop. */
#include "client.h"

int hearth_connect(hearth_client *client, hearth_error *error)
{
    client_begin(client);
    client->wanted = true;
    client->session.refused = false;
    client_step(client);
    while (client->session.state != OPEN && !client->session.refused)
        client_wait(client, -1);
    client->wanted = false;
    if (client->session.state == OPEN)
        return 0;
    if (error != NULL)
        *error = client->session.refusal;
    return -1;
}

const hearth_welcome *hearth_welcome_of(const hearth_client *client)
{
    return client->session.welcomed ? &client->session.welcome : NULL;
}

hearth_step hearth_take(hearth_client *client, uint64_t call, const hearth_reply **reply, hearth_error *error)
{
    return session_take(&client->session, call, reply, error);
}

uint64_t hearth_ready(hearth_client *client)
{
    return session_ready(&client->session);
}

hearth_step hearth_next(hearth_client *client, uint64_t call, int milliseconds, const hearth_reply **reply,
                        hearth_error *error)
{
    int64_t deadline = milliseconds > 0 ? client_now() + milliseconds : 0;
    hearth_step step = session_take(&client->session, call, reply, error);

    while (step == HEARTH_PENDING) {
        bool undisturbed = client_wait(client, milliseconds);

        step = session_take(&client->session, call, reply, error);
        if (step != HEARTH_PENDING || milliseconds < 0)
            continue;
        milliseconds = deadline > client_now() ? (int)(deadline - client_now()) : 0;
        if (!undisturbed || milliseconds == 0)
            break;
    }
    return step;
}

void hearth_cancel(hearth_client *client, uint64_t call)
{
    session_cancel(&client->session, call);
    client_push(client);
}

void hearth_drop(hearth_client *client, uint64_t call)
{
    session_drop(&client->session, call);
    client_push(client);
}

int hearth_finish(hearth_client *client, uint64_t call, const hearth_reply **reply, hearth_error *error)
{
    hearth_step step;

    if (call == 0)
        return -1;
    step = hearth_next(client, call, -1, reply, error);
    if (step == HEARTH_REPLY)
        return 0;
    if (step != HEARTH_FAILED)
        fault(error, HEARTH_INVALID_ARGUMENT, NULL, "The call has ended without a reply: it was cancelled.");
    return -1;
}

/* The end of a write. */
static int finish_write(hearth_client *client, uint64_t call, hearth_committed *committed, hearth_error *error)
{
    const hearth_reply *reply;

    if (hearth_finish(client, call, &reply, error) != 0)
        return -1;
    if (committed != NULL)
        *committed = reply->committed;
    hearth_reply_free(reply);
    return 0;
}

int hearth_save(hearth_client *client, const hearth_columns *columns, size_t count, hearth_committed *committed,
                hearth_error *error)
{
    /* How long frames may be is what the server's first words say. */
    if (!client->session.welcomed && hearth_connect(client, error) != 0)
        return -1;
    return finish_write(client, hearth_start_save(client, columns, count, error), committed, error);
}

int hearth_delete(hearth_client *client, const hearth_uuid *uuids, size_t count, hearth_committed *committed,
                  hearth_error *error)
{
    return finish_write(client, hearth_start_delete(client, uuids, count, error), committed, error);
}
