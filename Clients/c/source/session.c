#include "session.h"

#include "encode.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static bool check_options(const hearth_options *options, hearth_error *error)
{
    const struct place *hello = AT(NULL, "hello"), *app = AT(hello, "app");

    return text_check(options->bundle_identifier, TEXT_BYTES, false, AT(app, "bundle_identifier"), error)
        && (options->name == NULL || text_check(options->name, TEXT_BYTES, true, AT(app, "name"), error))
        && (options->version == NULL || text_check(options->version, TEXT_BYTES, true, AT(app, "version"), error))
        && (options->product_type == NULL
            || text_check(options->product_type, TEXT_BYTES, true, AT(AT(hello, "host"), "product_type"), error));
}

bool session_begin(struct session *session, const hearth_options *options, hearth_error *error)
{
    PB(ClientFrame) frame = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Hello) hello = HEARTH__V1__HELLO__INIT;
    PB(App) app = HEARTH__V1__APP__INIT;
    PB(Host) host = HEARTH__V1__HOST__INIT;
    PB(OperatingSystemVersion) system = HEARTH__V1__OPERATING_SYSTEM_VERSION__INIT;

    memset(session, 0, sizeof *session);
    if (!check_options(options, error))
        return false;
    app.bundle_identifier = encode_text(options->bundle_identifier);
    if (options->name != NULL)
        app.name = encode_text(options->name);
    if (options->version != NULL)
        app.version = encode_text(options->version);
    if (options->product_type != NULL)
        host.product_type = encode_text(options->product_type);
    if (options->has_system) {
        system.major = options->system.major;
        system.minor = options->system.minor;
        system.patch = options->system.patch;
        host.operating_system_version = &system;
    }
    hello.major = 1;
    hello.minor = PROTOCOL_MINOR;
    hello.app = &app;
    if (options->product_type != NULL || options->has_system)
        hello.host = &host;
    hello.client = encode_text("libhearth " HEARTH_VERSION);
    frame.call = 1;
    frame.request_case = REQUEST(HELLO);
    frame.hello = &hello;
    session->hello = frame_pack(&frame, NULL, error);
    session->newest = 1;
    session->reconnects = options->patience_milliseconds >= 0;
    return session->hello != NULL;
}

void session_end(struct session *session)
{
    session_drop_output(session);
    for (size_t i = 0; i < session->count; i++)
        call_free(session->calls[i]);
    free(session->calls);
    free(session->output);
    free(session->input);
    frame_release(session->hello);
    arena_end(&session->welcome_text);
    memset(session, 0, sizeof *session);
}

void session_connected(struct session *session)
{
    session->state = AWAITING_WELCOME;
    session->turned_away = false;
    session->input_first = 0;
    session->input_count = 0;
    session_drop_output(session);
    /* Without memory nothing is sent, and the server ends the connection in its time. */
    session_send(session, frame_hold(session->hello), 0);
}

static void lose(struct call *call, int64_t time, int64_t patience)
{
    call_lost(call);
    if (call->lost_since < 0)
        call->lost_since = time;
    else if (!call->ended && time - call->lost_since >= patience)
        call_fail(call, HEARTH_NO_SERVER, "Each connection to the server was lost before it answered the request.");
}

void session_lost(struct session *session, int64_t time, int64_t patience)
{
    hearth_error error;

    session->state = UNCONNECTED;
    session_drop_output(session);
    session->input_first = 0;
    session->input_count = 0;
    for (size_t i = 0; i < session->count; i++)
        if (!session->calls[i]->ended)
            lose(session->calls[i], time, patience);
    if (!session->reconnects) {
        fault(&error, HEARTH_NO_SERVER, NULL, "The connection to the server was lost.");
        session_fail(session, &error);
    }
}

bool session_begin_call(struct session *session, struct call *call, hearth_error *error)
{
    if (!session_add_call(session, call)) {
        call_free(call);
        return fault_no_memory(error);
    }
    if (session->state == OPEN)
        session_send_call(session, call);
    return true;
}

hearth_step session_take(struct session *session, uint64_t number, const hearth_reply **reply, hearth_error *error)
{
    struct call *call = session_find(session, number);
    struct reply *first;
    hearth_step outcome;

    if (call == NULL) {
        fault(error, HEARTH_NO_SUCH_CALL, NULL, "The call does not exist, or has ended.");
        return HEARTH_FAILED;
    }
    call->consumed += call->in_hand;
    call->in_hand = 0;
    session_grant(session, call);
    first = call->first;
    if (first != NULL) {
        call->first = first->next;
        if (call->first == NULL)
            call->last = NULL;
        call->taken = true;
        *reply = &first->content;
        if (call_is_stream(call)) {
            call->in_hand = first->bytes;
        } else {
            session_remove_call(session, call);
        }
        return HEARTH_REPLY;
    }
    if (!call->ended)
        return HEARTH_PENDING;
    outcome = call->outcome;
    if (outcome == HEARTH_FAILED && error != NULL)
        *error = call->error;
    session_remove_call(session, call);
    return outcome;
}

uint64_t session_ready(struct session *session)
{
    for (size_t i = 0; i < session->count; i++)
        if (session->calls[i]->first != NULL || session->calls[i]->ended)
            return session->calls[i]->number;
    for (size_t i = 0; i < session->count; i++) {
        session->calls[i]->consumed += session->calls[i]->in_hand;
        session->calls[i]->in_hand = 0;
        session_grant(session, session->calls[i]);
    }
    return 0;
}

void session_cancel(struct session *session, uint64_t number)
{
    struct call *call = session_find(session, number);
    size_t left;

    /* What may have happened on another connection cannot be taken back; its answer comes. */
    if (call == NULL || call->ended || call->cancelled || call->again)
        return;
    call->cancelled = true;
    left = session->output_count;
    session_unsend(session, call);
    left -= session->output_count; /* frames that were taken back */
    call->queued -= left;
    /* If the server has something of it, it answers: all but a save that is not whole with the usual reply. */
    if (session->state != OPEN || call->queued == 0 || !session_send_cancel(session, number))
        call_end(call, HEARTH_CANCELLED, NULL);
}

void session_drop(struct session *session, uint64_t number)
{
    struct call *call = session_find(session, number);

    if (call == NULL)
        return;
    session_cancel(session, number);
    session_unsend(session, call);
    session_remove_call(session, call);
}
