/* The request that asks what the app may do. */
#include "request.h"

enum { AUTHORIZATION_MINOR = 7 };

static bool encode_authorization(struct arena *arena, const hearth_authorization *from, PB(Authorization) *to,
                                 hearth_error *error)
{
    const struct place *place = AT(NULL, "authorization");

    to->n_share = from->share_count;
    to->n_read = from->read_count;
    to->request = from->request;
    return request_types(arena, from->share, from->share_count, &to->share, place, "share", error)
        && request_types(arena, from->read, from->read_count, &to->read, place, "read", error)
        && request_text(from->share_usage, &to->share_usage, AT(place, "share_usage"), error)
        && request_text(from->read_usage, &to->read_usage, AT(place, "read_usage"), error);
}

uint64_t hearth_start_authorization(hearth_client *client, const hearth_authorization *authorization,
                                    hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Authorization) request = HEARTH__V1__AUTHORIZATION__INIT;
    struct call *call;
    struct arena arena;
    uint64_t number = 0;

    arena_begin(&arena, 0, SIZE_MAX);
    if (encode_authorization(&arena, authorization, &request, error)) {
        call = session_new_call(&client->session, REQUEST(AUTHORIZATION), error);
        message.request_case = REQUEST(AUTHORIZATION);
        message.authorization = &request;
        if (call != NULL) {
            call->minor = AUTHORIZATION_MINOR;
            number = request_begin_message(client, &message, call, "authorization", error);
        }
    }
    arena_end(&arena);
    return number;
}
