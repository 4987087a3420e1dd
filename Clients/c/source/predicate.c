#include "predicate.h"

#include "check.h"
#include "encode.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The predicate when memory runs out: it is at fault already, and nothing is written to it. Not NULL,
 * as a clause without a predicate means every sample. */
static const hearth_predicate without_memory = {
    .faulty = true,
    .error = {.code = HEARTH_NO_MEMORY, .message = "Out of memory."},
};

hearth_predicate *hearth_predicate_new(void)
{
    hearth_predicate *predicate = calloc(1, sizeof *predicate);

    if (predicate == NULL)
        return (hearth_predicate *)(uintptr_t)&without_memory;
    arena_begin(&predicate->arena, 0, SIZE_MAX);
    return predicate;
}

void hearth_predicate_free(hearth_predicate *predicate)
{
    if (predicate == NULL || predicate == &without_memory)
        return;
    arena_end(&predicate->arena);
    free(predicate->terms);
    free(predicate);
}

void predicate_refuse(hearth_predicate *predicate, int32_t code, const struct place *place, const char *message)
{
    if (predicate->faulty)
        return;
    predicate->faulty = true;
    fault(&predicate->error, code, place, message);
}

void predicate_no_memory(hearth_predicate *predicate)
{
    if (predicate->faulty)
        return;
    fault_no_memory(&predicate->error);
    predicate->faulty = true;
}

bool predicate_good_text(hearth_predicate *predicate, const char *text, size_t most_bytes, bool may_be_empty,
                         const struct place *place)
{
    if (!predicate->faulty && !text_check(text, most_bytes, may_be_empty, place, &predicate->error))
        predicate->faulty = true;
    return !predicate->faulty;
}

PB(PredicateTerm) *predicate_term(hearth_predicate *predicate, Hearth__V1__PredicateTerm__TermCase kind)
{
    PB(PredicateTerm) *term;

    if (predicate == NULL || predicate->faulty)
        return NULL;
    if (predicate->count == predicate->room) {
        size_t room = predicate->room == 0 ? 8 : 2 * predicate->room;
        PB(PredicateTerm) **terms = realloc(predicate->terms, room * sizeof(PB(PredicateTerm) *));

        if (terms == NULL) {
            predicate_no_memory(predicate);
            return NULL;
        }
        predicate->terms = terms;
        predicate->room = room;
    }
    term = arena_take(&predicate->arena, sizeof *term);
    if (term == NULL) {
        predicate_no_memory(predicate);
        return NULL;
    }
    hearth__v1__predicate_term__init(term);
    term->term_case = kind;
    predicate->terms[predicate->count++] = term;
    predicate->values++;
    return term;
}

char *predicate_copy(hearth_predicate *predicate, const char *text)
{
    char *copied = arena_text(&predicate->arena, text);

    if (copied == NULL)
        predicate_no_memory(predicate);
    return copied;
}

char **predicate_copy_texts(hearth_predicate *predicate, const char *const *texts, size_t count, bool may_be_empty,
                            const struct place *place, const char *name)
{
    char **copied = arena_array(&predicate->arena, count, sizeof *copied);

    if (copied == NULL)
        predicate_no_memory(predicate);
    for (size_t i = 0; copied != NULL && i < count; i++)
        if (!predicate_good_text(predicate, texts[i], TEXT_BYTES, may_be_empty, AT_INDEX(place, name, i))
            || (copied[i] = predicate_copy(predicate, texts[i])) == NULL)
            return NULL;
    return copied;
}

void *predicate_copy_column(hearth_predicate *predicate, const void *values, size_t bytes)
{
    void *copied = arena_take(&predicate->arena, bytes);

    if (copied == NULL)
        predicate_no_memory(predicate);
    else if (bytes > 0)
        memcpy(copied, values, bytes);
    return copied;
}

static ProtobufCBinaryData copy_bytes(hearth_predicate *predicate, const void *bytes, size_t length)
{
    ProtobufCBinaryData copied = {length, predicate_copy_column(predicate, bytes, length)};

    if (copied.data == NULL)
        copied.len = 0;
    return copied;
}

void hearth_where_operator(hearth_predicate *predicate, int operator_, uint32_t operands)
{
    PB(PredicateTerm) *term;

    if (predicate == NULL)
        return;
    if (operator_ != HEARTH_ALL_OF && operator_ != HEARTH_ANY_OF && operator_ != HEARTH_NONE_OF
        && operator_ != HEARTH_ANY_ACTIVITY)
        predicate_refuse(predicate, HEARTH_UNIMPLEMENTED, NEXT_TERM(predicate), "The operator is unknown.");
    else if (operands == 0 || operands > predicate->values)
        predicate_refuse(predicate, HEARTH_MALFORMED_PREDICATE, NEXT_TERM(predicate),
                         "The operator lacks operands.");
    term = predicate_term(predicate, (Hearth__V1__PredicateTerm__TermCase)operator_);
    if (term == NULL)
        return;
    predicate->values -= operands;
    /* All four are of one type, in one union. */
    term->all_of = operands;
}

