/* The kinds of records by the tables of RECORDS.md: which values a type has under which names. */
#ifndef RECORD_KINDS_H
#define RECORD_KINDS_H

#include "server.h"

#include <float.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum form { INTEGERS, TIMES, NUMBERS, TEXTS, UUIDS };
enum occurrence { REQUIRED, OPTIONAL, LIST, TABLE, EXACTLY, NONE_OR };

/* What a type has under a name: which numbers, and how many values. */
struct rule {
    int name;
    enum form form;
    enum occurrence occurrence;
    double least, most; /* numbers of the first two forms are whole */
    size_t count;       /* of EXACTLY and NONE_OR */
};

#define ANY -DBL_MAX, DBL_MAX, 0
#define NO_RANGE 0, 0, 0
#define LENS(EYE)                                                               \
    {HEARTH_ATTRIBUTE_##EYE##_SPHERE, NUMBERS, OPTIONAL, ANY},                  \
    {HEARTH_ATTRIBUTE_##EYE##_CYLINDER, NUMBERS, OPTIONAL, ANY},                \
    {HEARTH_ATTRIBUTE_##EYE##_AXIS, NUMBERS, OPTIONAL, ANY},                    \
    {HEARTH_ATTRIBUTE_##EYE##_ADD_POWER, NUMBERS, OPTIONAL, ANY},               \
    {HEARTH_ATTRIBUTE_##EYE##_VERTEX_DISTANCE, NUMBERS, OPTIONAL, ANY},         \
    {HEARTH_ATTRIBUTE_##EYE##_FAR_PUPILLARY_DISTANCE, NUMBERS, OPTIONAL, ANY},  \
    {HEARTH_ATTRIBUTE_##EYE##_NEAR_PUPILLARY_DISTANCE, NUMBERS, OPTIONAL, ANY}, \
    {HEARTH_ATTRIBUTE_##EYE##_BASE_CURVE, NUMBERS, OPTIONAL, ANY},              \
    {HEARTH_ATTRIBUTE_##EYE##_DIAMETER, NUMBERS, OPTIONAL, ANY},                \
    {HEARTH_ATTRIBUTE_##EYE##_PRISM, NUMBERS, NONE_OR, -DBL_MAX, DBL_MAX, 4},   \
    {HEARTH_ATTRIBUTE_##EYE##_PRISM_BASES, INTEGERS, NONE_OR, 0, 4, 2}

static const struct rule electrocardiogram[] = {
    {HEARTH_ATTRIBUTE_CLASSIFICATION, INTEGERS, REQUIRED, 0, 6, 0},
    {HEARTH_ATTRIBUTE_SYMPTOMS_STATUS, INTEGERS, REQUIRED, 0, 2, 0},
    {HEARTH_ATTRIBUTE_AVERAGE_HEART_RATE, NUMBERS, OPTIONAL, 0, DBL_MAX, 0},
    {HEARTH_ATTRIBUTE_SAMPLING_FREQUENCY, NUMBERS, OPTIONAL, DBL_MIN, DBL_MAX, 0},
    {HEARTH_ATTRIBUTE_SYMPTOMS, UUIDS, LIST, NO_RANGE},
};
static const struct rule audiogram[] = {
    {HEARTH_ATTRIBUTE_FREQUENCIES, NUMBERS, TABLE, DBL_MIN, DBL_MAX, 0},
    {HEARTH_ATTRIBUTE_EARS, INTEGERS, TABLE, 0, 1, 0},
    {HEARTH_ATTRIBUTE_SENSITIVITIES, NUMBERS, TABLE, ANY},
    {HEARTH_ATTRIBUTE_CONDUCTION_TYPES, INTEGERS, TABLE, NO_RANGE},
    {HEARTH_ATTRIBUTE_MASKED, INTEGERS, TABLE, 0, 1, 0},
    {HEARTH_ATTRIBUTE_CLAMPINGS, INTEGERS, TABLE, 0, 3, 0},
    {HEARTH_ATTRIBUTE_CLAMPING_LOWER_BOUNDS, NUMBERS, TABLE, ANY},
    {HEARTH_ATTRIBUTE_CLAMPING_UPPER_BOUNDS, NUMBERS, TABLE, ANY},
};
static const struct rule state_of_mind[] = {
    {HEARTH_ATTRIBUTE_MIND_KIND, INTEGERS, REQUIRED, 1, 2, 0},
    {HEARTH_ATTRIBUTE_VALENCE, NUMBERS, REQUIRED, -1, 1, 0},
    {HEARTH_ATTRIBUTE_LABELS, INTEGERS, LIST, 1, 38, 0},
    {HEARTH_ATTRIBUTE_ASSOCIATIONS, INTEGERS, LIST, 1, 18, 0},
};
static const struct rule prescription[] = {
    {HEARTH_ATTRIBUTE_PRESCRIPTION_TYPE, INTEGERS, REQUIRED, 1, 2, 0},
    {HEARTH_ATTRIBUTE_EXPIRATION, TIMES, OPTIONAL, NO_RANGE},
    {HEARTH_ATTRIBUTE_BRAND, TEXTS, OPTIONAL, NO_RANGE},
    LENS(RIGHT),
    LENS(LEFT),
};
static const struct rule gad7[] = {{HEARTH_ATTRIBUTE_ANSWERS, INTEGERS, EXACTLY, 0, 3, 7}};
static const struct rule phq9[] = {{HEARTH_ATTRIBUTE_ANSWERS, INTEGERS, EXACTLY, 0, 4, 9}};
static const struct rule dose_event[] = {
    {HEARTH_ATTRIBUTE_LOG_STATUS, INTEGERS, REQUIRED, 1, 6, 0},
    {HEARTH_ATTRIBUTE_SCHEDULE_TYPE, INTEGERS, REQUIRED, 1, 2, 0},
    {HEARTH_ATTRIBUTE_MEDICATION, TEXTS, REQUIRED, NO_RANGE},
    {HEARTH_ATTRIBUTE_DOSE_QUANTITY, NUMBERS, OPTIONAL, 0, DBL_MAX, 0},
    {HEARTH_ATTRIBUTE_SCHEDULED_DOSE_QUANTITY, NUMBERS, OPTIONAL, 0, DBL_MAX, 0},
    {HEARTH_ATTRIBUTE_DOSE_UNIT, TEXTS, REQUIRED, NO_RANGE},
    {HEARTH_ATTRIBUTE_SCHEDULED_DATE, TIMES, OPTIONAL, NO_RANGE},
};
static const struct rule medication[] = {
    {HEARTH_ATTRIBUTE_MEDICATION, TEXTS, REQUIRED, NO_RANGE},
    {HEARTH_ATTRIBUTE_NICKNAME, TEXTS, OPTIONAL, NO_RANGE},
    {HEARTH_ATTRIBUTE_ARCHIVED, INTEGERS, REQUIRED, 0, 1, 0},
    {HEARTH_ATTRIBUTE_HAS_SCHEDULE, INTEGERS, REQUIRED, 0, 1, 0},
    {HEARTH_ATTRIBUTE_DISPLAY_TEXT, TEXTS, REQUIRED, NO_RANGE},
    {HEARTH_ATTRIBUTE_GENERAL_FORM, TEXTS, REQUIRED, NO_RANGE},
    {HEARTH_ATTRIBUTE_CODING_SYSTEMS, TEXTS, LIST, NO_RANGE},
    {HEARTH_ATTRIBUTE_CODING_CODES, TEXTS, LIST, NO_RANGE},
    {HEARTH_ATTRIBUTE_CODING_VERSIONS, TEXTS, LIST, NO_RANGE},
};
static const struct rule clinical_record[] = {
    {HEARTH_ATTRIBUTE_DISPLAY_NAME, TEXTS, REQUIRED, NO_RANGE},
    {HEARTH_ATTRIBUTE_FHIR_RESOURCE_TYPE, TEXTS, OPTIONAL, NO_RANGE},
    {HEARTH_ATTRIBUTE_FHIR_IDENTIFIER, TEXTS, OPTIONAL, NO_RANGE},
    {HEARTH_ATTRIBUTE_FHIR_VERSION, TEXTS, OPTIONAL, NO_RANGE},
    {HEARTH_ATTRIBUTE_SOURCE_URL, TEXTS, OPTIONAL, NO_RANGE},
};
static const struct rule document[] = {
    {HEARTH_ATTRIBUTE_TITLE, TEXTS, REQUIRED, NO_RANGE},
    {HEARTH_ATTRIBUTE_PATIENT_NAME, TEXTS, REQUIRED, NO_RANGE},
    {HEARTH_ATTRIBUTE_AUTHOR_NAME, TEXTS, REQUIRED, NO_RANGE},
    {HEARTH_ATTRIBUTE_CUSTODIAN_NAME, TEXTS, REQUIRED, NO_RANGE},
};

static const struct kind {
    const char *type;
    const struct rule *rules;
    size_t count;
    enum series { NO_SERIES, VOLTAGES, CONTENTS } series;
} kinds[] = {
    {"HKDataTypeIdentifierElectrocardiogram", electrocardiogram, COUNT(electrocardiogram), VOLTAGES},
    {"HKDataTypeIdentifierAudiogram", audiogram, COUNT(audiogram), NO_SERIES},
    {"HKDataTypeIdentifierStateOfMind", state_of_mind, COUNT(state_of_mind), NO_SERIES},
    {"HKVisionPrescriptionTypeIdentifier", prescription, COUNT(prescription), NO_SERIES},
    {"HKScoredAssessmentTypeIdentifierGAD7", gad7, COUNT(gad7), NO_SERIES},
    {"HKScoredAssessmentTypeIdentifierPHQ9", phq9, COUNT(phq9), NO_SERIES},
    {"HKMedicationDoseEventTypeIdentifierMedicationDoseEvent", dose_event, COUNT(dose_event), NO_SERIES},
    {"HKDataTypeIdentifierUserAnnotatedMedicationConcept", medication, COUNT(medication), NO_SERIES},
    {"HKClinicalTypeIdentifierAllergyRecord", clinical_record, COUNT(clinical_record), CONTENTS},
    {"HKClinicalTypeIdentifierClinicalNoteRecord", clinical_record, COUNT(clinical_record), CONTENTS},
    {"HKClinicalTypeIdentifierConditionRecord", clinical_record, COUNT(clinical_record), CONTENTS},
    {"HKClinicalTypeIdentifierImmunizationRecord", clinical_record, COUNT(clinical_record), CONTENTS},
    {"HKClinicalTypeIdentifierLabResultRecord", clinical_record, COUNT(clinical_record), CONTENTS},
    {"HKClinicalTypeIdentifierMedicationRecord", clinical_record, COUNT(clinical_record), CONTENTS},
    {"HKClinicalTypeIdentifierProcedureRecord", clinical_record, COUNT(clinical_record), CONTENTS},
    {"HKClinicalTypeIdentifierVitalSignRecord", clinical_record, COUNT(clinical_record), CONTENTS},
    {"HKClinicalTypeIdentifierCoverageRecord", clinical_record, COUNT(clinical_record), CONTENTS},
    {"HKDocumentTypeIdentifierCDA", document, COUNT(document), CONTENTS},
};

#endif
