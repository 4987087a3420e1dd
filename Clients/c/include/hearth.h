/* Hearth's C client: saves, reads and follows the health data of a machine. It speaks version 1.7 of the protocol.
 * Calls that are newer than the server's version ("since 1.2") fail with HEARTH_UNIMPLEMENTED.
 *
 * Protocol/PROTOCOL.md defines the requests and the values; this header names them in C. One client is one
 * connection with any number of calls on it. It is used by one thread at a time, has no threads of its own and no
 * globals. The client reconnects a lost connection, and calls continue as hearth(3) describes.
 *
 * Conventions:
 *   - A time is nanoseconds since 1970-01-01T00:00:00Z. A text is UTF-8 and ends with NUL.
 *   - A column is an array of `count` elements; NULL is a column that is left out, where its comment allows that.
 *   - What is passed in stays the caller's and is not looked at after the function has returned.
 *   - What a reply points to lives until hearth_reply_free.
 *   - `error` may be NULL, and is written only when a function fails.
 */
#ifndef HEARTH_H
#define HEARTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#define HEARTH_API __attribute__((visibility("default")))

/* ------------------------------------------------------------------------------------------------------- errors */

/* Codes from 0 on are those of Protocol/ERRORS.md, from server or client; those below 0 are the client's own. */
enum {
    HEARTH_NO_SERVER = -1,    /* none runs, or none answered within the client's patience */
    HEARTH_NOT_ALLOWED = -2,  /* the server closed without an answer: it belongs to another user */
    HEARTH_INTERRUPTED = -3,  /* the connection was lost during a query, which cannot continue */
    HEARTH_BAD_REPLY = -4,    /* the server sent what the protocol does not allow; `field` says where */
    HEARTH_NO_MEMORY = -5,    /* memory or descriptors are used up */
    HEARTH_NO_SUCH_CALL = -6, /* the number is not that of an open call: it has ended, or never was */

    HEARTH_UNKNOWN = 0, HEARTH_HEALTH_DATA_UNAVAILABLE, HEARTH_HEALTH_DATA_RESTRICTED, HEARTH_INVALID_ARGUMENT,
    HEARTH_AUTHORIZATION_DENIED, HEARTH_AUTHORIZATION_NOT_DETERMINED, HEARTH_DATABASE_INACCESSIBLE,
    HEARTH_USER_CANCELED, HEARTH_ANOTHER_WORKOUT_SESSION_STARTED, HEARTH_USER_EXITED_WORKOUT_SESSION,
    HEARTH_REQUIRED_AUTHORIZATION_DENIED, HEARTH_NO_DATA, HEARTH_WORKOUT_ACTIVITY_NOT_ALLOWED,
    HEARTH_DATA_SIZE_EXCEEDED, HEARTH_BACKGROUND_WORKOUT_SESSION_NOT_ALLOWED,
    HEARTH_NOT_PERMISSIBLE_FOR_GUEST_USER_MODE,
    HEARTH_MALFORMED_FRAME = 100, HEARTH_FRAME_TOO_LARGE, HEARTH_VERSION_UNSUPPORTED,
    HEARTH_HANDSHAKE_REQUIRED, HEARTH_HANDSHAKE_TIMEOUT, HEARTH_PROTOCOL_VIOLATION, HEARTH_UNIMPLEMENTED,
    HEARTH_LIMIT_EXCEEDED, HEARTH_SHUTTING_DOWN, HEARTH_UNKNOWN_TYPE = 120,
    HEARTH_INCOMPATIBLE_UNIT, HEARTH_MALFORMED_COLUMN, HEARTH_MALFORMED_TEXT, HEARTH_VALUE_OUT_OF_RANGE,
    HEARTH_MALFORMED_PREDICATE, HEARTH_IDENTIFIER_CONFLICT = 140, HEARTH_OBJECT_NOT_FOUND, HEARTH_WORKOUT_NOT_FOUND,
    HEARTH_NOT_OWNER, HEARTH_ANCHOR_CORRUPT = 160, HEARTH_ANCHOR_OF_OTHER_STORE, HEARTH_ANCHOR_IN_FUTURE,
    HEARTH_ANCHOR_EXPIRED, HEARTH_STORAGE_FULL = 180, HEARTH_STORAGE_FAILED, HEARTH_STORAGE_CORRUPT
};

/* Why something failed. Never with a health value: both texts may be logged. */
typedef struct {
    int32_t code;       /* what programs act on; an unknown one is to be treated like HEARTH_UNKNOWN */
    char field[160];    /* the field at fault, for example `save.columns[2].starts[17]`; "": none */
    char message[512];  /* what people read */
    uint32_t lowest_major, highest_major, highest_minor; /* with HEARTH_VERSION_UNSUPPORTED: what the server speaks */
} hearth_error;

/* The name of a code as in ERRORS.md, for example "UNKNOWN_TYPE"; "UNKNOWN" for a code that is not known. */
HEARTH_API const char *hearth_error_name(int32_t code);

/* ------------------------------------------------------------------------------------------------------- values */

typedef struct { uint8_t bytes[16]; } hearth_uuid;                   /* in the order in which its text reads */
typedef struct { size_t length; uint8_t bytes[64]; } hearth_anchor;  /* a place in a store's history; length 0: none */
typedef struct { uint32_t major, minor, patch; } hearth_version;     /* 12.4.1 */

