import HearthClient
import HearthModel
import HearthWire

/// Finds what another file of the same recording has brought: one that was cut off, or copied before the recording ended.
///
/// A FIT file names its device and when it was created. The UUIDs that are derived from that differ only in the 12 bits that
/// depend on the end.
struct RecordingSearch: Sendable {
    /// A sample of a file, and what is stored of the same recording.
    struct Match: Sendable {
        /// With the UUID of what is stored.
        var samples: SampleColumns
        /// Whether what is stored lasts longer, so that the file adds nothing to it.
        var isComplete = false
    }

    let connection: Connection

    /// Matches columns of one row.
    func match(_ samples: SampleColumns) async throws -> Match {
        var match = Match(samples: samples)
        guard let start = samples.starts.first, let id = samples.ids.first else { return match }
        let moment = Interval(start: start, end: Timestamp(nanoseconds: start.nanoseconds + 1), strictStart: true)
        let predicate = Predicate(terms: [.interval(moment), .sources(samples.sources.sorted())])
        let query = QuerySamples(clauses: [Clause(type: samples.type, predicate: predicate)])
        for try await batch in connection.query(query) {
            for columns in batch.columns {
                for row in columns.ids.indices {
                    let isLonger = columns.end(row) > samples.end(0)
                    guard columns.ids[row] != id else { return Match(samples: samples, isComplete: isLonger) }
                    if columns.ids[row].isOfSameRecording(as: id) {
                        match.samples.ids = [columns.ids[row]]
                        match.isComplete = isLonger
                    }
                }
            }
        }
        return match
    }
}

extension ObjectID {
    /// Whether two derived UUIDs have the same start, type and origin.
    fileprivate func isOfSameRecording(as other: ObjectID) -> Bool {
        version == 7 && high >> 12 == other.high >> 12 && low == other.low
    }
}
