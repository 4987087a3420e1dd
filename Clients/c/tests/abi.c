/* The ABI. A program passes these structs to the library and reads them from it, so one that was built against a header
 * with other sizes breaks. When a size changes: another first number of VERSION in the Makefile, then the new size here. */
#include "harness.h"

#include <stddef.h>
#include <string.h>

#define SIZE(name, bytes) { #name, sizeof(name), bytes }

/* Of version 2, where pointers have 8 bytes. */
static const struct { const char *name; size_t is, was; } sizes[] = {
    SIZE(hearth_error, 688), SIZE(hearth_uuid, 16), SIZE(hearth_anchor, 72), SIZE(hearth_version, 12),
    SIZE(hearth_metadata_entry, 32), SIZE(hearth_metadata, 16), SIZE(hearth_device, 64), SIZE(hearth_provenance, 64),
    SIZE(hearth_points, 40), SIZE(hearth_quantity_columns, 104), SIZE(hearth_category_columns, 8),
    SIZE(hearth_correlation_columns, 24), SIZE(hearth_most_recent, 24), SIZE(hearth_statistics, 88),
    SIZE(hearth_workout_event, 40), SIZE(hearth_workout_activity, 96), SIZE(hearth_workout_detail, 88),
    SIZE(hearth_workout_columns, 24), SIZE(hearth_route_columns, 104), SIZE(hearth_heartbeat_columns, 40),
    SIZE(hearth_attribute, 48), SIZE(hearth_record, 16), SIZE(hearth_record_columns, 48), SIZE(hearth_columns, 200),
    SIZE(hearth_revision, 40), SIZE(hearth_clause, 24), SIZE(hearth_sort_key, 8), SIZE(hearth_query, 48),
    SIZE(hearth_change_query, 112), SIZE(hearth_characteristics, 40), SIZE(hearth_registration, 16),
    SIZE(hearth_launch, 40), SIZE(hearth_background, 48), SIZE(hearth_acknowledgement, 96),
    SIZE(hearth_authorization, 56), SIZE(hearth_statistics_query, 48), SIZE(hearth_committed, 96), SIZE(hearth_samples, 48),
    SIZE(hearth_deletions, 72), SIZE(hearth_changes, 184), SIZE(hearth_notice, 88), SIZE(hearth_source, 16),
    SIZE(hearth_sources, 24), SIZE(hearth_pong, 96), SIZE(hearth_type_authorization, 24),
    SIZE(hearth_authorization_status, 16), SIZE(hearth_statistics_columns, 104),
    SIZE(hearth_source_statistics, 120), SIZE(hearth_bucket_statistics, 208), SIZE(hearth_subscription_status, 48),
    SIZE(hearth_connection_status, 72), SIZE(hearth_delivery_status, 32), SIZE(hearth_app_status, 56),
    SIZE(hearth_status, 304), SIZE(hearth_reply, 320), SIZE(hearth_options, 64), SIZE(hearth_welcome, 88),
};

int main(void)
{
    size_t changed = 0;

    if (sizeof(void *) != 8) {
        puts("abi: not compared, as pointers have another size here");
        return 0;
    }
    CHECK(strncmp(HEARTH_VERSION, "2.", 2) == 0);
    for (size_t row = 0; row < sizeof sizes / sizeof *sizes; row++) {
        if (sizes[row].is != sizes[row].was) {
            fprintf(stderr, "%s has %zu bytes and had %zu\n", sizes[row].name, sizes[row].is, sizes[row].was);
            changed++;
        }
    }
    CHECK(changed == 0);
    printf("abi: %zu structs as in version 2\n", sizeof sizes / sizeof *sizes);
    return 0;
}