enum { /* kinds of metadata values */
    HEARTH_TEXT = 2, HEARTH_INTEGER, HEARTH_NUMBER, HEARTH_BOOLEAN, HEARTH_DATE, HEARTH_QUANTITY
};
typedef struct {
    const char *key;
    int kind; /* one of the above; 0, in replies: of a kind that this client does not know */
    union {
        const char *text; int64_t integer; double number; bool boolean; int64_t date;
        struct { double value; const char *unit; } quantity;
    };
} hearth_metadata_entry;
typedef struct { const hearth_metadata_entry *entries; size_t count; } hearth_metadata;

/* A device that measures. NULL: the property is absent, which differs from "". */
typedef struct {
    const char *name, *manufacturer, *model, *hardware_version, *firmware_version, *software_version;
    const char *local_identifier, *udi_device_identifier;
} hearth_device;

/* Where a sample comes from. In a save leave out all but the device: the server fills in the app. The owner's own tool
 * alone, the program that is the server, too, saves on behalf of other apps: it sets all but `owner`, which the server
 * fills in. Since 1.4. */
typedef struct {
    const char *bundle_identifier, *name, *version, *product_type; /* NULL: not known */
    bool has_system;
    hearth_version system;
    const hearth_device *device; /* NULL: not known */
    const char *owner;           /* the app that saved it on behalf of the source, and may delete it; NULL: the source */
} hearth_provenance;

/* ------------------------------------------------------------------------------------------------------ samples */

/* The quantities of series, one series after the other. `lengths` has an element for each sample. */
typedef struct {
    const uint32_t *lengths; /* NULL: no points are carried */
    size_t count;            /* points, the sum of the lengths */
    const int64_t *starts, *ends; /* ends NULL: equal to the starts */
    const double *values;
} hearth_points;

/* A percentage is a fraction: 97 % is the value 0.97 with the unit "%". A mole has its molar mass: blood glucose of
 * 5.5 mmol/L is the value 5.5 with HEARTH_MMOL_PER_LITER_OF_GLUCOSE. Protocol/TYPES.md lists the types with their units. */
#define HEARTH_MMOL_PER_LITER_OF_GLUCOSE "mmol<180.1558800000541>/L"

typedef struct {
    const double *values;
    const char *unit;      /* NULL or "", in requests: the type's storage unit */
    const int64_t *counts; /* NULL: 1 each */
    const double *minimums, *maximums, *most_recents;          /* NULL: equal to the values */
    const int64_t *most_recent_starts, *most_recent_ends;      /* NULL: equal to the samples' times */
    hearth_points points;
} hearth_quantity_columns;

typedef struct { const int64_t *values; } hearth_category_columns;

typedef struct {
    const uint32_t *lengths;    /* how many members each correlation has */
    const hearth_uuid *members; /* one correlation's after the other's */
    size_t member_count;
} hearth_correlation_columns;

typedef struct { double value; int64_t start, end; } hearth_most_recent;
typedef struct {
    const char *type;
    int64_t start, end;
    bool has_sum, has_average, has_minimum, has_maximum, has_most_recent;
    double sum, average, minimum, maximum;
    hearth_most_recent most_recent;
} hearth_statistics;

typedef struct { int32_t type; int64_t start, end; hearth_metadata metadata; } hearth_workout_event;
typedef struct {
    hearth_uuid uuid;
    uint32_t activity_type;
    int32_t location, swimming_location;
    bool has_lap_length, has_end;
    double lap_length; /* metres */
    int64_t start, end;
    double duration;   /* seconds without pauses */
    hearth_metadata metadata;
    const hearth_statistics *statistics;
    size_t statistics_count;
} hearth_workout_activity;
typedef struct {
    bool has_energy_burned, has_distance, has_swimming_strokes, has_flights_climbed;
    double energy_burned, distance, swimming_strokes, flights_climbed; /* kilocalories, metres, counts */
    const hearth_workout_event *events;
    size_t event_count;
    const hearth_workout_activity *activities;
    size_t activity_count;
    const hearth_statistics *statistics;
    size_t statistics_count;
} hearth_workout_detail;
typedef struct {
    const uint32_t *activity_types;
    const double *durations;              /* NULL: end minus start */
    const hearth_workout_detail *details; /* NULL: none has any */
} hearth_workout_columns;

/* `lengths`: locations carried for each route; NULL: none. `counts`: those that it has, in replies; NULL: the lengths
 * say it. NULL of the others but the first three: not known. */
typedef struct {
    const uint32_t *lengths;
    const int64_t *counts;
    size_t location_count; /* the sum of the lengths */
    const int64_t *timestamps;
    const double *latitudes, *longitudes, *altitudes, *horizontal_accuracies, *vertical_accuracies;
    const double *speeds, *courses, *speed_accuracies, *course_accuracies;
} hearth_route_columns;

typedef struct {
    const uint32_t *lengths; /* beats carried for each series; NULL: none */
    const int64_t *counts;   /* those that it has, in replies; NULL: the lengths say it */
    size_t beat_count;       /* the sum of the lengths */
    const double *offsets;   /* seconds since the sample's start */
    const uint8_t *gaps;     /* 1: a gap precedes the beat; NULL: none does */
} hearth_heartbeat_columns;

