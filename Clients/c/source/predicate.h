/* A predicate while it is built: terms in an arena of its own. */
#ifndef HEARTH_PREDICATE_H
#define HEARTH_PREDICATE_H

#include "arena.h"
#include "fault.h"
#include "schema.h"

struct hearth_predicate {
    struct arena arena;
    PB(PredicateTerm) **terms;
    size_t count, room;
    size_t values;  /* truth values on the stack after the last term */
    uint32_t minor; /* the minor version that brought its newest test; 0: any has all of them */
    bool faulty;
    hearth_error error; /* the first fault; its field is below the predicate's */
};

/* The place of the term that would be the next. */
#define NEXT_TERM(predicate) AT_INDEX(NULL, "terms", (predicate)->count)

/* Keeps the first fault. */
void predicate_refuse(hearth_predicate *predicate, int32_t code, const struct place *place, const char *message);
void predicate_no_memory(hearth_predicate *predicate);
/* Whether a text of the next term is one. */
bool predicate_good_text(hearth_predicate *predicate, const char *text, size_t most_bytes, bool may_be_empty,
                         const struct place *place);
/* Texts of the predicate's own; NULL: no memory, or a text that is none. */
char *predicate_copy(hearth_predicate *predicate, const char *text);
char **predicate_copy_texts(hearth_predicate *predicate, const char *const *texts, size_t count, bool may_be_empty,
                            const struct place *place, const char *name);
/* A column of the predicate's own; NULL: no memory. */
void *predicate_copy_column(hearth_predicate *predicate, const void *values, size_t bytes);
/* A new term, for a test. NULL: the predicate is at fault. */
PB(PredicateTerm) *predicate_term(hearth_predicate *predicate, Hearth__V1__PredicateTerm__TermCase kind);

#define TERM(NAME) HEARTH__V1__PREDICATE_TERM__TERM_##NAME

/* Sets a member of the newest term to a new message, and gives that; ends the function when memory runs out. */
#define NEW(predicate, to, init)                                        \
    do {                                                                \
        (to) = arena_take(&(predicate)->arena, sizeof *(to));           \
        if ((to) == NULL) {                                             \
            predicate_no_memory(predicate);                             \
            return;                                                     \
        }                                                               \
        init(to);                                                       \
    } while (0)

/* A clause, with its predicate, as messages that point at both. */
bool encode_clause(const hearth_clause *clause, const struct place *place, PB(Clause) *out,
                   PB(Predicate) *out_predicate, hearth_error *error);
/* The minor version that a session must have for the predicates of these clauses. */
uint32_t clauses_minor(const hearth_clause *clauses, size_t count);
/* The clauses of a request, as messages in the arena. */
bool encode_clauses(struct arena *arena, const hearth_clause *clauses, size_t count, const struct place *place,
                    PB(Clause) ***out, hearth_error *error);

#endif
