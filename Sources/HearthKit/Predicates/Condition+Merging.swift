internal import HearthModel

extension Condition {
    /// An equivalent condition with fewer terms: the store accepts a limited number, and apps create lists of any
    /// length.
    var merged: Condition {
        switch self {
        case .all(let parts): .all(parts.map(\.merged).flatMap(\.factors))
        case .any(let parts): .any(parts.map(\.merged).flatMap(\.alternatives).withListsJoined)
        // None of a list means none of each part of it.
        case .none(let parts): .none(parts.map(\.merged).flatMap(\.alternatives).withListsJoined)
        case .activity(let parts): .activity(parts.map(\.merged).flatMap(\.factors))
        case .test, .app: self
        }
    }

    /// The parts that must all hold.
    private var factors: [Condition] {
        if case .all(let parts) = self { parts } else { [self] }
    }

    /// The parts, at least one of which must hold.
    private var alternatives: [Condition] {
        if case .any(let parts) = self { parts } else { [self] }
    }
}

extension [Condition] {
    /// The alternatives, with lists of the same sort joined into one.
    fileprivate var withListsJoined: [Condition] {
        var parts: [Condition] = []
        var places: [ListSort: Int] = [:]
        // The terms with lists to be joined, by their index in `parts`.
        var lists: [Int: [HearthModel.Predicate.Term]] = [:]
        for part in self {
            guard case .test(let term) = part, let sort = ListSort(term) else {
                parts.append(part)
                continue
            }
            let place = places[sort] ?? parts.count
            if places.updateValue(place, forKey: sort) == nil {
                parts.append(part)
            }
            lists[place, default: []].append(term)
        }
        for (place, terms) in lists where terms.count > 1 {
            parts[place] = .test(.joined(terms))
        }
        return parts
    }
}

/// Tests that hold if one element of a list does, so that two lists of a sort can be joined.
private enum ListSort: Hashable {
    case ids
    case sources
    case sourceRevisions
    case devices
    case metadata(Relation)

    init?(_ term: HearthModel.Predicate.Term) {
        switch term {
        case .ids: self = .ids
        case .sources: self = .sources
        case .sourceRevisions: self = .sourceRevisions
        case .devices: self = .devices
        case .metadata(let match): self = .metadata(match.relation)
        default: return nil
        }
    }
}

extension HearthModel.Predicate.Term {
    /// One list instead of several of a sort.
    fileprivate static func joined(_ terms: [Self]) -> Self {
        switch terms[0] {
        case .ids: .ids(terms.elements { if case .ids(let list) = $0 { list } else { nil } })
        case .sources: .sources(terms.elements { if case .sources(let list) = $0 { list } else { nil } })
        case .sourceRevisions:
            .sourceRevisions(terms.elements { if case .sourceRevisions(let list) = $0 { list } else { nil } })
        case .devices: .devices(terms.elements { if case .devices(let list) = $0 { list } else { nil } })
        case .metadata(let first):
            .metadata(
                MetadataMatch(
                    relation: first.relation,
                    entries: terms.elements { if case .metadata(let match) = $0 { match.entries } else { nil } }
                )
            )
        default: terms[0]
        }
    }
}

extension [HearthModel.Predicate.Term] {
    fileprivate func elements<Listed>(_ list: (HearthModel.Predicate.Term) -> [Listed]?) -> [Listed] {
        flatMap { list($0) ?? [] }
    }
}