enum { /* names of what records have; RECORDS.md says which types have which, hearth.proto what each means, with its unit */
    HEARTH_ATTRIBUTE_CLASSIFICATION = 1, HEARTH_ATTRIBUTE_SYMPTOMS_STATUS, HEARTH_ATTRIBUTE_AVERAGE_HEART_RATE,
    HEARTH_ATTRIBUTE_SAMPLING_FREQUENCY, HEARTH_ATTRIBUTE_SYMPTOMS,
    HEARTH_ATTRIBUTE_FREQUENCIES = 10, HEARTH_ATTRIBUTE_EARS, HEARTH_ATTRIBUTE_SENSITIVITIES,
    HEARTH_ATTRIBUTE_CONDUCTION_TYPES, HEARTH_ATTRIBUTE_MASKED, HEARTH_ATTRIBUTE_CLAMPINGS,
    HEARTH_ATTRIBUTE_CLAMPING_LOWER_BOUNDS, HEARTH_ATTRIBUTE_CLAMPING_UPPER_BOUNDS,
    HEARTH_ATTRIBUTE_MIND_KIND = 20, HEARTH_ATTRIBUTE_VALENCE, HEARTH_ATTRIBUTE_LABELS, HEARTH_ATTRIBUTE_ASSOCIATIONS,
    HEARTH_ATTRIBUTE_PRESCRIPTION_TYPE = 30, HEARTH_ATTRIBUTE_EXPIRATION, HEARTH_ATTRIBUTE_BRAND,
    HEARTH_ATTRIBUTE_RIGHT_SPHERE = 40, HEARTH_ATTRIBUTE_RIGHT_CYLINDER, HEARTH_ATTRIBUTE_RIGHT_AXIS,
    HEARTH_ATTRIBUTE_RIGHT_ADD_POWER, HEARTH_ATTRIBUTE_RIGHT_VERTEX_DISTANCE,
    HEARTH_ATTRIBUTE_RIGHT_FAR_PUPILLARY_DISTANCE, HEARTH_ATTRIBUTE_RIGHT_NEAR_PUPILLARY_DISTANCE,
    HEARTH_ATTRIBUTE_RIGHT_BASE_CURVE, HEARTH_ATTRIBUTE_RIGHT_DIAMETER, HEARTH_ATTRIBUTE_RIGHT_PRISM,
    HEARTH_ATTRIBUTE_RIGHT_PRISM_BASES,
    HEARTH_ATTRIBUTE_LEFT_SPHERE = 60, HEARTH_ATTRIBUTE_LEFT_CYLINDER, HEARTH_ATTRIBUTE_LEFT_AXIS,
    HEARTH_ATTRIBUTE_LEFT_ADD_POWER, HEARTH_ATTRIBUTE_LEFT_VERTEX_DISTANCE,
    HEARTH_ATTRIBUTE_LEFT_FAR_PUPILLARY_DISTANCE, HEARTH_ATTRIBUTE_LEFT_NEAR_PUPILLARY_DISTANCE,
    HEARTH_ATTRIBUTE_LEFT_BASE_CURVE, HEARTH_ATTRIBUTE_LEFT_DIAMETER, HEARTH_ATTRIBUTE_LEFT_PRISM,
    HEARTH_ATTRIBUTE_LEFT_PRISM_BASES,
    HEARTH_ATTRIBUTE_ANSWERS = 80,
    HEARTH_ATTRIBUTE_LOG_STATUS = 90, HEARTH_ATTRIBUTE_SCHEDULE_TYPE, HEARTH_ATTRIBUTE_MEDICATION,
    HEARTH_ATTRIBUTE_DOSE_QUANTITY, HEARTH_ATTRIBUTE_SCHEDULED_DOSE_QUANTITY, HEARTH_ATTRIBUTE_DOSE_UNIT,
    HEARTH_ATTRIBUTE_SCHEDULED_DATE,
    HEARTH_ATTRIBUTE_NICKNAME = 100, HEARTH_ATTRIBUTE_ARCHIVED, HEARTH_ATTRIBUTE_HAS_SCHEDULE,
    HEARTH_ATTRIBUTE_DISPLAY_TEXT, HEARTH_ATTRIBUTE_GENERAL_FORM, HEARTH_ATTRIBUTE_CODING_SYSTEMS,
    HEARTH_ATTRIBUTE_CODING_CODES, HEARTH_ATTRIBUTE_CODING_VERSIONS,
    HEARTH_ATTRIBUTE_DISPLAY_NAME = 110, HEARTH_ATTRIBUTE_FHIR_RESOURCE_TYPE, HEARTH_ATTRIBUTE_FHIR_IDENTIFIER,
    HEARTH_ATTRIBUTE_FHIR_VERSION, HEARTH_ATTRIBUTE_SOURCE_URL,
    HEARTH_ATTRIBUTE_TITLE = 120, HEARTH_ATTRIBUTE_PATIENT_NAME, HEARTH_ATTRIBUTE_AUTHOR_NAME,
    HEARTH_ATTRIBUTE_CUSTODIAN_NAME
};
/* A value of a record, or several: in the column that RECORDS.md names for it. The other three are NULL. */
typedef struct {
    int name;     /* HEARTH_ATTRIBUTE_...; in replies also one that this client does not know, which has no values */
    size_t count; /* of values, at least 1 */
    const int64_t *integers;
    const double *numbers;
    const char *const *texts;
    const hearth_uuid *uuids;
} hearth_attribute;
typedef struct {
    const hearth_attribute *attributes; /* by their names' numbers, each name once */
    size_t count;
} hearth_record;
/* Samples of kinds with a few values: electrocardiograms, audiograms, states of mind, prescriptions, questionnaires,
 * medications, clinical records, documents. Some types have a series besides. Since 1.4. */
