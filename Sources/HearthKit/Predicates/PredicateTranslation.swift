internal import Foundation
internal import HearthModel

/// A predicate in two parts: what the store tests, and what is left to test on the samples that it sends. A sample
/// satisfies the predicate when it satisfies both.
struct PredicateTranslation: Sendable {
    /// For the store; nil for nothing.
    let predicate: Predicate?
    /// For the samples that come; nil for nothing.
    let residual: Condition?

    /// The parts of a predicate on samples of a type; an error when the predicate does not fit the type, or when nobody
    /// can test it.
    init(_ predicate: NSPredicate?, for type: ObjectType) throws(HearthError) {
        let (pushed, residual) = predicate.map { Condition($0).divided } ?? (nil, nil)
        if let residual, residual.asksForAssociations {
            throw HearthError(
                .malformedPredicate,
                "a predicate of the app's own stands in one OR or NOT with one about what belongs to a workout or a"
                    + " correlation: only the store can test that, and only the app the other"
            )
        }
        self.residual = residual
        self.predicate = pushed.map { Predicate(terms: $0.terms) }
        try self.predicate?.validate(for: type)
    }

    /// Whether a sample that the store sent satisfies the rest too.
    func isSatisfied(by sample: HKSample) -> Bool {
        residual?.holds(for: sample) ?? true
    }
}

extension Condition {
    /// What any predicate says.
    init(_ predicate: NSPredicate) {
        // Subclasses that apps write may say something else.
        switch predicate {
        case let predicate as StorePredicate:
            self = predicate.condition
        case let compound as NSCompoundPredicate where type(of: predicate) == NSCompoundPredicate.self:
            self.init(compound)
        case NSPredicate(value: true) where type(of: predicate) == NSPredicate.self:
            self = .test(.constant(true))
        case NSPredicate(value: false) where type(of: predicate) == NSPredicate.self:
            self = .test(.constant(false))
        default:
            self = .app(AppPredicate(predicate: predicate))
        }
    }

    private init(_ compound: NSCompoundPredicate) {
        let parts = compound.subpredicates.map(Condition.init)
        switch compound.compoundPredicateType {
        case .and: self = .all(parts)
        case .or: self = .any(parts)
        // Foundation negates the first and looks at no other.
        case .not: self = .none(Array(parts.prefix(1)))
        }
    }

    /// What the store can test, and what is left: both together are the whole.
    var divided: (store: Condition?, rest: Condition?) {
        switch self {
        case .all(let parts):
            let divided = parts.map(\.divided)
            return (.joined(divided.compactMap(\.store)), .joined(divided.compactMap(\.rest)))
        case .none(let parts):
            // None of several is: not the ones, and not the others.
            let flat = parts.flatMap(\.alternatives)
            let (store, rest) = (flat.filter(\.isOfStore), flat.filter { !$0.isOfStore })
            guard !rest.isEmpty else { return (self, nil) }
            return (store.isEmpty ? nil : .none(store), .none(rest))
        case .any, .activity, .test, .app:
            return isOfStore ? (self, nil) : (nil, self)
        }
    }

    /// The parts of which one has to hold.
    private var alternatives: [Condition] {
        if case .any(let parts) = self { parts.flatMap(\.alternatives) } else { [self] }
    }

    /// All of several; nil for nothing.
    private static func joined(_ parts: [Condition]) -> Condition? {
        parts.count > 1 ? .all(parts) : parts.first
    }
}
