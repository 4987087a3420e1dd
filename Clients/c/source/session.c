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
    hello.minor = 1;
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

static void drop_output(struct session *session)
{
    for (size_t i = 0; i < session->output_count; i++)
        frame_release(session->output[session->output_first + i].frame);
    session->output_first = 0;
    session->output_count = 0;
    session->written = 0;
}

void session_end(struct session *session)
{
    drop_output(session);
    for (size_t i = 0; i < session->count; i++)
        call_free(session->calls[i]);
    free(session->calls);
    free(session->output);
    free(session->input);
    frame_release(session->hello);
    arena_end(&session->welcome_text);
    memset(session, 0, sizeof *session);
}

bool session_send(struct session *session, struct frame *frame, uint64_t call)
{
    if (frame == NULL)
        return false;
    if (session->output_first + session->output_count == session->output_room) {
        if (session->output_first > session->output_room / 2) {
            memmove(session->output, session->output + session->output_first,
                    session->output_count * sizeof *session->output);
        } else {
            size_t room = session->output_room == 0 ? 16 : 2 * session->output_room;
            struct outgoing *output = malloc(room * sizeof *output);

            if (output == NULL) {
                frame_release(frame);
                return false;
            }
            if (session->output_count > 0)
                memcpy(output, session->output + session->output_first, session->output_count * sizeof *output);
            free(session->output);
            session->output = output;
            session->output_room = room;
        }
        session->output_first = 0;
    }
    session->output[session->output_first + session->output_count++] = (struct outgoing){frame, call};
    return true;
}

/* Takes back what was not begun to be written. */
void session_unsend(struct session *session, const struct call *call)
{
    size_t kept = 0;

    for (size_t i = 0; i < session->output_count; i++) {
        struct outgoing one = session->output[session->output_first + i];

        if (one.call == call->number && (i > 0 || session->written == 0))
            frame_release(one.frame);
        else
            session->output[session->output_first + kept++] = one;
    }
    session->output_count = kept;
}

void session_send_call(struct session *session, struct call *call)
{
    if (call->minor > session->welcome.minor) {
        call_fail(call, HEARTH_UNIMPLEMENTED, "The server is too old for this request.");
        return;
    }
    for (size_t i = 0; i < call->frames.count; i++)
        if (call->frames.list[i]->length - PREFIX_BYTES > session->welcome.frame_bytes) {
            call_fail(call, HEARTH_FRAME_TOO_LARGE, "The request is larger than this server allows.");
            return;
        }
    for (; call->queued < call->frames.count; call->queued++)
        if (!session_send(session, frame_hold(call->frames.list[call->queued]), call->number)) {
            session_unsend(session, call);
            call_fail(call, HEARTH_NO_MEMORY, "There is not enough memory.");
            return;
        }
    call->account = session->welcome.initial_credit_bytes;
}

void session_connected(struct session *session)
{
    session->state = AWAITING_WELCOME;
    session->turned_away = false;
    session->input_first = 0;
    session->input_count = 0;
    drop_output(session);
    /* Without memory nothing is sent, and the server ends the connection in its time. */
    session_send(session, frame_hold(session->hello), 0);
}

void session_lost(struct session *session)
{
    hearth_error error;

    session->state = UNCONNECTED;
    drop_output(session);
    session->input_first = 0;
    session->input_count = 0;
    for (size_t i = 0; i < session->count; i++)
        if (!session->calls[i]->ended)
            call_lost(session->calls[i]);
    if (!session->reconnects) {
        fault(&error, HEARTH_NO_SERVER, NULL, "The connection to the server was lost.");
        session_fail(session, &error);
    }
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
    return call;
}

bool session_begin_call(struct session *session, struct call *call, hearth_error *error)
{
    if (session->count == session->room) {
        size_t room = session->room == 0 ? 16 : 2 * session->room;
        struct call **calls = realloc(session->calls, room * sizeof(struct call *));

        if (calls == NULL) {
            call_free(call);
            return fault_no_memory(error);
        }
        session->calls = calls;
        session->room = room;
    }
    session->newest = call->number;
    session->calls[session->count++] = call;
    if (session->state == OPEN)
        session_send_call(session, call);
    return true;
}

static void forget(struct session *session, const struct call *call)
{
    size_t i = index_of(session, call->number);

    memmove(session->calls + i, session->calls + i + 1, (session->count - i - 1) * sizeof *session->calls);
    session->count--;
}

hearth_step session_take(struct session *session, uint64_t number, const hearth_reply **reply, hearth_error *error)
{
    struct call *call = session_find(session, number);
    struct reply *first;
    hearth_step outcome;

    if (call == NULL) {
        fault(error, HEARTH_NO_SUCH_CALL, NULL, "There is no such call, or it has ended.");
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
            forget(session, call);
            call_free(call);
        }
        return HEARTH_REPLY;
    }
    if (!call->ended)
        return HEARTH_PENDING;
    outcome = call->outcome;
    if (outcome == HEARTH_FAILED && error != NULL)
        *error = call->error;
    forget(session, call);
    call_free(call);
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

bool session_send_cancel(struct session *session, uint64_t number)
{
    PB(ClientFrame) frame = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Cancel) cancel = HEARTH__V1__CANCEL__INIT;

    frame.call = number;
    frame.request_case = REQUEST(CANCEL);
    frame.cancel = &cancel;
    return session_send(session, frame_pack(&frame, NULL, NULL), 0);
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
    forget(session, call);
    call_free(call);
}
