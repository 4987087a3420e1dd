internal import HearthModel
internal import HearthWire

/// Decodes columns from the store into objects.
enum SampleDecoder {
    /// The samples of a query's batch, in the requested order.
    static func samples(_ batch: SampleBatch) -> [HKSample] {
        samples(batch.columns, members: batch.members, interleaving: batch.interleaving)
    }

    /// The samples that a batch of changes adds, in the order of the commits.
    static func addedSamples(_ changes: ChangeBatch) -> [HKSample] {
        samples(changes.added, members: changes.members)
    }

    /// The samples of all columns, column by column or in the order given by `interleaving`. `members` are the members
    /// of the correlations among them.
    static func samples(
        _ columns: [SampleColumns],
        members: [SampleColumns] = [],
        interleaving: [UInt32] = []
    ) -> [HKSample] {
        var known: [ObjectID: HKSample] = [:]
        for columns in members {
            for sample in SampleRows(columns).samples {
                known[sample.id] = sample
            }
        }
        guard columns.count > 1, !interleaving.isEmpty else {
            var samples: [HKSample] = []
            samples.reserveCapacity(columns.reduce(0) { $0 + $1.count })
            for columns in columns {
                SampleRows(columns, members: known).append(to: &samples)
            }
            return samples
        }
        var queues = columns.map { SampleRows($0, members: known).samples.makeIterator() }
        return interleaving.compactMap { queues[Int($0)].next() }
    }
}
