/* The functions that begin calls about background delivery. */
#include "encode.h"
#include "request.h"
#include "text.h"

static bool encode_launch(struct arena *arena, const hearth_launch *from, PB(BackgroundLaunch) *to,
                          const struct place *place, hearth_error *error)
{
    to->command = arena_array(arena, from->word_count, sizeof *to->command);
    if (to->command == NULL)
        return fault_no_memory(error);
    to->n_command = from->word_count;
    for (size_t i = 0; i < from->word_count; i++)
        if (!request_text(from->command[i], &to->command[i], AT_INDEX(place, "command", i), error))
            return false;
    to->time_limit_seconds = from->time_limit_seconds;
    to->fallback = from->fallback;
    return request_text(from->working_directory, &to->working_directory, AT(place, "working_directory"), error)
        && request_text(from->systemd_unit, &to->systemd_unit, AT(place, "systemd_unit"), error);
}

static bool encode_background(struct arena *arena, const hearth_background *from, PB(BackgroundDelivery) *to,
                              PB(BackgroundLaunch) *launch, hearth_error *error)
{
    const struct place *place = AT(NULL, "background_delivery");
    PB(BackgroundRegistration) *enabled = arena_array(arena, from->enable_count, sizeof *enabled);

    to->enable = arena_array(arena, from->enable_count, sizeof *to->enable);
    to->disable = arena_array(arena, from->disable_count, sizeof *to->disable);
    if (enabled == NULL || to->enable == NULL || to->disable == NULL)
        return fault_no_memory(error);
    to->n_enable = from->enable_count;
    to->n_disable = from->disable_count;
    to->disable_all = from->disable_all;
    for (size_t i = 0; i < from->enable_count; i++) {
        to->enable[i] = &enabled[i];
        hearth__v1__background_registration__init(&enabled[i]);
        if (!text_check(from->enable[i].type, TEXT_BYTES, false, AT(AT_INDEX(place, "enable", i), "type"), error))
            return false;
        enabled[i].type = encode_text(from->enable[i].type);
        enabled[i].frequency = (PB(UpdateFrequency))from->enable[i].frequency;
    }
    for (size_t i = 0; i < from->disable_count; i++) {
        if (!text_check(from->disable[i], TEXT_BYTES, false, AT_INDEX(place, "disable", i), error))
            return false;
        to->disable[i] = encode_text(from->disable[i]);
    }
    return from->launch == NULL
        || (encode_launch(arena, from->launch, launch, AT(place, "launch"), error) && (to->launch = launch) != NULL);
}

uint64_t hearth_start_background(hearth_client *client, const hearth_background *background, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(BackgroundDelivery) request = HEARTH__V1__BACKGROUND_DELIVERY__INIT;
    PB(BackgroundLaunch) launch = HEARTH__V1__BACKGROUND_LAUNCH__INIT;
    struct call *call;
    struct arena arena;
    uint64_t number = 0;

    arena_begin(&arena, 0, SIZE_MAX);
    if (background == NULL || encode_background(&arena, background, &request, &launch, error)) {
        call = session_new_call(&client->session, REQUEST(BACKGROUND_DELIVERY), error);
        message.request_case = REQUEST(BACKGROUND_DELIVERY);
        message.background_delivery = &request;
        if (call != NULL) {
            call->minor = request.launch != NULL ? 2 : 1;
            number = request_begin_message(client, &message, call, "background_delivery", error);
        }
    }
    arena_end(&arena);
    return number;
}

static bool encode_acknowledgement(struct arena *arena, const hearth_acknowledgement *from, PB(Acknowledge) *to,
                                   hearth_error *error)
{
    const struct place *place = AT(NULL, "acknowledge");

    if (from->anchor.length > sizeof from->anchor.bytes)
        return fault(error, HEARTH_LIMIT_EXCEEDED, AT(place, "anchor"), "An anchor has at most 64 bytes.");
    if (from->type_count == 0 && (from->cursor == NULL || from->cursor[0] == '\0'))
        return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "types"),
                     "Nothing is acknowledged without types and without a cursor: name the types that are done.");
    to->anchor.len = from->anchor.length;
    to->anchor.data = (uint8_t *)(uintptr_t)from->anchor.bytes;
    to->n_types = from->type_count;
    return request_types(arena, from->types, from->type_count, &to->types, place, "types", error)
        && request_text(from->cursor, &to->cursor, AT(place, "cursor"), error);
}

uint64_t hearth_start_acknowledge(hearth_client *client, const hearth_acknowledgement *acknowledgement,
                                  hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(Acknowledge) request = HEARTH__V1__ACKNOWLEDGE__INIT;
    struct call *call;
    struct arena arena;
    uint64_t number = 0;

    arena_begin(&arena, 0, SIZE_MAX);
    if (encode_acknowledgement(&arena, acknowledgement, &request, error)) {
        call = session_new_call(&client->session, REQUEST(ACKNOWLEDGE), error);
        message.request_case = REQUEST(ACKNOWLEDGE);
        message.acknowledge = &request;
        if (call != NULL) {
            call->minor = 2;
            number = request_begin_message(client, &message, call, "acknowledge", error);
        }
    }
    arena_end(&arena);
    return number;
}