typedef struct {
    const hearth_record *records; /* one for each sample */
    const uint32_t *lengths;      /* elements carried of each series, all or 0; NULL: none, or the type has no series */
    const int64_t *counts;        /* those that it has, in replies; NULL: the lengths say it, or the type has no series */
    size_t element_count;         /* the sum of the lengths */
    const double *voltages;       /* microvolts, of one electrocardiogram after the other */
    const uint8_t *contents;      /* bytes, of one document after the other */
} hearth_record_columns;

enum { /* what samples hold */
    HEARTH_QUANTITIES = 10, HEARTH_CATEGORIES, HEARTH_CORRELATIONS, HEARTH_WORKOUTS, HEARTH_ROUTES, HEARTH_HEARTBEATS,
    HEARTH_RECORDS
};

/* `count` samples of one type, to save or as read. A dictionary (provenances, metadata) holds each different entry
 * once, its indexes say which one a sample has; NULL indexes: the only entry holds for all, or there is none. */
typedef struct {
    const char *type; /* for example "HKQuantityTypeIdentifierHeartRate" */
    size_t count;
    const hearth_uuid *uuids;
    const int64_t *starts;
    const int64_t *ends; /* NULL: equal to the starts */
    const hearth_provenance *provenances;
    size_t provenance_count;
    const uint32_t *provenance_indexes;
    const hearth_metadata *metadata;
    size_t metadata_count;
    const uint32_t *metadata_indexes;
    int kind; /* one of the above, says which member below is set; 0, in replies: one that this client does not know */
    union {
        hearth_quantity_columns quantity;
        hearth_category_columns category;
        hearth_correlation_columns correlation;
        hearth_workout_columns workout;
        hearth_route_columns route;
        hearth_heartbeat_columns heartbeat;
        hearth_record_columns record;
    };
} hearth_columns;

/* The entry of a dictionary that a sample has; NULL: none. */
HEARTH_API const hearth_provenance *hearth_provenance_of(const hearth_columns *columns, size_t row);
HEARTH_API const hearth_metadata *hearth_metadata_of(const hearth_columns *columns, size_t row);
/* What a sample that is a record has under a name; NULL: nothing. */
HEARTH_API const hearth_attribute *hearth_attribute_of(const hearth_columns *columns, size_t row, int name);

/* --------------------------------------------------------------------------------------------------- predicates */

enum { /* what is compared and sorted by; hearth.proto says which take integers and which numbers */
    HEARTH_START_DATE = 1, HEARTH_END_DATE, HEARTH_COUNT, HEARTH_VALUE = 10, HEARTH_VALUE_SUM, HEARTH_VALUE_AVERAGE,
    HEARTH_VALUE_MINIMUM, HEARTH_VALUE_MAXIMUM, HEARTH_VALUE_MOST_RECENT, HEARTH_MOST_RECENT_START,
    HEARTH_MOST_RECENT_END, HEARTH_MOST_RECENT_DURATION, HEARTH_CATEGORY_VALUE = 20,
    HEARTH_WORKOUT_ACTIVITY_TYPE = 30, HEARTH_WORKOUT_DURATION, HEARTH_WORKOUT_ENERGY_BURNED, HEARTH_WORKOUT_DISTANCE,
    HEARTH_WORKOUT_SWIMMING_STROKES, HEARTH_WORKOUT_FLIGHTS_CLIMBED, HEARTH_WORKOUT_SUM, HEARTH_WORKOUT_AVERAGE,
    HEARTH_WORKOUT_MINIMUM, HEARTH_WORKOUT_MAXIMUM, HEARTH_ACTIVITY_TYPE = 50, HEARTH_ACTIVITY_DURATION,
    HEARTH_ACTIVITY_START_DATE, HEARTH_ACTIVITY_END_DATE, HEARTH_ACTIVITY_SUM, HEARTH_ACTIVITY_AVERAGE,
    HEARTH_ACTIVITY_MINIMUM, HEARTH_ACTIVITY_MAXIMUM
};
enum { /* relations; the last three are for texts of metadata and of records */
    HEARTH_LESS = 1, HEARTH_LESS_OR_EQUAL, HEARTH_EQUAL, HEARTH_NOT_EQUAL, HEARTH_GREATER, HEARTH_GREATER_OR_EQUAL,
    HEARTH_CONTAINS, HEARTH_BEGINS_WITH, HEARTH_ENDS_WITH
};
enum { /* operators: they take the last `operands` tests as one */
    HEARTH_ALL_OF = 1, HEARTH_ANY_OF, HEARTH_NONE_OF, HEARTH_ANY_ACTIVITY = 17
};
enum { HEARTH_STRICT_START = 1, HEARTH_STRICT_END = 2 };

/* A condition on samples, as tests and operators in postfix order. All functions that add to one copy what they are
 * given. The first fault (a text that is none, an operator without its operands, no memory) is kept, and reported by
 * the request that uses the predicate. */
typedef struct hearth_predicate hearth_predicate;
HEARTH_API hearth_predicate *hearth_predicate_new(void); /* never NULL: a lack of memory is a fault, too */
HEARTH_API void hearth_predicate_free(hearth_predicate *predicate);
HEARTH_API void hearth_where_operator(hearth_predicate *, int operator_, uint32_t operands);
HEARTH_API void hearth_where_constant(hearth_predicate *, bool holds);
/* Overlaps the half-open interval, or lies in it with its start, its end (flags). NULL: open on that side. */
HEARTH_API void hearth_where_interval(hearth_predicate *, const int64_t *start, const int64_t *end, int flags);
/* A field with a whole number or a time; with a quantity or seconds. `unit` and `type` may be NULL. */
HEARTH_API void hearth_where_integer(hearth_predicate *, int field, int relation, int64_t value);
HEARTH_API void hearth_where_number(hearth_predicate *, int field, int relation, double value, const char *unit,
                                    const char *type);
