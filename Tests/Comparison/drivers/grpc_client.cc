// gRPC: streams of messages with SAMPLES_PER_MESSAGE samples each, over a Unix socket.
#include "lane.h"
#include "samples.grpc.pb.h"

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

namespace {

using comparison::Nothing;
using comparison::Sample;
using comparison::Samples;
using comparison::Saved;
using comparison::Selection;
using comparison::Store;

std::string address;
std::unique_ptr<Store::Stub> stub;
uint64_t saved_samples, marked;

void check(const grpc::Status &status)
{
    if (!status.ok())
        fail("gRPC: %s", status.error_message().c_str());
}

// Each has a connection of its own, as other programs would.
std::unique_ptr<Store::Stub> connect_stub()
{
    grpc::ChannelArguments arguments;

    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    auto channel = grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
    if (!channel->WaitForConnected(gpr_time_add(gpr_now(GPR_CLOCK_REALTIME), gpr_time_from_seconds(30, GPR_TIMESPAN))))
        fail("gRPC: there is no server");
    return Store::NewStub(channel);
}

void open_channel(const char *path)
{
    address = "unix:" + std::string(path) + "/socket";
    stub = connect_stub();
}

void create()
{
    // The server keeps nothing between its runs.
}

void fill(Sample *sample, const struct columns *columns, size_t row)
{
    sample->set_uuid(columns->uuids[row].bytes, UUID_BYTES);
    sample->set_type(TYPE);
    sample->set_start(columns->starts[row]);
    sample->set_end(columns->starts[row]);
    sample->set_value(columns->values[row]);
    sample->set_source(SOURCE);
}

void save(const struct columns *columns)
{
    grpc::ClientContext context;
    Saved saved;
    Samples samples;
    auto writer = stub->Save(&context, &saved);

    for (size_t row = 0; row < columns->count;) {
        samples.Clear();
        for (size_t i = 0; i < SAMPLES_PER_MESSAGE && row < columns->count; i++)
            fill(samples.add_samples(), columns, row++);
        if (!writer->Write(samples))
            break;
    }
    writer->WritesDone();
    check(writer->Finish());
    if (saved.count() != columns->count)
        fail("gRPC: %zu samples arrived as %llu", columns->count, static_cast<unsigned long long>(saved.count()));
    saved_samples += columns->count;
}

void save_one(const struct columns *columns, size_t row)
{
    grpc::ClientContext context;
    Sample sample;
    Saved saved;

    fill(&sample, columns, row);
    check(stub->SaveOne(&context, sample, &saved));
    saved_samples++;
}

void read_selection(Selection &selection, struct collector *collector)
{
    grpc::ClientContext context;
    Samples samples;

    selection.set_samples_per_message(SAMPLES_PER_MESSAGE);
    auto reader = stub->Read(&context, selection);
    while (reader->Read(&samples))
        for (const Sample &sample : samples.samples()) {
            if (sample.uuid().size() != UUID_BYTES || sample.type() != TYPE || sample.source() != SOURCE)
                fail("gRPC: a message is not what was saved");
            collect(collector, sample.uuid().data(), sample.start(), sample.end(), sample.value());
        }
    check(reader->Finish());
}

void read_range(const struct range *range, struct collector *collector)
{
    Selection selection;

    if (range != nullptr) {
        selection.set_start(range->start);
        selection.set_end(range->end);
    }
    read_selection(selection, collector);
}

void mark()
{
    marked = saved_samples;
}

void changes(struct collector *collector)
{
    Selection selection;

    selection.set_after(marked);
    read_selection(selection, collector);
}

// ------------------------------------------------------------------------------------------------ many connections

// A client with one save under way.
struct Member {
    std::unique_ptr<Store::Stub> stub = connect_stub();
    std::unique_ptr<grpc::ClientContext> context;
    std::unique_ptr<grpc::ClientAsyncResponseReader<Saved>> call;
    Saved saved;
    grpc::Status status;
    // Of a subscriber.
    std::unique_ptr<grpc::ClientAsyncReader<Samples>> stream;
    Samples samples;
    grpc::Status end;

    void begin_saving(grpc::CompletionQueue *queue, const struct columns *columns, size_t row)
    {
        Sample sample;

        fill(&sample, columns, row);
        context = std::make_unique<grpc::ClientContext>();
        call = stub->AsyncSaveOne(context.get(), sample, queue);
        call->Finish(&saved, &status, this);
        saved_samples++;
    }
};

std::unique_ptr<grpc::CompletionQueue> queue;
std::vector<std::unique_ptr<Member>> members;

void connect_many(size_t clients)
{
    queue = std::make_unique<grpc::CompletionQueue>();
    for (size_t i = 0; i < clients; i++)
        members.push_back(std::make_unique<Member>());
}

Member *next_event()
{
    void *tag;
    bool ok;

    if (!queue->Next(&tag, &ok) || !ok)
        fail("gRPC: a call broke off");
    return static_cast<Member *>(tag);
}

void disconnect_many()
{
    void *tag;
    bool ok;

    for (auto &member : members)
        if (member->stream != nullptr) {
            member->context->TryCancel();
            member->stream->Finish(&member->end, nullptr);
        }
    queue->Shutdown();
    while (queue->Next(&tag, &ok))
        continue;
    members.clear();
    queue.reset();
}

void save_by_many(const struct columns *columns)
{
    size_t begun = 0;

    for (; begun < members.size() && begun < columns->count; begun++)
        members[begun]->begin_saving(queue.get(), columns, begun);
    for (size_t saved = 0; saved < columns->count; saved++) {
        Member *member = next_event();

        check(member->status);
        if (begun < columns->count)
            member->begin_saving(queue.get(), columns, begun++);
    }
}

// ----------------------------------------------------------------------------------------------------- subscribers

// The saver is the last member. The first message, an empty one, says that a subscription has begun.
void subscribe(size_t subscribers)
{
    connect_many(subscribers + 1);
    for (size_t i = 0; i < subscribers; i++) {
        Member *member = members[i].get();

        member->context = std::make_unique<grpc::ClientContext>();
        member->stream = member->stub->AsyncSubscribe(member->context.get(), Nothing(), queue.get(), member);
        next_event();
        member->stream->Read(&member->samples, member);
        next_event();
        member->stream->Read(&member->samples, member);
    }
}

struct delivery deliver(const struct columns *columns, size_t row)
{
    Member *saver = members.back().get();
    struct delivery delivery = {};

    delivery.sent = now();
    saver->begin_saving(queue.get(), columns, row);
    for (size_t left = members.size(); left > 0; left--) {
        Member *member = next_event();

        if (member == saver) {
            check(saver->status);
            delivery.acknowledged = now();
        } else {
            if (member->samples.samples_size() != 1 || member->samples.samples(0).start() != columns->starts[row])
                fail("gRPC: a subscriber was told of another sample");
            delivery.last_received = now();
            member->stream->Read(&member->samples, member);
        }
    }
    return delivery;
}

} // namespace

int main(int count, char **arguments)
{
    struct lane lane = {};

    lane.open = open_channel;
    lane.create = create;
    lane.save = save;
    lane.save_one = save_one;
    lane.connect_many = connect_many;
    lane.save_by_many = save_by_many;
    lane.disconnect_many = disconnect_many;
    lane.read = read_range;
    lane.mark = mark;
    lane.changes = changes;
    lane.subscribe = subscribe;
    lane.deliver = deliver;
    lane.unsubscribe = disconnect_many;
    return run_lane(&lane, count, arguments);
}
