internal import Foundation
internal import HearthModel

/// Which objects a query asks for: what the server tells apart, and what only the client can.
struct Selection: Sendable {
    let clause: Clause
    private let translation: PredicateTranslation?

    /// What the server tells apart by itself.
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

    /// Whether the client has to look at what the server finds.
    var needsFilter: Bool { translation != nil }

    fileprivate func matches(_ sample: HKSample) -> Bool {
        sample.type == clause.type && translation?.isSatisfied(by: sample) ?? true
    }
}

extension [Selection] {
    var clauses: [Clause] { map(\.clause) }

    var needsFilter: Bool { contains(where: \.needsFilter) }

    /// Of what the server found, the samples that match at least one of the selections.
    func filter(_ samples: [HKSample]) -> [HKSample] {
        guard needsFilter else { return samples }
        return samples.filter { sample in contains { $0.matches(sample) } }
    }

    /// Checks that a sample that matches one of them cannot be taken for one that matches another: what the server
    /// finds for one clause of a type, the client would let pass for the other.
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