HEARTH_API void hearth_where_uuids(hearth_predicate *, const hearth_uuid *uuids, size_t count);
HEARTH_API void hearth_where_metadata_key(hearth_predicate *, const char *key);
HEARTH_API void hearth_where_metadata(hearth_predicate *, int relation, const hearth_metadata_entry *, size_t count);
HEARTH_API void hearth_where_sources(hearth_predicate *, const char *const *bundle_identifiers, size_t count);
/* Versions of apps: `any_...` leaves a property open, else NULL (no `has_system`) means that it is absent. */
typedef struct {
    const char *bundle_identifier, *version, *product_type;
    bool any_version, any_product_type, any_system, has_system;
    hearth_version system;
} hearth_revision;
HEARTH_API void hearth_where_revisions(hearth_predicate *, const hearth_revision *, size_t count);
HEARTH_API void hearth_where_devices(hearth_predicate *, const hearth_device *, size_t count);
/* One property of the device (1 to 8, in the order of hearth_device) is one of these; without any: is absent. */
HEARTH_API void hearth_where_device_property(hearth_predicate *, int property, const char *const *, size_t count);
HEARTH_API void hearth_where_in_workout(hearth_predicate *, hearth_uuid workout);
HEARTH_API void hearth_where_in_correlation(hearth_predicate *, hearth_uuid correlation);
HEARTH_API void hearth_where_correlated(hearth_predicate *, bool correlated);
/* One of a record's values under the name has the relation to one of these values, of which there are at most 256. A
 * record that has none matches HEARTH_NOT_EQUAL only. Since 1.4. */
HEARTH_API void hearth_where_attribute(hearth_predicate *, int relation, const hearth_attribute *values);

/* ----------------------------------------------------------------------------------------------------- requests */

/* The samples of a type that match a predicate. `predicate` NULL: all; `unit` NULL: the type's storage unit. */
typedef struct { const char *type; const hearth_predicate *predicate; const char *unit; } hearth_clause;
typedef struct { int field; bool descending; } hearth_sort_key;

typedef struct {
    const hearth_clause *clauses; /* at least one */
    size_t clause_count;
    const hearth_sort_key *order; /* none: by start, ascending */
    size_t order_count;
    uint64_t limit;               /* 0: all */
    bool include_series;          /* with points, locations, beats, voltages and the contents of documents */
} hearth_query;

typedef struct {
    const hearth_clause *clauses; /* none: every sample of every type */
    size_t clause_count;
    hearth_anchor anchor;         /* where to begin; length 0: where the cursor stands, or with the state */
    uint64_t limit;               /* 0: all; not together with `follow` */
    bool follow;                  /* continue until hearth_cancel */
    bool include_series;
    const char *cursor;           /* a place that the server keeps for the app under this name; NULL: none. Since 1.2 */
} hearth_change_query;

/* What does not change from day to day, with HealthKit's numbers; 0: not set. In a request what has no `has_...` stays
 * as it is, and 0 (a date: 0, 0, 0) clears. */
typedef struct {
    bool has_date_of_birth, has_biological_sex, has_blood_type, has_skin_type, has_wheelchair_use, has_move_mode;
    struct { uint32_t year, month, day; } date_of_birth;
    uint32_t biological_sex, blood_type, skin_type, wheelchair_use, move_mode;
} hearth_characteristics;

typedef struct { const char *type; int32_t frequency; } hearth_registration; /* 1 at once, 2 hourly, 3 daily, 4 weekly */

/* How the server starts the app when there is news for it and it does not run: by a command or by a unit of systemd's.
 * Protocol/BACKGROUND.md describes what the app does then. Since 1.2. */
typedef struct {
    const char *const *command;    /* the program, by its absolute path, and its arguments, which no shell reads */
    size_t word_count;
    const char *working_directory; /* an absolute path; NULL: "/". Only with a command */
    const char *systemd_unit;      /* NULL: a command */
    uint32_t time_limit_seconds;   /* how long the app may take for a delivery; 0: 30 */
    bool fallback;                 /* what the app's package has installed comes first */
} hearth_launch;
typedef struct {
    const hearth_registration *enable;
    size_t enable_count;
    const char *const *disable;
    size_t disable_count;
    bool disable_all; /* clears every type that is not in `enable` */
    const hearth_launch *launch; /* NULL: as was said before */
} hearth_background;

/* What the app has dealt with: all changes to `types` up to `anchor`, that of a notice or a batch. The cursor moves on
 * to the anchor, and never back. Without an anchor and types the cursor is forgotten. One without types and a cursor is
 * refused: the first notice of an observation names no types. Since 1.2. */
typedef struct {
    hearth_anchor anchor;
    const char *const *types;
    size_t type_count;
    const char *cursor; /* NULL: none */
} hearth_acknowledgement;

/* Asks what the app may do, by the rules of Protocol/ACCESS.md. Since 1.7. */
typedef struct {
    const char *const *share; /* types that it wants to save: of correlations those of the members */
    size_t share_count;
    const char *const *read;  /* types that it wants to read, also of characteristics */
    size_t read_count;
    bool request;             /* ask the owner for what is not decided, and wait for the answer, for two minutes at most */
    const char *share_usage;  /* why the app wants to save, in its own words, for the owner; NULL: not said */
    const char *read_usage;   /* why it wants to read */
} hearth_authorization;

