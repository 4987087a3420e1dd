/* The request that asks what the app may do. */
#include "encode.h"
#include "request.h"
#include "text.h"

enum { AUTHORIZATION_MINOR = 7 };

static bool encode_types(struct arena *arena, const char *const *types, size_t count, const struct place *place,
                         const char *name, char ***out, hearth_error *error)
{
    char **list = arena_array(arena, count, sizeof *list);

    if (list == NULL)
        return fault_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        if (!text_check(types[i], TEXT_BYTES, false, AT_INDEX(place, name, i), error))
            return false;
        list[i] = encode_text(types[i]);
    }
    *out = list;
    return true;
}

static bool encode_usage(const char *usage, const struct place *place, char **out, hearth_error *error)
{
    if (usage != NULL && !text_check(usage, TEXT_BYTES, true, place, error))
        return false;
    *out = encode_text(usage);
    return true;
}

static bool encode_authorization(struct arena *arena, const hearth_authorization *from, PB(Authorization) *to,
                                 hearth_error *error)
{
    const struct place *place = AT(NULL, "authorization");

    to->n_share = from->share_count;
    to->n_read = from->read_count;
    to->request = from->request;
    return encode_types(arena, from->share, from->share_count, place, "share", &to->share, error)
        && encode_types(arena, from->read, from->read_count, place, "read", &to->read, error)
        && encode_usage(from->share_usage, AT(place, "share_usage"), &to->share_usage, error)
        && encode_usage(from->read_usage, AT(place, "read_usage"), &to->read_usage, error);
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
