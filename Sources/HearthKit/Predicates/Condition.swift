internal import Foundation
internal import HearthModel

/// A predicate as a tree of tests, some of which only the app can evaluate.
indirect enum Condition: Hashable, Sendable {
    case all([Condition])
    case any([Condition])
    case none([Condition])
    /// One activity of the workout satisfies all parts.
    case activity([Condition])
    /// A test that the store supports, never an operator.
    case test(Predicate.Term)
    /// A test that only the app can evaluate.
    case app(AppPredicate)
}

/// A predicate that the app implements, such as a block.
///
/// `@unchecked Sendable`: Foundation's predicates are immutable, and HealthKit too calls them on its own threads.
struct AppPredicate: Hashable, @unchecked Sendable {
    let predicate: NSPredicate
}

extension Condition {
    /// Whether the store can test the whole condition.
    var isOfStore: Bool {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts), .activity(let parts):
            parts.allSatisfy(\.isOfStore)
        case .test: true
        case .app: false
        }
    }

    /// Whether it tests associations between objects, which the objects themselves do not contain.
    var asksForAssociations: Bool {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts), .activity(let parts):
            parts.contains(where: \.asksForAssociations)
        case .test(.inWorkout), .test(.inCorrelation), .test(.correlated): true
        case .test, .app: false
        }
    }

    /// The terms for the store, which must all hold.
    var terms: [Predicate.Term] {
        var terms: [Predicate.Term] = []
        if case .all(let parts) = self {
            parts.forEach { $0.append(to: &terms) }
        } else {
            append(to: &terms)
        }
        return terms
    }

    /// Appends terms that evaluate to one truth value.
    private func append(to terms: inout [Predicate.Term]) {
        switch self {
        case .all(let parts): append(parts, .allOf(UInt32(parts.count)), ifEmpty: true, to: &terms)
        case .any(let parts): append(parts, .anyOf(UInt32(parts.count)), ifEmpty: false, to: &terms)
        case .none(let parts): append(parts, .noneOf(UInt32(parts.count)), ifEmpty: true, to: &terms)
        case .activity(let parts):
            let operands = parts.isEmpty ? [.test(.constant(true))] : parts
            append(operands, .anyActivity(UInt32(operands.count)), ifEmpty: false, to: &terms)
        case .test(let term): terms.append(term)
        case .app: fatalError("the store cannot test what only the app can")
        }
    }

    /// Operators take at least one operand.
    private func append(
        _ parts: [Condition],
        _ operation: Predicate.Term,
        ifEmpty truth: Bool,
        to terms: inout [Predicate.Term]
    ) {
        guard !parts.isEmpty else {
            terms.append(.constant(truth))
            return
        }
        parts.forEach { $0.append(to: &terms) }
        terms.append(operation)
    }
}