void hearth_where_constant(hearth_predicate *predicate, bool holds)
{
    PB(PredicateTerm) *term = predicate_term(predicate, TERM(CONSTANT));

    if (term != NULL)
        term->constant = holds;
}

void hearth_where_interval(hearth_predicate *predicate, const int64_t *start, const int64_t *end, int flags)
{
    PB(PredicateTerm) *term;

    if (predicate != NULL && start != NULL && end != NULL && *end < *start)
        predicate_refuse(predicate, HEARTH_VALUE_OUT_OF_RANGE, AT(NEXT_TERM(predicate), "interval.end"),
                         "The end is before the start.");
    term = predicate_term(predicate, TERM(INTERVAL));
    if (term == NULL)
        return;
    NEW(predicate, term->interval, hearth__v1__interval__init);
    SET_OPTIONAL(term->interval, INTERVAL, START, start, start != NULL, *start);
    SET_OPTIONAL(term->interval, INTERVAL, END, end, end != NULL, *end);
    term->interval->strict_start = (flags & HEARTH_STRICT_START) != 0;
    term->interval->strict_end = (flags & HEARTH_STRICT_END) != 0;
}

void hearth_where_integer(hearth_predicate *predicate, int field, int relation, int64_t value)
{
    PB(PredicateTerm) *term = predicate_term(predicate, TERM(COMPARISON));

    if (term == NULL)
        return;
    NEW(predicate, term->comparison, hearth__v1__comparison__init);
    term->comparison->field = (PB(Field))field;
    term->comparison->relation = (PB(Relation))relation;
    term->comparison->operand_case = HEARTH__V1__COMPARISON__OPERAND_INTEGER;
    term->comparison->integer = value;
}

void hearth_where_number(hearth_predicate *predicate, int field, int relation, double value, const char *unit,
                         const char *type)
{
    PB(PredicateTerm) *term;

    if (predicate == NULL
        || (unit != NULL
            && !predicate_good_text(predicate, unit, UNIT_BYTES, true, AT(NEXT_TERM(predicate), "comparison.unit")))
        || (type != NULL
            && !predicate_good_text(predicate, type, TEXT_BYTES, true, AT(NEXT_TERM(predicate), "comparison.type"))))
        return;
    if (!predicate->faulty && !check_number(value, AT(NEXT_TERM(predicate), "comparison.number"), &predicate->error))
        predicate->faulty = true;
    term = predicate_term(predicate, TERM(COMPARISON));
    if (term == NULL)
        return;
    NEW(predicate, term->comparison, hearth__v1__comparison__init);
    term->comparison->field = (PB(Field))field;
    term->comparison->relation = (PB(Relation))relation;
    term->comparison->operand_case = HEARTH__V1__COMPARISON__OPERAND_NUMBER;
    term->comparison->number = value;
    if (unit != NULL && (term->comparison->unit = predicate_copy(predicate, unit)) == NULL)
        return;
    if (type != NULL)
        term->comparison->type = predicate_copy(predicate, type);
}

void hearth_where_uuids(hearth_predicate *predicate, const hearth_uuid *uuids, size_t count)
{
    PB(PredicateTerm) *term = predicate_term(predicate, TERM(UUIDS));

    if (term == NULL)
        return;
    NEW(predicate, term->uuids, hearth__v1__uuid_set__init);
    term->uuids->uuids = copy_bytes(predicate, uuids, count * sizeof *uuids);
}

void hearth_where_metadata_key(hearth_predicate *predicate, const char *key)
{
    PB(PredicateTerm) *term;

    if (predicate == NULL
        || !predicate_good_text(predicate, key, TEXT_BYTES, false, AT(NEXT_TERM(predicate), "metadata_key")))
        return;
    term = predicate_term(predicate, TERM(METADATA_KEY));
    if (term != NULL)
        term->metadata_key = predicate_copy(predicate, key);
}

