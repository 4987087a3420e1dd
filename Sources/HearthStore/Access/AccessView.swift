package import HearthModel

/// What an app may see of a store, and save. Its own samples it always sees.
package final class AccessView: Sendable {
    /// How much of what other apps have saved an app may read.
    package enum Reading: Hashable, Sendable {
        case everything
        /// Samples that end at a time or later.
        case since(Timestamp)
        case nothing
    }

    package let app: AppID
    let readings: Readings
    private let shares: [ObjectType: Permission]
    private let undecidedShare: Permission
    /// Types of correlations some of whose members the app may not read.
    private let partial: Set<ObjectType>
    /// Names what the app may read after a decision, as anchors carry it. 0: everything.
    let number: UInt64
    /// The number of the decision.
    let decision: UInt64

    /// - Parameters:
    ///   - asks: what the owner has not decided is not allowed.
    ///   - decision: the number of the newest decision about the app.
    package init(of app: AppID, _ grants: [Grant], asks: Bool, after decision: UInt64 = 0) {
        let readings = Readings(grants, standard: asks ? .nothing : .everything)
        let undecidedShare = asks ? Permission.undetermined : .allowed
        var shares: [ObjectType: Permission] = [:]
        for grant in grants {
            if let share = grant.share, share != .undetermined, share != undecidedShare {
                shares[grant.type] = share
            }
        }
        self.app = app
        self.readings = readings
        self.shares = shares
        self.undecidedShare = undecidedShare
        partial = AccessView.partial(readings)
        self.decision = decision
        number = ViewNumber(of: app, readings, after: decision).value
    }

    /// What an app could read once, as the store remembers it.
    init(of app: AppID, reading readings: Readings, after decision: UInt64) {
        self.app = app
        self.readings = readings
        self.decision = decision
        number = ViewNumber(of: app, readings, after: decision).value
        shares = [:]
        undecidedShare = .undetermined
        partial = AccessView.partial(readings)
    }

    /// The types of the members of each type of correlations.
    static let members = ObjectType.all.filter { $0.kind == .correlation }.map { correlation in
        (correlation, ObjectType.all.filter(correlation.allowsMember))
    }

    private static func partial(_ readings: Readings) -> Set<ObjectType> {
        Set(members.lazy.filter { !$0.1.allSatisfy { readings[$0] == .everything } }.map(\.0))
    }

    /// Whether nothing is kept from the app.
    var isWhole: Bool {
        readings.isWhole && shares.values.allSatisfy { $0 == .allowed }
    }

    /// How much of a type the app may read.
    package func reading(of type: ObjectType) -> Reading { readings[type] }

    /// Whether the app sees all samples of a type.
    package func isWhole(_ type: ObjectType) -> Bool { reading(of: type) == .everything && !partial.contains(type) }

    /// Whether the app sees of correlations of a type only those that have a member which it sees.
    func needsMember(_ type: ObjectType) -> Bool { partial.contains(type) }

    /// Whether the app may read samples of a type by others that end at a time.
    func sees(_ type: ObjectType, endingAt end: Timestamp) -> Bool {
        switch reading(of: type) {
        case .everything: true
        case .since(let time): end >= time
        case .nothing: false
        }
    }

    /// Throws if the app may not save samples of one of the types.
    package func checkSharing(of columns: [SampleColumns]) throws(HearthError) {
        // By index: a loop over the elements would copy them.
        for index in columns.indices {
            try locating("columns[\(index)].type", checkSharing(of: columns[index].type))
        }
    }

    /// Throws if the app may not save workouts, or samples of one of the types that it adds to one.
    package func checkSharing(of addition: AddToWorkout) throws(HearthError) {
        try locating("workout", checkSharing(of: .workout))
        try checkSharing(of: addition.columns)
    }

    /// Throws if the app may not save samples of a type.
    package func checkSharing(of type: ObjectType) throws(HearthError) {
        // An app that may save the members may save the correlation; they come in one save.
        guard type.kind != .correlation else { return }
        switch shares[type] ?? undecidedShare {
        case .allowed: break
        case .denied:
            throw HearthError(.authorizationDenied, "The owner has denied that the app saves samples of this type.")
        default:
            throw HearthError(
                .authorizationNotDetermined,
                "The owner has not decided whether the app may save samples of this type: 'hearth allow' does."
            )
        }
    }
}

extension AccessView: Hashable {
    /// Views that allow the same are equal, unless the owner has decided in between. Mostly they are one object.
    package static func == (left: AccessView, right: AccessView) -> Bool {
        left === right
            || left.number == right.number && left.app == right.app && left.readings == right.readings
                && left.shares == right.shares && left.undecidedShare == right.undecidedShare
                && left.partial == right.partial && left.decision == right.decision
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(app)
        hasher.combine(number)
    }
}

extension StreamVisibility {
    /// That of a stream which has everything that its reader may see.
    init(_ view: AccessView) {
        self.init(view: view.number)
    }
}

extension AccessView.Reading {
    /// Whether there are samples that it allows and another reading does not.
    package func allowsMore(than other: Self) -> Bool {
        switch (self, other) {
        case (.everything, .everything), (.nothing, _), (.since, .everything): false
        case (.everything, _), (.since, .nothing): true
        case (.since(let one), .since(let other)): one < other
        }
    }

    /// The one of some that allows the most; nothing where there are none.
    static func widest(of readings: some Sequence<Self>) -> Self {
        readings.reduce(.nothing) { $1.allowsMore(than: $0) ? $1 : $0 }
    }

    /// The one of some that allows the least; everything where there are none.
    static func narrowest(of readings: some Sequence<Self>) -> Self {
        readings.reduce(.everything) { $0.allowsMore(than: $1) ? $1 : $0 }
    }
}
