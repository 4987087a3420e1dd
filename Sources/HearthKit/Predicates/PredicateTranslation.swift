internal import Foundation
internal import HearthModel

/// A predicate in two parts: one that the store tests, and one that the client tests on the samples from the store. A
/// sample satisfies the predicate if it satisfies both.
struct PredicateTranslation: Sendable {
    /// The part for the store; nil: none.
    let predicate: Predicate?
    /// The part for the client; nil: none.
    let residual: Condition?

    /// The parts of a predicate on samples of a type. Throws if the predicate does not fit the type, or if neither side
    /// can test it.
    init(_ predicate: NSPredicate?, for type: ObjectType) throws(HearthError) {
        let (pushed, residual) = predicate.map { Condition($0).merged.divided } ?? (nil, nil)
        if let residual, residual.asksForAssociations {
            throw HearthError(
                .malformedPredicate,
                "An OR or NOT combines a predicate that only the app can test with one about members of a workout or a"
                    + " correlation, which only the store can test."
            )
        }
        self.residual = residual
        self.predicate = pushed.map { Predicate(terms: $0.terms) }
        try self.predicate?.validate(for: type)
        try residual?.validate(for: type)
    }

    /// Whether a sample that the store sent satisfies the rest too.
    func isSatisfied(by sample: HKSample) -> Bool {
        residual?.holds(for: sample) ?? true
    }
}

extension Condition {
    /// The condition of any predicate.
    init(_ predicate: NSPredicate) {
        // Subclasses may mean something else.
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

    /// The part that the store can test, and the rest; both together are equivalent to the condition. The store's part
    /// never excludes a sample that satisfies the condition.
    var divided: (store: Condition?, rest: Condition?) {
        switch self {
        case .all(let parts):
            let divided = parts.map(\.divided)
            return (.joined(divided.compactMap(\.store)), .joined(divided.compactMap(\.rest)))
        case .none(let parts):
            // None of a list means none of each part of it.
            let (store, rest) = (parts.filter(\.isOfStore), parts.filter { !$0.isOfStore })
            guard !rest.isEmpty else { return (self, nil) }
            return (store.isEmpty ? nil : .none(store), .none(rest))
        case .any(let parts):
            guard !isOfStore else { return (self, nil) }
            // A sample that satisfies one of the alternatives satisfies the store's part of it. The store sends those,
            // and the client tests the whole condition.
            let stores = parts.compactMap(\.divided.store)
            return (stores.count == parts.count ? .any(stores) : nil, self)
        case .activity, .test, .app:
            return isOfStore ? (self, nil) : (nil, self)
        }
    }

    /// Checks that the client's part fits the samples of a type, as the store would. Its number of terms is not
    /// limited.
    func validate(for type: ObjectType) throws(HearthError) {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts):
            for part in parts {
                try part.validate(for: type)
            }
        case .activity, .test: try Predicate(terms: withoutApp.terms).validate(for: type)
        case .app: break
        }
    }

    /// The condition with `true` instead of the tests that only the app can evaluate.
    private var withoutApp: Condition {
        switch self {
        case .all(let parts): .all(parts.map(\.withoutApp))
        case .any(let parts): .any(parts.map(\.withoutApp))
        case .none(let parts): .none(parts.map(\.withoutApp))
        case .activity(let parts): .activity(parts.map(\.withoutApp))
        case .test: self
        case .app: .test(.constant(true))
        }
    }

    /// The conjunction of parts; nil without parts.
    private static func joined(_ parts: [Condition]) -> Condition? {
        parts.count > 1 ? .all(parts) : parts.first
    }
}
