// A gRPC server that keeps samples in memory. Streams of many messages are written by threads that block, which is
// the fastest way for them; calls that are many at a time are answered by callbacks.
#include "samples.grpc.pb.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <deque>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <sys/prctl.h>

namespace {

using comparison::Nothing;
using comparison::Sample;
using comparison::Samples;
using comparison::Saved;
using comparison::Selection;
using comparison::Store;

struct Row {
    std::array<char, 16> uuid;
    int64_t start, end;
    double value;
    int32_t type, source;
};

void fill(Sample *sample, const Row &row)
{
    sample->set_uuid(row.uuid.data(), row.uuid.size());
    sample->set_type(row.type);
    sample->set_start(row.start);
    sample->set_end(row.end);
    sample->set_value(row.value);
    sample->set_source(row.source);
}

Row row_of(const Sample &sample)
{
    Row row = {{}, sample.start(), sample.end(), sample.value(), sample.type(), sample.source()};

    std::copy_n(sample.uuid().begin(), std::min(row.uuid.size(), sample.uuid().size()), row.uuid.begin());
    return row;
}

// One who is told of samples: a write at a time, and those that have to wait.
class Subscriber final : public grpc::ServerWriteReactor<Samples> {
  public:
    explicit Subscriber(std::function<void(Subscriber *)> leave) : leave_(std::move(leave))
    {
        send(Samples());
    }

    void send(Samples samples)
    {
        std::lock_guard<std::mutex> lock(mutex_);

        waiting_.push_back(std::move(samples));
        if (waiting_.size() == 1)
            StartWrite(&waiting_.front());
    }

    void OnWriteDone(bool ok) override
    {
        std::lock_guard<std::mutex> lock(mutex_);

        waiting_.pop_front();
        if (!ok)
            return;
        if (!waiting_.empty())
            StartWrite(&waiting_.front());
    }

    void OnCancel() override
    {
        leave_(this);
        Finish(grpc::Status::CANCELLED);
    }

    void OnDone() override
    {
        delete this;
    }

  private:
    std::mutex mutex_;
    std::deque<Samples> waiting_;
    std::function<void(Subscriber *)> leave_;
};

using Service = Store::WithCallbackMethod_SaveOne<Store::WithCallbackMethod_Subscribe<Store::Service>>;

class MemoryStore final : public Service {
  public:
    grpc::Status Save(grpc::ServerContext *, grpc::ServerReader<Samples> *reader, Saved *saved) override
    {
        Samples samples;
        uint64_t count = 0;

        while (reader->Read(&samples)) {
            std::unique_lock<std::shared_mutex> lock(mutex_);

            for (const Sample &sample : samples.samples())
                rows_.push_back(row_of(sample));
            count += static_cast<uint64_t>(samples.samples_size());
        }
        saved->set_count(count);
        return grpc::Status::OK;
    }

    grpc::Status Read(grpc::ServerContext *, const Selection *selection, grpc::ServerWriter<Samples> *writer) override
    {
        Samples samples;

        for (auto [row, end] = range(*selection); row < end;) {
            samples.Clear();
            {
                std::shared_lock<std::shared_mutex> lock(mutex_);

                for (uint32_t i = 0; i < selection->samples_per_message() && row < end; i++)
                    fill(samples.add_samples(), rows_[row++]);
            }
            // Without the hint that a message may wait for the next one: with it, streams of gRPC 1.51 stand still.
            if (!writer->Write(samples))
                return grpc::Status::CANCELLED;
        }
        return grpc::Status::OK;
    }

    grpc::ServerUnaryReactor *SaveOne(grpc::CallbackServerContext *context, const Sample *sample, Saved *saved) override
    {
        grpc::ServerUnaryReactor *reactor = context->DefaultReactor();

        {
            std::unique_lock<std::shared_mutex> lock(mutex_);

            rows_.push_back(row_of(*sample));
        }
        saved->set_count(1);
        tell(*sample);
        reactor->Finish(grpc::Status::OK);
        return reactor;
    }

    grpc::ServerWriteReactor<Samples> *Subscribe(grpc::CallbackServerContext *, const Nothing *) override
    {
        std::lock_guard<std::mutex> lock(subscribers_mutex_);
        auto *subscriber = new Subscriber([this](Subscriber *leaving) {
            std::lock_guard<std::mutex> lock(subscribers_mutex_);

            subscribers_.erase(leaving);
        });

        subscribers_.insert(subscriber);
        return subscriber;
    }

  private:
    std::shared_mutex mutex_;
    std::deque<Row> rows_;
    std::mutex subscribers_mutex_;
    std::set<Subscriber *> subscribers_;

    void tell(const Sample &sample)
    {
        std::lock_guard<std::mutex> lock(subscribers_mutex_);
        Samples samples;

        if (subscribers_.empty())
            return;
        *samples.add_samples() = sample;
        for (Subscriber *subscriber : subscribers_)
            subscriber->send(samples);
    }

    // The samples came in the order of their starts.
    std::pair<size_t, size_t> range(const Selection &selection)
    {
        std::shared_lock<std::shared_mutex> lock(mutex_);
        auto place = [this](int64_t start) {
            auto found = std::lower_bound(rows_.begin(), rows_.end(), start,
                                          [](const Row &row, int64_t wanted) { return row.start < wanted; });

            return static_cast<size_t>(found - rows_.begin());
        };

        if (selection.end() == 0)
            return {selection.after(), rows_.size()};
        return {place(selection.start()), place(selection.end())};
    }
};

} // namespace

int main(int count, char **arguments)
{
    if (count != 2) {
        std::fprintf(stderr, "usage: %s SOCKET\n", arguments[0]);
        return 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);

    MemoryStore store;
    grpc::ServerBuilder builder;

    builder.AddListeningPort("unix:" + std::string(arguments[1]), grpc::InsecureServerCredentials());
    builder.RegisterService(&store);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    if (server == nullptr)
        return 1;
    std::printf("ready\n");
    std::fflush(stdout);
    server->Wait();
    return 0;
}
