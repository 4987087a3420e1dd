import Foundation
import HearthModel
import HearthTestSupport

/// Apps and subscribers that go on from one server to the next on the same store.
final class ServerLoad {
    private let folder: ServerFolder
    private var random: SeededGenerator
    private let writers: [LoadWriter]
    private let subscribers: [(types: [ObjectType], subscriber: Subscriber)]
    private var work: [BackgroundWork<Void>] = []
    private(set) var acknowledged = Tally()

    /// - Parameter samplesMax: how many samples an app has before it deletes as much as it saves.
    init(in folder: ServerFolder, seed: UInt64, samplesMax: Int = .max) {
        self.folder = folder
        var random = SeededGenerator(seed: seed)
        writers = (1...3).map { LoadWriter("org.example.writer\($0)", seed: random.next(), samplesMax: samplesMax) }
        subscribers = [[], [NumberedSamples.heartRate], [NumberedSamples.stepCount, NumberedSamples.sleepAnalysis]].map
        {
            ($0, Subscriber($0))
        }
        self.random = random
    }

    /// Writes that had no answer when the last connections ended.
    var unansweredCount: Int { writers.map(\.unanswered.count).reduce(0, +) }
    /// Writes that a server which was about to stop refused.
    var refusals: Int { writers.map(\.refusals).reduce(0, +) }

    /// Subscribes from where the subscribers were.
    func subscribe() {
        for (_, subscriber) in subscribers {
            subscriber.start(on: folder.socket)
        }
    }

    /// Begins to write.
    func write() throws {
        acknowledged = Tally()
        for writer in writers {
            try writer.connect(on: folder.socket)
        }
        work = writers.map { writer in
            BackgroundWork { [acknowledged] in try writer.run(acknowledged: acknowledged) }
        }
    }

    /// Waits until all connections have ended. Throws what was wrong on them.
    func finish() throws {
        for thread in work {
            try thread.value()
        }
        work = []
        for (_, subscriber) in subscribers {
            try subscriber.finish()
        }
    }

    /// Compares a server's store with what was acknowledged, repeats what has no answer, and waits until the copies of the
    /// subscribers are equal to what is stored.
    func check() throws {
        var found = try storedIDs()
        for writer in writers {
            try writer.check(&found)
        }
        guard found.isEmpty else { throw Unexpected("\(found.count) samples are there that nobody saved") }
        for writer in writers {
            try writer.repeatUnanswered(on: folder.socket)
        }
        try checkSubscribers()
    }

    private func checkSubscribers() throws {
        let markers = NumberedSamples.types.map { NumberedSamples.id(of: $0, &random) }
        try writers[0].save(markers, on: folder.socket)
        let stored = try storedIDs()
        let acknowledged = writers.reduce(into: Set()) { $0.formUnion($1.stored) }
        guard stored == acknowledged else {
            throw Unexpected("what is stored is not what the apps have saved and not deleted")
        }
        for (types, subscriber) in subscribers {
            let wanted = types.isEmpty ? stored : stored.filter { types.contains(NumberedSamples.type(of: $0)) }
            for marker in markers where wanted.contains(marker) {
                _ = try subscriber.contents(with: marker)
            }
            let marker = markers.last { wanted.contains($0) }
            let copy = try subscriber.contents(with: marker ?? markers[0])
            guard copy == wanted else {
                throw Unexpected(
                    "a copy lacks \(wanted.subtracting(copy).count) samples and has \(copy.subtracting(wanted).count)"
                        + " that are not stored"
                )
            }
        }
    }

    /// Everything that is stored. Throws when something is there twice.
    private func storedIDs() throws -> Set<ObjectID> {
        let client = try SocketClient(folder.socket)
        try client.open("org.example.reader")
        let ids = try NumberedSamples.ids(in: client.samples(of: NumberedSamples.types))
        let distinct = Set(ids)
        guard distinct.count == ids.count else { throw Unexpected("samples are there twice") }
        return distinct
    }
}
