/* What becomes of calls when the connection is lost, frame by frame: what is sent again, what goes on, what ends. */
#include "talk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static hearth_error error;
static const hearth_reply *reply;

static struct bytes changes_request(struct talk *talk, hearth_change_query *query, uint64_t *call)
{
    *call = hearth_start_changes(talk->client, query, &error);
    CHECK_ERROR(*call != 0, &error);
    return talk_receive(talk);
}

static void send_changes(struct talk *talk, uint64_t call, size_t deleted, uint8_t anchor)
{
    PB(ChangeBatch) changes = HEARTH__V1__CHANGE_BATCH__INIT;
    PB(Deletions) deletions = HEARTH__V1__DELETIONS__INIT;
    SERVER_FRAME(frame, call, CHANGES);
    char type[] = "HKQuantityTypeIdentifierStepCount", *types[] = {type};
    uint8_t zeros[16 * 8] = {0};

    deletions.uuids = (ProtobufCBinaryData){16 * deleted, zeros};
    deletions.times = (ProtobufCBinaryData){8 * deleted, zeros};
    deletions.types = types;
    deletions.n_types = 1;
    changes.deleted = &deletions;
    changes.anchor = (ProtobufCBinaryData){1, &anchor};
    frame.changes = &changes;
    talk_send_message(talk, &frame);
    talk_step(talk);
}

/* Changes go on after the last write that came whole, with what is left of the limit. */
static void resumed_changes(void)
{
    struct talk talk = talk_open(true);
    hearth_change_query query = {.limit = 10};
    uint64_t call;
    struct bytes frame = changes_request(&talk, &query, &call);
    PB(ClientFrame) *message;

    free(frame.bytes);
    send_changes(&talk, call, 2, 'a');
    send_changes(&talk, call, 1, 'b');
    send_changes(&talk, call, 4, 'b'); /* a write that goes on in a batch that does not come */
    talk_lose(&talk);
    CHECK(hearth_next(talk.client, call, 0, &reply, &error) == HEARTH_REPLY);
    hearth_reply_free(reply);
    talk_again(&talk);
    frame = talk_receive(&talk);
    message = hearth__v1__client_frame__unpack(NULL, frame.length - 4, frame.bytes + 4);
    CHECK(message != NULL && message->call == call && message->request_case == REQUEST(QUERY_CHANGES));
    CHECK(message->query_changes->anchor.len == 1 && message->query_changes->anchor.data[0] == 'b');
    CHECK(message->query_changes->limit == 7);
    hearth__v1__client_frame__free_unpacked(message, NULL);
    free(frame.bytes);
    send_changes(&talk, call, 7, 'c');
    talk_lose(&talk);
    for (size_t i = 0; i < 3; i++) {
        CHECK(hearth_next(talk.client, call, 0, &reply, &error) == HEARTH_REPLY);
        hearth_reply_free(reply);
    }
    /* All that the limit allows has come: only the word of it was lost. */
    CHECK(hearth_next(talk.client, call, 0, &reply, &error) == HEARTH_LIMITED);
    talk_end(&talk);
}

static void send_samples(struct talk *talk, uint64_t call)
{
    PB(SampleBatch) samples = HEARTH__V1__SAMPLE_BATCH__INIT;
    SERVER_FRAME(frame, call, SAMPLES);

    frame.samples = &samples;
    talk_send_message(talk, &frame);
    talk_step(talk);
}

/* A query that nobody has read of is asked again; of any other nothing more comes. What is not a stream is asked again,
 * also when the server said that it stops. */
static void asked_again(void)
{
    struct talk talk = talk_open(true);
    hearth_clause clause = {.type = "HKQuantityTypeIdentifierHeartRate"};
    hearth_query query = {.clauses = &clause, .clause_count = 1};
    hearth_uuid uuid = {{7}};
    uint64_t unread, read, deleted, pinged;
    struct bytes frames[4];

    unread = hearth_start_query(talk.client, &query, &error);
    frames[0] = talk_receive(&talk);
    read = hearth_start_query(talk.client, &query, &error);
    frames[1] = talk_receive(&talk);
    deleted = hearth_start_delete(talk.client, &uuid, 1, &error);
    frames[2] = talk_receive(&talk);
    pinged = begin_ping(&talk);
    send_samples(&talk, unread);
    send_samples(&talk, read);
    CHECK(hearth_next(talk.client, read, 0, &reply, &error) == HEARTH_REPLY);
    hearth_reply_free(reply);
    send_error(&talk, pinged, HEARTH_SHUTTING_DOWN, "stops");
    talk_step(&talk);
    CHECK(hearth_next(talk.client, pinged, 0, &reply, &error) == HEARTH_PENDING);
    talk_lose(&talk);
    expect_failure(&talk, read, HEARTH_INTERRUPTED);
    CHECK(hearth_next(talk.client, unread, 0, &reply, &error) == HEARTH_PENDING);
    talk_again(&talk);
    for (size_t i = 0; i < 4; i++) {
        if (i == 1)
            continue;
        struct bytes again = talk_receive(&talk);

        CHECK(i == 3 || (again.length == frames[i].length && memcmp(again.bytes, frames[i].bytes, again.length) == 0));
        CHECK(i != 3 || again.bytes[5] == pinged);
        free(again.bytes);
    }
    /* The first deletion was carried out, so that the second finds nothing. */
    send_error(&talk, deleted, HEARTH_OBJECT_NOT_FOUND, "not there");
    CHECK(hearth_next(talk.client, deleted, -1, &reply, &error) == HEARTH_REPLY);
    CHECK(reply->kind == HEARTH_COMMITTED && reply->committed.anchor.length == 0 && reply->committed.deleted == 1);
    hearth_reply_free(reply);
    send_pong(&talk, pinged);
    CHECK(hearth_next(talk.client, pinged, -1, &reply, &error) == HEARTH_REPLY);
    hearth_reply_free(reply);
    for (size_t i = 0; i < 3; i++)
        free(frames[i].bytes);
    talk_end(&talk);
}

static void without_reconnection(void)
{
    struct talk talk = talk_open(false);
    uint64_t call = begin_ping(&talk);

    shutdown(talk.peer, SHUT_RDWR);
    expect_failure(&talk, call, HEARTH_NO_SERVER);
    talk_end(&talk);
}

int main(void)
{
    resumed_changes();
    asked_again();
    without_reconnection();
    puts("lost: calls go on with the next connection");
    return 0;
}
