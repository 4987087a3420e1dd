/* The tests of where a sample comes from: apps, their versions, and devices. */
#include "predicate.h"

#include "check.h"
#include "encode.h"
#include "text.h"

void hearth_where_sources(hearth_predicate *predicate, const char *const *bundle_identifiers, size_t count)
{
    char **copied;
    PB(PredicateTerm) *term;

    if (predicate == NULL || predicate->faulty
        || (copied = predicate_copy_texts(predicate, bundle_identifiers, count, false,
                                          AT(NEXT_TERM(predicate), "sources"), "bundle_identifiers")) == NULL)
        return;
    term = predicate_term(predicate, TERM(SOURCES));
    if (term == NULL)
        return;
    NEW(predicate, term->sources, hearth__v1__source_match__init);
    term->sources->bundle_identifiers = copied;
    term->sources->n_bundle_identifiers = count;
}

/* One pattern for versions of an app, with texts of the predicate's own. */
static bool pattern(hearth_predicate *predicate, const hearth_revision *revision, const struct place *place,
                    PB(SourceRevisionPattern) *to)
{
    hearth__v1__source_revision_pattern__init(to);
    if (!predicate_good_text(predicate, revision->bundle_identifier, TEXT_BYTES, false, AT(place, "bundle_identifier"))
        || (to->bundle_identifier = predicate_copy(predicate, revision->bundle_identifier)) == NULL)
        return false;
    if (revision->version != NULL) {
        to->version_presence_case = HEARTH__V1__SOURCE_REVISION_PATTERN__VERSION_PRESENCE_VERSION;
        if (!predicate_good_text(predicate, revision->version, TEXT_BYTES, true, AT(place, "version"))
            || (to->version = predicate_copy(predicate, revision->version)) == NULL)
            return false;
    }
    if (revision->product_type != NULL) {
        to->product_type_presence_case = HEARTH__V1__SOURCE_REVISION_PATTERN__PRODUCT_TYPE_PRESENCE_PRODUCT_TYPE;
        if (!predicate_good_text(predicate, revision->product_type, TEXT_BYTES, true, AT(place, "product_type"))
            || (to->product_type = predicate_copy(predicate, revision->product_type)) == NULL)
            return false;
    }
    if (revision->has_system
        && (to->operating_system_version = encode_version(&predicate->arena, revision->system)) == NULL) {
        predicate_no_memory(predicate);
        return false;
    }
    to->any_version = revision->any_version;
    to->any_product_type = revision->any_product_type;
    to->any_operating_system_version = revision->any_system;
    return true;
}

void hearth_where_revisions(hearth_predicate *predicate, const hearth_revision *revisions, size_t count)
{
    PB(SourceRevisionPattern) *messages, **list;
    PB(PredicateTerm) *term;

    if (predicate == NULL || predicate->faulty)
        return;
    messages = arena_array(&predicate->arena, count, sizeof *messages);
    list = arena_array(&predicate->arena, count, sizeof *list);
    if (messages == NULL || list == NULL) {
        predicate_no_memory(predicate);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        list[i] = &messages[i];
        if (!pattern(predicate, &revisions[i], AT_INDEX(AT(NEXT_TERM(predicate), "source_revisions"), "patterns", i),
                     list[i]))
            return;
    }
    term = predicate_term(predicate, TERM(SOURCE_REVISIONS));
    if (term == NULL)
        return;
    NEW(predicate, term->source_revisions, hearth__v1__source_revision_match__init);
    term->source_revisions->patterns = list;
    term->source_revisions->n_patterns = count;
}

/* A device whose texts are the predicate's own. */
static bool copy_device(hearth_predicate *predicate, const hearth_device *from, hearth_device *to)
{
    const char *const texts[] = {from->name, from->manufacturer, from->model, from->hardware_version,
                                 from->firmware_version, from->software_version, from->local_identifier,
                                 from->udi_device_identifier};
    const char **copies[] = {&to->name, &to->manufacturer, &to->model, &to->hardware_version, &to->firmware_version,
                             &to->software_version, &to->local_identifier, &to->udi_device_identifier};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *copies[i] = NULL;
        if (texts[i] != NULL && (*copies[i] = predicate_copy(predicate, texts[i])) == NULL)
            return false;
    }
    return true;
}

void hearth_where_devices(hearth_predicate *predicate, const hearth_device *devices, size_t count)
{
    PB(Device) **list;
    PB(PredicateTerm) *term;

    if (predicate == NULL || predicate->faulty)
        return;
    list = arena_array(&predicate->arena, count, sizeof *list);
    if (list == NULL) {
        predicate_no_memory(predicate);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        hearth_device copied;

        if (!check_device(&devices[i], AT_INDEX(AT(NEXT_TERM(predicate), "devices"), "devices", i),
                          &predicate->error)) {
            predicate->faulty = true;
            return;
        }
        if (!copy_device(predicate, &devices[i], &copied))
            return;
        list[i] = encode_device(&predicate->arena, &copied);
        if (list[i] == NULL) {
            predicate_no_memory(predicate);
            return;
        }
    }
    term = predicate_term(predicate, TERM(DEVICES));
    if (term == NULL)
        return;
    NEW(predicate, term->devices, hearth__v1__device_match__init);
    term->devices->devices = list;
    term->devices->n_devices = count;
}

void hearth_where_device_property(hearth_predicate *predicate, int property, const char *const *values, size_t count)
{
    char **copied;
    PB(PredicateTerm) *term;

    if (predicate == NULL || predicate->faulty
        || (copied = predicate_copy_texts(predicate, values, count, true,
                                          AT(NEXT_TERM(predicate), "device_property"), "values")) == NULL)
        return;
    term = predicate_term(predicate, TERM(DEVICE_PROPERTY));
    if (term == NULL)
        return;
    NEW(predicate, term->device_property, hearth__v1__device_property_match__init);
    term->device_property->property = (PB(DeviceProperty))property;
    term->device_property->values = copied;
    term->device_property->n_values = count;
}
