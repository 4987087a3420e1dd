import HearthModel

/// The followers of changes, by type.
struct TypeIndex<Follower: Hashable> {
    private var byType: [ObjectType: Set<Follower>] = [:]
    private var ofAllTypes: Set<Follower> = []

    /// No types: all of them.
    mutating func insert(_ follower: Follower, _ types: some Sequence<ObjectType>) {
        var isOfSome = false
        for type in types {
            byType[type, default: []].insert(follower)
            isOfSome = true
        }
        if !isOfSome {
            ofAllTypes.insert(follower)
        }
    }

    mutating func remove(_ follower: Follower, _ types: some Sequence<ObjectType>) {
        ofAllTypes.remove(follower)
        for type in types {
            byType[type]?.remove(follower)
            if byType[type]?.isEmpty == true {
                byType[type] = nil
            }
        }
    }

    /// The followers of a type that do not follow all; nil: those that do.
    func followers(under key: ObjectType?) -> Set<Follower> {
        key.map { byType[$0] ?? [] } ?? ofAllTypes
    }

    func followers(of types: [ObjectType]) -> Set<Follower> {
        types.reduce(into: ofAllTypes) { found, type in
            if let followers = byType[type] {
                found.formUnion(followers)
            }
        }
    }
}
