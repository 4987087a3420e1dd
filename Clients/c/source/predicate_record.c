/* The test of what a record has under a name. */
#include "predicate.h"

#include "check.h"
#include "encode.h"

enum { MOST_OPERANDS = 256 };

/* Values that are the predicate's own. False: no memory. */
static bool copy_values(hearth_predicate *predicate, const hearth_attribute *from, const struct place *place,
                        hearth_attribute *to)
{
    *to = *from;
    if (from->texts != NULL)
        to->texts = (const char *const *)predicate_copy_texts(predicate, from->texts, from->count, true, place, "texts");
    if (from->integers != NULL)
        to->integers = predicate_copy_column(predicate, from->integers, from->count * sizeof *from->integers);
    if (from->numbers != NULL)
        to->numbers = predicate_copy_column(predicate, from->numbers, from->count * sizeof *from->numbers);
    if (from->uuids != NULL)
        to->uuids = predicate_copy_column(predicate, from->uuids, from->count * sizeof *from->uuids);
    return !predicate->faulty;
}

void hearth_where_attribute(hearth_predicate *predicate, int relation, const hearth_attribute *operands)
{
    hearth_attribute copied;
    struct attribute_values values;
    PB(PredicateTerm) *term;

    if (predicate == NULL || predicate->faulty)
        return;
    const struct place *place = AT(NEXT_TERM(predicate), "attribute");
    if (!check_attribute_name(operands->name)) {
        predicate_refuse(predicate, HEARTH_VALUE_OUT_OF_RANGE, AT(place, "name"), "The name is unknown.");
        return;
    }
    if (!check_attribute(operands, MOST_OPERANDS, place, &predicate->error)) {
        predicate->faulty = true;
        return;
    }
    if (!copy_values(predicate, operands, place, &copied))
        return;
    if (!encode_values(&predicate->arena, &copied, &values)) {
        predicate_no_memory(predicate);
        return;
    }
    term = predicate_term(predicate, TERM(ATTRIBUTE));
    if (term == NULL)
        return;
    NEW(predicate, term->attribute, hearth__v1__attribute_match__init);
    term->attribute->name = (PB(AttributeName))operands->name;
    term->attribute->relation = (PB(Relation))relation;
    term->attribute->integers = values.integers;
    term->attribute->numbers = values.numbers;
    term->attribute->texts = values.texts;
    term->attribute->n_texts = values.text_count;
    term->attribute->uuids = values.uuids;
    predicate->minor = RECORDS_MINOR;
}