enum { /* whether an app may save; 0: it did not ask */
    HEARTH_PERMISSION_UNDETERMINED = 1, HEARTH_PERMISSION_ALLOWED, HEARTH_PERMISSION_DENIED
};

enum { /* what statistics compute; combined with | */
    HEARTH_SUM = 1,          /* of cumulative types only */
    HEARTH_AVERAGE = 2,      /* this and the next two: of discrete types only */
    HEARTH_MINIMUM = 4,
    HEARTH_MAXIMUM = 8,
    HEARTH_MOST_RECENT = 16, /* the latest quantity */
    HEARTH_DURATION = 32     /* the time that is covered */
};

/* Statistics of the samples of a quantity type, by the rules of Protocol/STATISTICS.md. Since 1.3. */
typedef struct {
    const hearth_clause *clauses; /* at least one; all of one type, and of one unit */
    size_t clause_count;
    unsigned statistics;          /* HEARTH_SUM and so on. Counts and times always come */
    const int64_t *edges;         /* what bounds the buckets, ascending: days are those of the app's own calendar */
    size_t edge_count;            /* 2 to 65,537; 0: one bucket, which holds all that matches */
    bool by_source;               /* also of each source by itself */
    bool follow;                  /* continue with the buckets that change, until hearth_cancel */
} hearth_statistics_query;

/* ------------------------------------------------------------------------------------------------------ replies */

enum { /* kinds of replies */
    HEARTH_COMMITTED = 5, HEARTH_SAMPLES, HEARTH_CHANGES, HEARTH_NOTICE, HEARTH_SOURCES, HEARTH_CHARACTERISTICS,
    HEARTH_PONG, HEARTH_STATUS, HEARTH_REGISTRATIONS, HEARTH_ACKNOWLEDGED, HEARTH_STATISTICS = 16, HEARTH_SOURCE_RANKS,
    HEARTH_AUTHORIZATION_STATUS = 19
};

/* A write is durable. Without an anchor: a deletion that was repeated after its acknowledgement was lost. */
typedef struct { hearth_anchor anchor; uint64_t added, deleted, unchanged; } hearth_committed;

typedef struct {
    const hearth_columns *columns;
    size_t column_count;
    const hearth_columns *members; /* the samples that the correlations in `columns` contain */
    size_t member_count;
    const uint32_t *interleaving;  /* which of `columns` the next sample is from, for all; NULL: only one */
    size_t interleaving_count;
} hearth_samples;

typedef struct {
    size_t count;
    const hearth_uuid *uuids;
    const int64_t *times;
    const char *const *types;
    size_t type_count;
    const uint32_t *type_indexes;    /* NULL: the only type */
    const hearth_metadata *metadata; /* the two sync keys */
    size_t metadata_count;
    const uint32_t *metadata_indexes;
} hearth_deletions;

/* What to do to a copy: remove `deleted`, put `added` by UUID, then store `anchor`. */
typedef struct {
    const hearth_columns *added;
    size_t added_count;
    const hearth_columns *members;
    size_t member_count;
    hearth_deletions deleted;
    hearth_anchor anchor;
    bool caught_up;
} hearth_changes;

typedef struct { const char *const *types; size_t type_count; hearth_anchor anchor; } hearth_notice;
typedef struct { const char *bundle_identifier, *name; } hearth_source;
typedef struct {
    const hearth_source *list; /* by the bytes of the bundle identifiers */
    size_t count;
    bool more;                 /* of a page: more come after the last of these. Since 1.3 */
} hearth_sources;
typedef struct { const uint8_t *payload; size_t length; hearth_anchor anchor; int64_t time; } hearth_pong;

/* What the app may do with a type. Whether it may read what other apps have saved is not told. */
typedef struct {
    const char *type;
    int32_t share;          /* one of the above */
    bool read_undetermined; /* it asked about reading, and the owner has not decided: it reads its own samples */
    bool has_since;
    int64_t since;          /* of other apps it reads only samples that end then or later */
} hearth_type_authorization;
typedef struct { const hearth_type_authorization *list; size_t count; } hearth_authorization_status; /* each type once */

/* Statistics of buckets that hold something, or have changed. What was not asked for is NULL. */
typedef struct {
    size_t count;
    const uint32_t *buckets;      /* which bucket, ascending: the k-th begins at the k-th edge */
    const int64_t *counts;        /* quantities in it; 0: it holds nothing any more, and the row means nothing else */
    const int64_t *starts, *ends; /* the earliest start and the latest end of them, which may lie outside of it */
    const double *sums, *averages, *minimums, *maximums, *most_recents;
    const int64_t *most_recent_starts, *most_recent_ends;
    const double *durations;      /* seconds */
} hearth_statistics_columns;
typedef struct { hearth_source source; hearth_statistics_columns columns; } hearth_source_statistics;
typedef struct {
    hearth_statistics_columns merged; /* of all sources together */
    const hearth_source_statistics *sources;
    size_t source_count;
    const char *unit; /* of the values */
    hearth_anchor anchor;
    bool reset;     /* forget what came before: all buckets that hold something follow */
    bool caught_up; /* what has come shows one state */
} hearth_bucket_statistics;

