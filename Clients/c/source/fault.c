#include "fault.h"

#include <stdio.h>
#include <string.h>

void fault_copy(char *to, size_t room, const char *text)
{
    size_t length = strlen(text);

    if (length >= room) {
        length = room - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(to, text, length);
    to[length] = 0;
}

static void write_place(char *text, size_t room, const struct place *place)
{
    size_t length;

    if (place == NULL)
        return;
    write_place(text, room, place->outer);
    length = strlen(text);
    if (place->index == NOT_LISTED)
        snprintf(text + length, room - length, "%s%s", length > 0 ? "." : "", place->name);
    else
        snprintf(text + length, room - length, "%s%s[%zu]", length > 0 ? "." : "", place->name, place->index);
}

bool fault(hearth_error *error, int32_t code, const struct place *place, const char *message)
{
    if (error != NULL) {
        memset(error, 0, sizeof *error);
        error->code = code;
        write_place(error->field, sizeof error->field, place);
        fault_copy(error->message, sizeof error->message, message);
    }
    return false;
}

bool fault_no_memory(hearth_error *error)
{
    return fault(error, HEARTH_NO_MEMORY, NULL, "Out of memory.");
}

const char *hearth_error_name(int32_t code)
{
    switch (code) {
    case HEARTH_NO_SERVER: return "NO_SERVER";
    case HEARTH_NOT_ALLOWED: return "NOT_ALLOWED";
    case HEARTH_INTERRUPTED: return "INTERRUPTED";
    case HEARTH_BAD_REPLY: return "BAD_REPLY";
    case HEARTH_NO_MEMORY: return "NO_MEMORY";
    case HEARTH_NO_SUCH_CALL: return "NO_SUCH_CALL";
    case HEARTH_HEALTH_DATA_UNAVAILABLE: return "HEALTH_DATA_UNAVAILABLE";
    case HEARTH_HEALTH_DATA_RESTRICTED: return "HEALTH_DATA_RESTRICTED";
    case HEARTH_INVALID_ARGUMENT: return "INVALID_ARGUMENT";
    case HEARTH_AUTHORIZATION_DENIED: return "AUTHORIZATION_DENIED";
    case HEARTH_AUTHORIZATION_NOT_DETERMINED: return "AUTHORIZATION_NOT_DETERMINED";
    case HEARTH_DATABASE_INACCESSIBLE: return "DATABASE_INACCESSIBLE";
    case HEARTH_USER_CANCELED: return "USER_CANCELED";
    case HEARTH_ANOTHER_WORKOUT_SESSION_STARTED: return "ANOTHER_WORKOUT_SESSION_STARTED";
    case HEARTH_USER_EXITED_WORKOUT_SESSION: return "USER_EXITED_WORKOUT_SESSION";
    case HEARTH_REQUIRED_AUTHORIZATION_DENIED: return "REQUIRED_AUTHORIZATION_DENIED";
    case HEARTH_NO_DATA: return "NO_DATA";
    case HEARTH_WORKOUT_ACTIVITY_NOT_ALLOWED: return "WORKOUT_ACTIVITY_NOT_ALLOWED";
    case HEARTH_DATA_SIZE_EXCEEDED: return "DATA_SIZE_EXCEEDED";
    case HEARTH_BACKGROUND_WORKOUT_SESSION_NOT_ALLOWED: return "BACKGROUND_WORKOUT_SESSION_NOT_ALLOWED";
    case HEARTH_NOT_PERMISSIBLE_FOR_GUEST_USER_MODE: return "NOT_PERMISSIBLE_FOR_GUEST_USER_MODE";
    case HEARTH_MALFORMED_FRAME: return "MALFORMED_FRAME";
    case HEARTH_FRAME_TOO_LARGE: return "FRAME_TOO_LARGE";
    case HEARTH_VERSION_UNSUPPORTED: return "VERSION_UNSUPPORTED";
    case HEARTH_HANDSHAKE_REQUIRED: return "HANDSHAKE_REQUIRED";
    case HEARTH_HANDSHAKE_TIMEOUT: return "HANDSHAKE_TIMEOUT";
    case HEARTH_PROTOCOL_VIOLATION: return "PROTOCOL_VIOLATION";
    case HEARTH_UNIMPLEMENTED: return "UNIMPLEMENTED";
    case HEARTH_LIMIT_EXCEEDED: return "LIMIT_EXCEEDED";
    case HEARTH_SHUTTING_DOWN: return "SHUTTING_DOWN";
    case HEARTH_UNKNOWN_TYPE: return "UNKNOWN_TYPE";
    case HEARTH_INCOMPATIBLE_UNIT: return "INCOMPATIBLE_UNIT";
    case HEARTH_MALFORMED_COLUMN: return "MALFORMED_COLUMN";
    case HEARTH_MALFORMED_TEXT: return "MALFORMED_TEXT";
    case HEARTH_VALUE_OUT_OF_RANGE: return "VALUE_OUT_OF_RANGE";
    case HEARTH_MALFORMED_PREDICATE: return "MALFORMED_PREDICATE";
    case HEARTH_IDENTIFIER_CONFLICT: return "IDENTIFIER_CONFLICT";
    case HEARTH_OBJECT_NOT_FOUND: return "OBJECT_NOT_FOUND";
    case HEARTH_WORKOUT_NOT_FOUND: return "WORKOUT_NOT_FOUND";
    case HEARTH_NOT_OWNER: return "NOT_OWNER";
    case HEARTH_ANCHOR_CORRUPT: return "ANCHOR_CORRUPT";
    case HEARTH_ANCHOR_OF_OTHER_STORE: return "ANCHOR_OF_OTHER_STORE";
    case HEARTH_ANCHOR_IN_FUTURE: return "ANCHOR_IN_FUTURE";
    case HEARTH_ANCHOR_EXPIRED: return "ANCHOR_EXPIRED";
    case HEARTH_STORAGE_FULL: return "STORAGE_FULL";
    case HEARTH_STORAGE_FAILED: return "STORAGE_FAILED";
    case HEARTH_STORAGE_CORRUPT: return "STORAGE_CORRUPT";
    default: return "UNKNOWN";
    }
}
