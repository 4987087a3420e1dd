import HearthModel
import HearthStore
import HearthWire

/// What is done to a store, one step after the other.
struct Script: Sendable {
    var seed: UInt64
    var options: StoreOptions
    var steps: [Step]
}

enum Step: Sendable {
    /// A group of writes.
    case commit([Write])
    case query(QuerySamples)
    case changes(ChangesFrom)
    case sources(ListSources)
    /// As many steps of maintenance, as long as there is something to do.
    case maintain(Int)
    /// The clock goes on by so many nanoseconds.
    case advance(Int64)
    /// The process ends, in order or by a crash, and another one opens the store.
    case reopen(isCrash: Bool)
    /// Opens a query in a slot, in place of what was open there.
    case openQuery(slot: Int, QuerySamples)
    case openChanges(slot: Int, ChangesFrom)
    /// Reads so many batches from the cursor in the slot.
    case readOn(slot: Int, batches: Int)
    case characteristics
    case verify
    /// Reads everything that the store holds, and its whole history.
    case everything
}

/// A stream of changes, with where it begins.
struct ChangesFrom: Hashable, Sendable {
    var request: QueryChanges
    /// Takes the place of the request's anchor.
    var start: Start

    enum Start: Hashable, Sendable {
        case beginning
        /// One of the anchors handed out so far, counted from the newest; the oldest when there are not so many.
        case remembered(Int)
        /// The same with one byte changed.
        case corrupted(Int, byte: Int)
        case ofOtherStore(Int)
        case inFuture(by: UInt64)
    }
}

extension Script: CustomStringConvertible {
    /// Swift that makes the script again.
    var description: String {
        let steps = steps.map { "        \($0),\n" }.joined()
        return "    Script(seed: \(seed), options: .forSeed(\(seed)), steps: [\n\(steps)    ])"
    }
}

extension Step: CustomStringConvertible {
    var description: String {
        switch self {
        // A mirror does not name a case that holds nothing.
        case .characteristics: ".characteristics"
        case .verify: ".verify"
        case .everything: ".everything"
        default: SwiftSource.text(of: self)
        }
    }
}

extension StoreOptions {
    /// Sizes so small that a few samples go through everything.
    static func forSeed(_ seed: UInt64) -> StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = [8, 3, 16, 1][Int(seed % 4)]
        options.mergeWidth = [3, 2, 4][Int(seed / 4 % 3)]
        options.batchSamples = [5, 1, 7, 64][Int(seed / 2 % 4)]
        options.retainedDeletions = [10, 0, 25][Int(seed / 3 % 3)]
        options.retentionNanoseconds = 1_000
        options.staleKeys = [0, 8, 64][Int(seed / 5 % 3)]
        options.batchBytes = seed % 5 == 0 ? 300 : options.batchBytes
        options.segmentBytes = seed % 7 == 0 ? 200 : options.segmentBytes
        options.sortedBytes = [16 << 20, 200, 1_000][Int(seed / 2 % 3)]
        options.rewrittenRows = [65_536, 0, 16][Int(seed / 3 % 3)]
        options.preparedBytes = [4 << 20, 1, 200][Int(seed % 3)]
        options.searchedRows = [32_768, 8, 0][Int(seed / 7 % 3)]
        // Writes of a group change what its saves replace.
        options.failedPlans = .max
        return options
    }
}

extension CheckpointOptions {
    /// A checkpoint after every commit, or hardly ever.
    static func forSeed(_ seed: UInt64) -> CheckpointOptions {
        var options = CheckpointOptions()
        options.walBytes = seed % 2 == 0 ? 8_192 : options.walBytes
        return options
    }
}
