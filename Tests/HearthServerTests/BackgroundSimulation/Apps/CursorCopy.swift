import HearthModel
import HearthWire

/// What an app has made of the changes that it has read with its cursor.
struct CursorCopy {
    private(set) var samples: Set<ObjectID> = []
    private(set) var place: UInt64 = 0
    private(set) var anchor: EncodedAnchor = []

    /// Takes the next batch of a stream. `floor`: the commit after which everything in it lies.
    mutating func take(
        _ batch: ChangeBatch,
        _ types: [ObjectType],
        after floor: UInt64,
        _ truth: DeliveryTruth
    ) throws {
        let next = try Anchor(decoding: batch.anchor, truth.seal).sequence
        try ensure(next >= floor, .cursors, "a stream that begins after \(floor) comes to \(next)")
        for id in batch.added.flatMap(\.ids) {
            guard let sample = truth.samples[id] else { throw Violation(.cursors, "nobody has saved \(id)") }
            try ensure(
                sample.saved > floor && sample.saved <= next && types.contains(sample.type),
                .cursors,
                "a sample of commit \(sample.saved) comes between \(floor) and \(next)"
            )
            samples.insert(id)
        }
        for id in batch.deleted?.ids ?? [] {
            guard let deleted = truth.samples[id]?.deleted else { throw Violation(.cursors, "nobody deleted \(id)") }
            try ensure(
                deleted > floor && deleted <= next,
                .cursors,
                "a deletion of commit \(deleted) comes between \(floor) and \(next)"
            )
            samples.remove(id)
        }
        place = next
        anchor = batch.anchor
        try check(types, truth)
    }

    /// Nothing is missing up to the place, and nothing is there that was deleted.
    func check(_ types: [ObjectType], _ truth: DeliveryTruth) throws(Violation) {
        for (id, sample) in truth.samples where types.contains(sample.type) && sample.saved <= place {
            let isThere = samples.contains(id)
            let isGone = sample.deleted.map { $0 <= place } ?? false
            // What is deleted later need not have come.
            try ensure(
                isThere ? !isGone : sample.deleted != nil,
                .cursors,
                "at \(place) a sample of \(sample.saved), deleted \(sample.deleted ?? 0), is \(isThere ? "" : "not ")there"
            )
        }
    }
}
