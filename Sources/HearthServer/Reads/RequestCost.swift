import HearthModel
import HearthStore
import HearthWire

/// The cost of the clauses of a request. Computed where the request is decoded: it takes as long as they are large.
struct RequestCost {
    /// The bytes that the clauses hold while their call is open.
    private(set) var heldBytes = 0
    /// Whether their predicates are prepared and evaluated in a few microseconds.
    private(set) var isSimple = true

    init(_ request: Request) {
        self.init(RequestCost.clauses(of: request))
        if case .queryStatistics(let query) = request {
            heldBytes += query.edges.count * MemoryLayout<Timestamp>.size
            // What was sent, of each bucket.
            heldBytes += query.follow ? query.bucketCount * MemoryLayout<UInt64>.size : 0
        }
    }

    private static func clauses(of request: Request) -> [Clause] {
        switch request {
        case .querySamples(let query): query.clauses
        case .queryChanges(let query): query.clauses
        case .observe(let observation): observation.clauses
        case .listSources(let listing): listing.clauses
        case .queryStatistics(let query): query.clauses
        case .deleteObjects(let deletion):
            if case .matching(let clause) = deletion.target { [clause] } else { [] }
        case .hello, .save, .addToWorkout, .characteristics, .ping, .cancel, .credit, .status, .backgroundDelivery,
            .acknowledge, .backgroundControl, .sourceRanks, .accessControl, .authorization:
            []
        }
    }

    init(_ clauses: [Clause]) {
        heldBytes = clauses.heldBytes
        isSimple =
            heldBytes <= RequestCost.simpleBytes
            && !clauses.contains { $0.predicate?.terms.contains(where: \.looksUpSamples) ?? false }
    }

    private static let simpleBytes = 4 << 10
}

extension Predicate.Term {
    /// Whether its preparation reads other samples.
    fileprivate var looksUpSamples: Bool {
        switch self {
        case .inWorkout, .inCorrelation, .correlated: true
        default: false
        }
    }
}
