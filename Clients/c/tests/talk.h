/* A client whose server is the test: at the other end of a pair of sockets. */
#ifndef TALK_H
#define TALK_H

#include "harness.h"

struct talk {
    hearth_client *client;
    int peer;
};
/* Connected; the Hello is not read yet. Calls outlive the connection if `reconnects`. */
struct talk talk_begin(bool reconnects);
/* The same with the handshake behind it. */
struct talk talk_open(bool reconnects);
void talk_end(struct talk *talk);
/* The connection is lost. */
void talk_lose(struct talk *talk);
/* There is another one, with the handshake behind it. */
void talk_again(struct talk *talk);
/* Writes a frame, or any bytes. */
void talk_send(struct talk *talk, const void *bytes, size_t length);
void talk_send_message(struct talk *talk, const PB(ServerFrame) *frame);
/* The client's next frame, with its prefix; free its bytes. The test fails when there is none. */
struct bytes talk_receive(struct talk *talk);
bool talk_is_silent(struct talk *talk);
/* Lets the client take what was sent. */
void talk_step(struct talk *talk);
/* The welcome of a server with the limits of PROTOCOL.md, chapter 10. */
struct bytes welcome_frame(uint32_t minor);

/* A reply that is nothing but its kind. */
#define SERVER_FRAME(name, number, KIND) \
    PB(ServerFrame) name = HEARTH__V1__SERVER_FRAME__INIT; \
    name.call = (number); \
    name.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_##KIND

/* Replies. */
void send_pong(struct talk *talk, uint64_t call);
void send_done(struct talk *talk, uint64_t call, PB(DoneReason) reason);
void send_error(struct talk *talk, uint64_t call, int32_t code, char *message);
/* A ping, whose frame is taken. */
uint64_t begin_ping(struct talk *talk);
/* The call fails, with this code. The error. */
hearth_error expect_failure(struct talk *talk, uint64_t call, int32_t code);
/* The frame of a vector comes out of a client when this begins a call. */
void expect_request(const char *vector, uint64_t (*begin)(hearth_client *client, hearth_error *error));

#endif