/* Entries whose texts are the predicate's own. */
static hearth_metadata_entry *copy_entries(hearth_predicate *predicate, const hearth_metadata_entry *entries,
                                           size_t count)
{
    hearth_metadata_entry *copied = arena_array(&predicate->arena, count, sizeof *copied);
    const struct place *place = AT(NEXT_TERM(predicate), "metadata");

    if (copied == NULL)
        predicate_no_memory(predicate);
    for (size_t i = 0; copied != NULL && i < count; i++) {
        if (!check_entry(&entries[i], TO_SAVE, AT_INDEX(place, "entries", i), &predicate->error)) {
            predicate->faulty = true;
            return NULL;
        }
        copied[i] = entries[i];
        if ((copied[i].key = predicate_copy(predicate, entries[i].key)) == NULL
            || (entries[i].kind == HEARTH_TEXT && (copied[i].text = predicate_copy(predicate, entries[i].text)) == NULL)
            || (entries[i].kind == HEARTH_QUANTITY
                && (copied[i].quantity.unit = predicate_copy(predicate, entries[i].quantity.unit)) == NULL))
            return NULL;
    }
    return copied;
}

void hearth_where_metadata(hearth_predicate *predicate, int relation, const hearth_metadata_entry *entries,
                           size_t count)
{
    hearth_metadata_entry *copied;
    PB(PredicateTerm) *term;

    if (predicate == NULL || predicate->faulty || (copied = copy_entries(predicate, entries, count)) == NULL)
        return;
    term = predicate_term(predicate, TERM(METADATA));
    if (term == NULL)
        return;
    NEW(predicate, term->metadata, hearth__v1__metadata_match__init);
    term->metadata->relation = (PB(Relation))relation;
    term->metadata->entries = encode_entries(&predicate->arena, copied, count);
    if (term->metadata->entries == NULL)
        predicate_no_memory(predicate);
    else
        term->metadata->n_entries = count;
}

void hearth_where_in_workout(hearth_predicate *predicate, hearth_uuid workout)
{
    PB(PredicateTerm) *term = predicate_term(predicate, TERM(IN_WORKOUT));

    if (term != NULL)
        term->in_workout = copy_bytes(predicate, &workout, sizeof workout);
}

void hearth_where_in_correlation(hearth_predicate *predicate, hearth_uuid correlation)
{
    PB(PredicateTerm) *term = predicate_term(predicate, TERM(IN_CORRELATION));

    if (term != NULL)
        term->in_correlation = copy_bytes(predicate, &correlation, sizeof correlation);
}

void hearth_where_correlated(hearth_predicate *predicate, bool correlated)
{
    PB(PredicateTerm) *term = predicate_term(predicate, TERM(CORRELATED));

    if (term != NULL)
        term->correlated = correlated;
}

bool encode_clause(const hearth_clause *clause, const struct place *place, PB(Clause) *out,
                   PB(Predicate) *out_predicate, hearth_error *error)
{
    const hearth_predicate *predicate = clause->predicate;

    hearth__v1__clause__init(out);
    if (!text_check(clause->type, TEXT_BYTES, false, AT(place, "type"), error)
        || (clause->unit != NULL && !text_check(clause->unit, UNIT_BYTES, true, AT(place, "unit"), error)))
        return false;
    out->type = encode_text(clause->type);
    if (clause->unit != NULL)
        out->unit = encode_text(clause->unit);
    if (predicate == NULL)
        return true;
    if (predicate->faulty)
        return fault(error, predicate->error.code,
                     predicate->error.field[0] != 0 ? AT(AT(place, "predicate"), predicate->error.field) : NULL,
                     predicate->error.message);
    hearth__v1__predicate__init(out_predicate);
    out_predicate->n_terms = predicate->count;
    out_predicate->terms = predicate->terms;
    out->predicate = out_predicate;
    return true;
}

uint32_t clauses_minor(const hearth_clause *clauses, size_t count)
{
    uint32_t minor = 0;

    for (size_t i = 0; i < count; i++)
        if (clauses[i].predicate != NULL && clauses[i].predicate->minor > minor)
            minor = clauses[i].predicate->minor;
    return minor;
}

bool encode_clauses(struct arena *arena, const hearth_clause *clauses, size_t count, const struct place *place,
                    PB(Clause) ***out, hearth_error *error)
{
    PB(Clause) **list = arena_array(arena, count, sizeof *list);
    PB(Clause) *messages = arena_array(arena, count, sizeof *messages);
    PB(Predicate) *predicates = arena_array(arena, count, sizeof *predicates);

    if (list == NULL || messages == NULL || predicates == NULL)
        return fault_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        list[i] = &messages[i];
        if (!encode_clause(&clauses[i], AT_INDEX(place, "clauses", i), list[i], &predicates[i], error))
            return false;
    }
    *out = list;
    return true;
}
