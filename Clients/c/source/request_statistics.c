/* The requests for statistics, and for the order of sources that they follow. */
#include "encode.h"
#include "predicate.h"
#include "request.h"
#include "text.h"

enum {
    STATISTICS_MINOR = 3,
    MOST_EDGES = 65537,
    EVERY_STATISTIC = HEARTH_SUM | HEARTH_AVERAGE | HEARTH_MINIMUM | HEARTH_MAXIMUM | HEARTH_MOST_RECENT
        | HEARTH_DURATION
};

static bool check_edges(const hearth_statistics_query *query, const struct place *place, hearth_error *error)
{
    if (query->edge_count > MOST_EDGES)
        return fault(error, HEARTH_LIMIT_EXCEEDED, AT(place, "edges"), "A request has at most 65,537 edges.");
    if (query->edge_count == 1)
        return fault(error, HEARTH_INVALID_ARGUMENT, AT(place, "edges"), "A bucket has two edges.");
    for (size_t i = 1; i < query->edge_count; i++)
        if (query->edges[i] <= query->edges[i - 1])
            return fault(error, HEARTH_VALUE_OUT_OF_RANGE, AT_INDEX(place, "edges", i - 1),
                         "The next edge is not later.");
    return true;
}

static bool encode_statistics(struct arena *arena, const hearth_statistics_query *from, PB(QueryStatistics) *to,
                              hearth_error *error)
{
    const struct place *place = AT(NULL, "query_statistics");

    if ((from->statistics & ~(unsigned)EVERY_STATISTIC) != 0)
        return fault(error, HEARTH_INVALID_ARGUMENT, place, "The client does not know one of the statistics.");
    if (!check_edges(from, place, error)
        || !encode_clauses(arena, from->clauses, from->clause_count, place, &to->clauses, error))
        return false;
    to->n_clauses = from->clause_count;
    to->sum = (from->statistics & HEARTH_SUM) != 0;
    to->average = (from->statistics & HEARTH_AVERAGE) != 0;
    to->minimum = (from->statistics & HEARTH_MINIMUM) != 0;
    to->maximum = (from->statistics & HEARTH_MAXIMUM) != 0;
    to->most_recent = (from->statistics & HEARTH_MOST_RECENT) != 0;
    to->duration = (from->statistics & HEARTH_DURATION) != 0;
    to->edges = encode_column(arena, from->edges, from->edge_count, sizeof *from->edges);
    to->by_source = from->by_source;
    to->follow = from->follow;
    return true;
}

static uint64_t begin(hearth_client *client, PB(ClientFrame) *message, uint32_t minor, const char *name,
                      hearth_error *error)
{
    struct call *call = session_new_call(&client->session, (int)message->request_case, error);

    if (call == NULL)
        return 0;
    call->minor = minor > STATISTICS_MINOR ? minor : STATISTICS_MINOR;
    return request_begin_message(client, message, call, name, error);
}

uint64_t hearth_start_statistics(hearth_client *client, const hearth_statistics_query *query, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(QueryStatistics) request = HEARTH__V1__QUERY_STATISTICS__INIT;
    struct arena arena;
    uint64_t number = 0;

    arena_begin(&arena, 0, SIZE_MAX);
    message.request_case = REQUEST(QUERY_STATISTICS);
    message.query_statistics = &request;
    if (encode_statistics(&arena, query, &request, error))
        number = begin(client, &message, clauses_minor(query->clauses, query->clause_count), "query_statistics", error);
    arena_end(&arena);
    return number;
}

uint64_t hearth_start_source_ranks(hearth_client *client, const char *type, hearth_error *error)
{
    PB(ClientFrame) message = HEARTH__V1__CLIENT_FRAME__INIT;
    PB(SourceRanks) request = HEARTH__V1__SOURCE_RANKS__INIT;

    if (!text_check(type, TEXT_BYTES, false, AT(AT(NULL, "source_ranks"), "type"), error))
        return 0;
    request.type = encode_text(type);
    message.request_case = REQUEST(SOURCE_RANKS);
    message.source_ranks = &request;
    return begin(client, &message, 0, "source_ranks", error);
}
