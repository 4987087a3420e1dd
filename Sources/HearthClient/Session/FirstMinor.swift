import HearthModel
import HearthWire

/// The minor versions of the protocol that requests need. An older server would refuse them, or take them for others.
extension Request {
    /// The minor version that introduced the request, or a field that decides what it means.
    var firstMinor: UInt32 {
        switch self {
        case .backgroundDelivery: 1
        case .queryChanges(let query): max(query.cursor.isEmpty ? 0 : 2, query.clauses.firstMinor)
        case .acknowledge, .backgroundControl: 2
        case .queryStatistics(let query): max(3, query.clauses.firstMinor)
        case .sourceRanks: 3
        case .authorization, .accessControl(.ask), .accessControl(.await), .accessControl(.counts): 7
        case .accessControl(.decide): 6
        case .accessControl: 5
        case .querySamples(let query): query.clauses.firstMinor
        case .observe(let observe): observe.clauses.firstMinor
        case .listSources(let request): request.clauses.firstMinor
        case .deleteObjects(let request): request.clauses.firstMinor
        case .addToWorkout(let request): request.columns.firstMinor
        case .hello, .save, .characteristics, .ping, .cancel, .credit, .status: 0
        }
    }
}

extension DeleteObjects {
    fileprivate var clauses: [Clause] {
        if case .matching(let clause) = target { [clause] } else { [] }
    }
}

extension [Clause] {
    /// Records and conditions on their attributes came with 1.4.
    fileprivate var firstMinor: UInt32 {
        contains { $0.type.isRecord || $0.predicate?.hasAttributes == true } ? 4 : 0
    }
}

extension Predicate {
    fileprivate var hasAttributes: Bool {
        terms.contains { if case .attribute = $0 { true } else { false } }
    }
}

extension [SampleColumns] {
    /// Records, and saving on behalf of a source, came with 1.4.
    var firstMinor: UInt32 {
        contains { $0.type.isRecord || $0.provenance.entries.contains { $0.owner != nil } } ? 4 : 0
    }
}

extension ObjectType {
    fileprivate var isRecord: Bool { RecordSchema.of(self) != nil }
}
