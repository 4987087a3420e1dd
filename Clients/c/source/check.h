/* The rules for samples, checked before a save and after a read. */
#ifndef HEARTH_CHECK_H
#define HEARTH_CHECK_H

#include "fault.h"

enum side {
    TO_SAVE, /* the app's: also texts, limits, and what a column may not leave out */
    AS_READ  /* the server's: texts and widths were looked at when they were decoded */
};

bool check_columns(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error);
bool check_metadata(const hearth_metadata *metadata, enum side side, const struct place *place, hearth_error *error);
bool check_entry(const hearth_metadata_entry *entry, enum side side, const struct place *place, hearth_error *error);
bool check_device(const hearth_device *device, const struct place *place, hearth_error *error);
bool check_workouts(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error);
bool check_records(const hearth_columns *columns, enum side side, const struct place *place, hearth_error *error);

/* Whether this client knows the name of an attribute. */
bool check_attribute_name(int name);
/* Values of one form, at most so many; texts are looked at by themselves. */
bool check_attribute(const hearth_attribute *attribute, size_t most, const struct place *place, hearth_error *error);
bool check_attribute_texts(const hearth_attribute *attribute, const struct place *place, hearth_error *error);

/* One number, which is finite. */
bool check_number(double value, const struct place *place, hearth_error *error);

/* Columns of many values. `name` may be that of a column that is left out: then there is nothing to check. */
bool check_finite(const double *values, size_t count, const struct place *place, const char *name,
                  hearth_error *error);
bool check_not_below(const double *values, size_t count, double least, const struct place *place, const char *name,
                     hearth_error *error);
bool check_times(const int64_t *times, size_t count, const struct place *place, const char *name,
                 hearth_error *error);
/* Each index lies within a dictionary of this number of entries. */
bool check_indexes(const uint32_t *indexes, size_t count, size_t entries, const struct place *place,
                   const char *name, hearth_error *error);
/* One end is not before its start. */
bool check_span(int64_t start, int64_t end, const struct place *place, hearth_error *error);

#endif
