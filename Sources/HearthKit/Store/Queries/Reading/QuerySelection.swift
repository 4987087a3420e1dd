internal import Foundation
internal import HearthModel

/// The objects that a query reads: a clause that the server tests, and the rest of the predicate, which only the client
/// can test.
struct QuerySelection: Sendable {
    let clause: Clause
    private let translation: PredicateTranslation?

    /// A selection that the server can test by itself.
    init(_ clause: Clause) {
        self.clause = clause
        translation = nil
    }

    init(_ type: HKObjectType, _ predicate: NSPredicate?) throws(HearthError) {
        guard type.type.kind.isStored else {
            throw HearthError(.unknownType, "The store holds no objects of \(type.identifier).")
        }
        let translation = try PredicateTranslation(predicate, for: type.type)
        clause = Clause(type: type.type, predicate: translation.predicate)
        self.translation = translation.residual == nil ? nil : translation
    }

    /// Whether the client must filter the server's results.
    var needsFilter: Bool { translation != nil }

    fileprivate func matches(_ sample: HKSample) -> Bool {
        sample.type == clause.type && translation?.isSatisfied(by: sample) ?? true
    }
}

extension [QuerySelection] {
    var clauses: [Clause] { map(\.clause) }

    var needsFilter: Bool { contains(where: \.needsFilter) }

    /// Whether the objects are incomplete without what is read separately: HealthKit has no query for it.
    var needContents: Bool { contains { $0.clause.type.kind == .clinical } }

    var includeWorkouts: Bool { contains { $0.clause.type == .workout } }

    /// The samples from the server that match at least one of the selections.
    func filter(_ samples: [HKSample]) -> [HKSample] {
        guard needsFilter else { return samples }
        return samples.filter { sample in contains { $0.matches(sample) } }
    }

    /// Checks that the client can filter each selection by itself: a sample that the server finds for one clause of a
    /// type could otherwise pass the filter of another.
    func checkSeparable() throws(HearthError) {
        guard needsFilter else { return }
        let types = Dictionary(grouping: self, by: \.clause.type)
        guard types.values.allSatisfy({ $0.count == 1 || !$0.needsFilter }) else {
            throw HearthError(
                .invalidArgument,
                "Of several predicates for one type none can be made of a block: put them into one with OR."
            )
        }
    }
}
