internal import HearthModel

/// The stage of a collection.
enum CollectionStage {
    case collecting
    case finished
    case discarded

    /// Checks that more can be added.
    func requireCollecting() throws(HearthError) {
        switch self {
        case .collecting: break
        case .finished: throw HearthError(.invalidArgument, "The builder has finished: begin with a new one.")
        case .discarded: throw HearthError(.invalidArgument, "The builder was discarded: begin with a new one.")
        }
    }
}

extension Metadata {
    /// These entries and others; where both have a key, the others' value.
    func merging(_ others: Metadata) throws(HearthError) -> Metadata {
        let kept = entries.filter { others[$0.key] == nil }
        return try Metadata(kept + others.entries)
    }
}
