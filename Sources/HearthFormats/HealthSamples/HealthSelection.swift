package import HearthModel

/// Which objects of an export are wanted.
package struct HealthSelection: Sendable {
    /// Nil for all types.
    private let types: Set<ObjectType>?
    /// Samples that start before are left out.
    let since: Timestamp?

    /// With a correlation its members are wanted, and with routes the workouts.
    package init(types: [ObjectType]? = nil, since: Timestamp? = nil) {
        self.since = since
        guard let types else {
            self.types = nil
            return
        }
        var wanted = Set(types)
        for type in types where type.kind == .correlation {
            wanted.formUnion(ObjectType.all.filter(type.allowsMember))
        }
        if wanted.contains(.workoutRoute) {
            wanted.insert(.workout)
        }
        self.types = wanted
    }

    /// Whether objects of kinds without a type are wanted.
    var wantsAll: Bool { types == nil }

    /// What the export says of its owner has no time.
    package var wantsCharacteristics: Bool { types?.contains { $0.kind == .characteristic } ?? true }

    var wantsClinicalRecords: Bool { types?.contains { $0.kind == .clinical } ?? true }

    func wants(_ type: ObjectType) -> Bool { types?.contains(type) ?? true }

    /// Whether samples that start at a time are wanted.
    func wants(_ start: Timestamp) -> Bool { since.map { start >= $0 } ?? true }
}