typedef struct {
    uint64_t call, lag;
    const char *const *types;
    size_t type_count;
    int64_t credit;
    bool live;
} hearth_subscription_status;
typedef struct {
    const char *bundle_identifier, *client;
    uint64_t open_calls, calls, received_bytes, sent_bytes, unsent_bytes;
    const hearth_subscription_status *subscriptions;
    size_t subscription_count;
} hearth_connection_status;
typedef struct {
    const char *type;
    int32_t frequency;
    bool pending;      /* there are changes that the app may see and has not acknowledged */
    uint32_t failures; /* deliveries in a row that were not acknowledged */
    bool suspended;    /* too many: nothing is delivered until the app enables the type again */
    int64_t next;      /* when the app is started for it; 0: not known, or nothing is pending */
} hearth_delivery_status;
typedef struct {
    const char *bundle_identifier;
    uint64_t registrations;
    const hearth_delivery_status *deliveries; /* of each registration. This and what follows: since 1.2 */
    size_t delivery_count;
    const char *launch; /* how it is started, for people; "": not known */
    uint64_t process;   /* that the server has started for it; 0: none runs */
    uint64_t cursors;
} hearth_app_status;
typedef struct {
    const char *server_version;
    uint64_t process, uptime_milliseconds;
    struct {
        hearth_anchor anchor;
        uint64_t samples, deletions, segments, file_bytes, log_bytes, staged_bytes, background_registrations;
        const char *fault; /* why the server refuses writes, for people; "": it accepts them. Since 1.3 */
        const char *path;  /* the store's file on the server's machine; "": it has none. Since 1.3 */
    } store;
    struct {
        uint64_t connections, refused_connections, calls, received_bytes, sent_bytes, writes, refused_writes, groups;
        uint64_t added_samples, deleted_samples, change_batches, change_deliveries;
    } counters;
    const hearth_connection_status *connections;
    size_t listed_connections; /* in `connections` */
    uint64_t connection_count; /* of the server */
    const hearth_app_status *apps;
    size_t app_count;
} hearth_status;

typedef struct {
    uint64_t call;
    int kind; /* says which member below is set */
    union {
        hearth_committed committed;
        hearth_samples samples;
        hearth_changes changes;
        hearth_notice notice;
        hearth_sources sources;
        hearth_characteristics characteristics;
        hearth_pong pong;
        hearth_status status;
        struct { const hearth_registration *list; size_t count; } registrations;
        struct { hearth_anchor anchor; } acknowledged; /* where the cursor stands; length 0: without one */
        hearth_bucket_statistics statistics;
        struct { const char *const *list; size_t count; } source_ranks; /* bundle identifiers, the first before others */
        hearth_authorization_status authorization_status;
    };
} hearth_reply;
/* The process that opened `status->connections[connection]`; 0: not known. Since 2.2. */
HEARTH_API uint64_t hearth_connection_process(const hearth_status *status, size_t connection);
HEARTH_API void hearth_reply_free(const hearth_reply *reply); /* NULL does nothing */

/* ------------------------------------------------------------------------------------------------------- client */

typedef struct {
    const char *bundle_identifier; /* identifies the app among all sources; required */
    const char *name, *version;    /* for people; NULL: the bundle identifier; not said */
    const char *product_type;      /* the machine's model; NULL: not said */
    bool has_system;
    hearth_version system;         /* the operating system */
    const char *socket;            /* NULL: where PROTOCOL.md, chapter 2, says */
    /* For how long a lost server is looked for, a server may take for its welcome, and a call is sent again that is not
     * answered; 0: 30,000; below 0: nothing is sent again, and the welcome may take 30,000. */
    int patience_milliseconds;
} hearth_options;

typedef struct {
    uint32_t major, minor;
    const char *server_version;
    hearth_uuid store; /* anchors belong to one store */
    uint32_t frame_bytes, open_calls, staged_bytes, batch_samples, batch_bytes, initial_credit_bytes;
    uint32_t metadata_entries, metadata_bytes, predicate_terms, string_bytes, clauses, series_points;
    uint32_t handshake_milliseconds;
} hearth_welcome;

typedef struct hearth_client hearth_client;
/* A client that connects with its first call, or with hearth_connect. NULL: `error` says why. */
HEARTH_API hearth_client *hearth_new(const hearth_options *options, hearth_error *error);
/* Connects and waits for the server's welcome. 0, or -1 with the error. */
HEARTH_API int hearth_connect(hearth_client *, hearth_error *error);
/* Ends all calls and the connection. Writes that were not acknowledged may be in the store or not. */
HEARTH_API void hearth_free(hearth_client *);
/* What the server said when it was last connected to; NULL before the first time. Lives until the next. */
HEARTH_API const hearth_welcome *hearth_welcome_of(const hearth_client *);
/* New UUIDs, in the order of their times, which take the least room in the store. 0, or -1: no random numbers. */
HEARTH_API int hearth_make_uuids(hearth_client *, hearth_uuid *uuids, size_t count);

/* Each of these begins a call and returns its number; 0: it cannot begin, `error` says why. They do not wait. */
HEARTH_API uint64_t hearth_start_save(hearth_client *, const hearth_columns *, size_t count, hearth_error *error);
HEARTH_API uint64_t hearth_start_delete(hearth_client *, const hearth_uuid *, size_t count, hearth_error *error);
HEARTH_API uint64_t hearth_start_delete_matching(hearth_client *, const hearth_clause *, hearth_error *error);
HEARTH_API uint64_t hearth_start_add_to_workout(hearth_client *, hearth_uuid workout, const hearth_columns *,
                                                size_t count, const hearth_uuid *stored, size_t stored_count,
                                                hearth_error *error);
HEARTH_API uint64_t hearth_start_query(hearth_client *, const hearth_query *, hearth_error *error);
HEARTH_API uint64_t hearth_start_changes(hearth_client *, const hearth_change_query *, hearth_error *error);
/* `acknowledges`: the app says with hearth_start_acknowledge when it has dealt with a notice; since 1.2. Without it a
 * notice counts as dealt with when the call ends. */
