/* What becomes of calls when the connection is lost, frame by frame: what is sent again, what goes on, what ends. */
#include "talk.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

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

/* Makes the first loss of a call older than the patience of its client. */
static void wait_out(struct talk *talk, uint64_t number)
{
    struct call *call = session_find(&talk->client->session, number);

    CHECK(call != NULL && call->lost_since >= 0);
    call->lost_since -= talk->client->patience;
}

static void take_again(struct talk *talk)
{
    struct bytes frame;

    talk_lose(talk);
    talk_again(talk);
    frame = talk_receive(talk);
    free(frame.bytes);
}

static void send_notice(struct talk *talk, uint64_t call)
{
    PB(Notice) notice = HEARTH__V1__NOTICE__INIT;
    SERVER_FRAME(frame, call, NOTICE);

    frame.notice = &notice;
    talk_send_message(talk, &frame);
    CHECK(hearth_next(talk->client, call, -1, &reply, &error) == HEARTH_REPLY);
    hearth_reply_free(reply);
}

/* A request that ends the server, which says its welcome each time: it is not sent for ever. */
static void given_up(void)
{
    struct talk talk = talk_open(true);
    uint64_t deadly = begin_ping(&talk), later;

    take_again(&talk);
    take_again(&talk);
    CHECK(hearth_next(talk.client, deadly, 0, &reply, &error) == HEARTH_PENDING);
    wait_out(&talk, deadly);
    /* How long an answer takes is the server's affair: only another loss ends the call. */
    talk_step(&talk);
    CHECK(hearth_next(talk.client, deadly, 0, &reply, &error) == HEARTH_PENDING);
    later = begin_ping(&talk);
    talk_lose(&talk);
    error = expect_failure(&talk, deadly, HEARTH_NO_SERVER);
    CHECK(strstr(error.message, "before it answered") != NULL);
    /* Another call has its own time. That the server is about to stop is no answer. */
    talk_again(&talk);
    free(talk_receive(&talk).bytes);
    send_error(&talk, later, HEARTH_SHUTTING_DOWN, "stops");
    talk_step(&talk);
    wait_out(&talk, later);
    talk_lose(&talk);
    expect_failure(&talk, later, HEARTH_NO_SERVER);
    talk_end(&talk);
}

/* A stream that has received something starts again, even while another call is not answered. */
static void streams_begin_anew(void)
{
    struct talk talk = talk_open(true);
    uint64_t deadly, stream = hearth_start_observe(talk.client, NULL, 0, false, &error);

    free(talk_receive(&talk).bytes);
    for (int i = 0; i < 3; i++) {
        take_again(&talk);
        wait_out(&talk, stream);
        send_notice(&talk, stream);
    }
    deadly = begin_ping(&talk);
    for (int i = 0; i < 2; i++) {
        take_again(&talk);
        free(talk_receive(&talk).bytes);
        send_notice(&talk, stream);
    }
    wait_out(&talk, deadly);
    talk_lose(&talk);
    expect_failure(&talk, deadly, HEARTH_NO_SERVER);
    CHECK(hearth_next(talk.client, stream, 0, &reply, &error) == HEARTH_PENDING);
    talk_again(&talk);
    free(talk_receive(&talk).bytes);
    wait_out(&talk, stream);
    talk_lose(&talk);
    expect_failure(&talk, stream, HEARTH_NO_SERVER);
    talk_end(&talk);
}

/* A socket of the test itself, in a folder of its own. */
struct listener {
    char folder[32];
    struct sockaddr_un name;
    int descriptor;
};

static struct listener listen_anywhere(void)
{
    struct listener listener = {.folder = "/tmp/hearth-lost-XXXXXX", .name = {.sun_family = AF_UNIX}};

    CHECK(mkdtemp(listener.folder) != NULL);
    snprintf(listener.name.sun_path, sizeof listener.name.sun_path, "%s/it.sock", listener.folder);
    listener.descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(bind(listener.descriptor, (struct sockaddr *)&listener.name, sizeof listener.name) == 0);
    CHECK(listen(listener.descriptor, 8) == 0);
    return listener;
}

/* Says the welcome to the next client, reads what it asks for and closes. */
static void welcome_and_close(const struct listener *listener)
{
    int descriptor = accept4(listener->descriptor, NULL, NULL, SOCK_CLOEXEC);
    struct bytes welcome = welcome_frame(PROTOCOL_MINOR);
    uint8_t bytes[4096];

    CHECK(descriptor >= 0 && send(descriptor, welcome.bytes, welcome.length, 0) == (ssize_t)welcome.length);
    CHECK(recv(descriptor, bytes, sizeof bytes, 0) > 0);
    close(descriptor);
    free(welcome.bytes);
}

/* The same as given_up, with a socket and a clock. */
static void closes_after_welcome(void)
{
    struct listener listener = listen_anywhere();
    hearth_options options = {.bundle_identifier = "org.example.run", .socket = listener.name.sun_path,
                              .patience_milliseconds = 200};
    hearth_client *client = hearth_new(&options, &error);
    uint64_t call = hearth_start_ping(client, NULL, 0, &error);
    hearth_step step;

    while ((step = hearth_take(client, call, &reply, &error)) == HEARTH_PENDING) {
        struct pollfd wanted[] = {{.fd = listener.descriptor, .events = POLLIN},
                                  {.fd = hearth_descriptor(client), .events = hearth_events(client)}};

        CHECK(hearth_connections(client) < 1000);
        CHECK(poll(wanted, 2, hearth_timeout(client)) >= 0);
        if (wanted[0].revents != 0)
            welcome_and_close(&listener);
        hearth_process(client);
    }
    CHECK(step == HEARTH_FAILED && error.code == HEARTH_NO_SERVER && hearth_connections(client) > 1);
    hearth_free(client);
    close(listener.descriptor);
    unlink(listener.name.sun_path);
    rmdir(listener.folder);
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
    given_up();
    streams_begin_anew();
    closes_after_welcome();
    without_reconnection();
    puts("lost: calls go on with the next connection");
    return 0;
}