HEARTH_API uint64_t hearth_start_observe(hearth_client *, const hearth_clause *, size_t count, bool acknowledges,
                                         hearth_error *error);
/* The apps of which such samples are stored; without clauses, of any samples. They come in pages: begin with `after`
 * "", and while a page says `more`, ask for the next one with the bundle identifier of its last source. With `after` NULL
 * all come in one reply, which fails with HEARTH_LIMIT_EXCEEDED when they do not fit. Servers before 1.3 have no pages
 * and always send all. */
HEARTH_API uint64_t hearth_start_sources(hearth_client *, const hearth_clause *, size_t count, const char *after,
                                         hearth_error *error);
HEARTH_API uint64_t hearth_start_statistics(hearth_client *, const hearth_statistics_query *, hearth_error *error);
/* Which sources of a quantity type come first when they overlap, as the owner has set it. Since 1.3. */
HEARTH_API uint64_t hearth_start_source_ranks(hearth_client *, const char *type, hearth_error *error);
HEARTH_API uint64_t hearth_start_characteristics(hearth_client *, const hearth_characteristics *set, /* NULL: reads */
                                                 hearth_error *error);
HEARTH_API uint64_t hearth_start_ping(hearth_client *, const void *payload, size_t length, hearth_error *error);
HEARTH_API uint64_t hearth_start_status(hearth_client *, hearth_error *error);
HEARTH_API uint64_t hearth_start_background(hearth_client *, const hearth_background *, /* NULL: reads */
                                            hearth_error *error);
HEARTH_API uint64_t hearth_start_acknowledge(hearth_client *, const hearth_acknowledgement *, hearth_error *error);
/* Its reply is HEARTH_AUTHORIZATION_STATUS. With `request` it may take two minutes; after hearth_cancel it comes without
 * an answer. The owner can answer later, too: the app asks again, which is the same request. */
HEARTH_API uint64_t hearth_start_authorization(hearth_client *, const hearth_authorization *, hearth_error *error);

typedef enum {
    HEARTH_FAILED = -1, /* the call has ended with `error` */
    HEARTH_PENDING = 0, /* there is nothing yet */
    HEARTH_REPLY = 1,   /* `*reply` is it, to be given to hearth_reply_free */
    HEARTH_COMPLETE,    /* the stream has ended: everything was sent */
    HEARTH_LIMITED,     /* the stream has ended at its limit, and there is more */
    HEARTH_CANCELLED    /* the call has ended after hearth_cancel */
} hearth_step;

/* Waits for the next reply of a call. `milliseconds` below 0: however long it takes; else HEARTH_PENDING when they are
 * over, and when a signal came. The only reply of a call ends it. Of a stream the reply before counts as worked
 * through, and the server is allowed as much again. */
HEARTH_API hearth_step hearth_next(hearth_client *, uint64_t call, int milliseconds, const hearth_reply **reply,
                                   hearth_error *error);
/* Asks the server to end a call. What was on its way still comes, then HEARTH_CANCELLED. */
HEARTH_API void hearth_cancel(hearth_client *, uint64_t call);
/* Cancels a call and forgets it at once. */
HEARTH_API void hearth_drop(hearth_client *, uint64_t call);

/* A call with one reply from its number to its end: waits, and gives the reply. 0, or -1 with the error. A number of 0
 * fails and leaves `error` as it is, so that `hearth_finish(c, hearth_start_...(c, ..., &e), &reply, &e)` will do. */
HEARTH_API int hearth_finish(hearth_client *, uint64_t call, const hearth_reply **reply, hearth_error *error);
/* Saves, all or nothing, and waits until it is on disk. `committed` may be NULL. One save takes about as many bytes
 * as `staged_bytes` of hearth_welcome says, 64 MiB, which is 2 million plain quantities; a larger one fails with
 * HEARTH_LIMIT_EXCEEDED. */
HEARTH_API int hearth_save(hearth_client *, const hearth_columns *, size_t count, hearth_committed *committed,
                           hearth_error *error);
HEARTH_API int hearth_delete(hearth_client *, const hearth_uuid *, size_t count, hearth_committed *committed,
                             hearth_error *error);

/* For an event loop of the app's own. Each round calls hearth_take until hearth_ready returns 0, waits until the
 * descriptor is ready for `hearth_events` (POLLIN, POLLOUT) or the timeout is over, and calls hearth_process. Take
 * before waiting: a call fails as soon as it starts when no server listens, and nothing wakes the loop for it. Ask for
 * descriptor, events and timeout in each round, as hearth_start_..., hearth_take and hearth_cancel change them. The
 * descriptor is -1 without a connection. A new connection may have the same number as the last one: a loop that
 * registers descriptors (epoll) compares hearth_connections as well. */
HEARTH_API int hearth_descriptor(const hearth_client *);
HEARTH_API uint64_t hearth_connections(const hearth_client *); /* how often it has connected */
HEARTH_API short hearth_events(const hearth_client *);
HEARTH_API int hearth_timeout(const hearth_client *); /* milliseconds; -1: none */
HEARTH_API void hearth_process(hearth_client *);      /* reads and writes what can be, and does not wait */
HEARTH_API uint64_t hearth_ready(hearth_client *);    /* a call of which there is something to take; 0: none */
HEARTH_API hearth_step hearth_take(hearth_client *, uint64_t call, const hearth_reply **reply, hearth_error *error);

#ifdef __cplusplus
}
#endif
#endif
