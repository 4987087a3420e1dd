package import HearthModel

/// What an app may see of a store, and save. Its own samples it always sees.
package struct AccessView: Hashable, Sendable {
    /// How much of what other apps have saved an app may read.
    package enum Reading: Hashable, Sendable {
        case everything
        /// Samples that end at a time or later.
        case since(Timestamp)
        case nothing
    }

    package let app: AppID
    /// Of types about which nothing was decided.
    let standard: Reading
    /// The types that the app may read more or less of than `standard`.
    private(set) var readings: [ObjectType: Reading] = [:]
    private var shares: [ObjectType: Permission] = [:]
    private let undecidedShare: Permission
    /// Types of correlations some of whose members the app may not read.
    private var partial: Set<ObjectType> = []
    /// Names what the app may read, as anchors carry it: the same for all views of an app under which it reads the same.
    /// 0: everything.
    private(set) var number: UInt64 = 0

    /// `asks`: what the owner has not decided is not allowed.
    init(of app: AppID, _ grants: [Grant], asks: Bool) {
        self.app = app
        standard = asks ? .nothing : .everything
        undecidedShare = asks ? .undetermined : .allowed
        for grant in grants {
            switch grant.read {
            case .allowed?: note(grant.since.map { .since($0) } ?? .everything, of: grant.type)
            case .denied?: note(.nothing, of: grant.type)
            default: break
            }
            if let share = grant.share, share != .undetermined, share != undecidedShare {
                shares[grant.type] = share
            }
        }
        note(max(reading(of: .bloodPressureSystolic), reading(of: .bloodPressureDiastolic)), of: .bloodPressure)
        var food = standard
        for grant in grants where ObjectType.food.allowsMember(grant.type) {
            food = min(food, reading(of: grant.type))
        }
        note(food, of: .food)
        for (correlation, members) in AccessView.members where !members.allSatisfy({ reading(of: $0) == .everything }) {
            partial.insert(correlation)
        }
        number = ViewNumber(of: self).value
    }

    /// What an app could read once, as the store remembers it.
    init(of app: AppID, reading standard: Reading, _ readings: [ObjectType: Reading], number: UInt64) {
        self.app = app
        self.standard = standard
        self.readings = readings
        self.number = number
        undecidedShare = .undetermined
    }

    /// The types of the members of each type of correlations.
    static let members = ObjectType.all.filter { $0.kind == .correlation }.map { correlation in
        (correlation, ObjectType.all.filter(correlation.allowsMember))
    }

    /// Views that allow the same are equal.
    private mutating func note(_ reading: Reading, of type: ObjectType) {
        readings[type] = reading == standard ? nil : reading
    }

    /// Whether nothing is kept from the app.
    var isWhole: Bool {
        standard == .everything && readings.values.allSatisfy { $0 == .everything }
            && shares.values.allSatisfy { $0 == .allowed }
    }

    /// How much of a type the app may read.
    package func reading(of type: ObjectType) -> Reading { readings[type] ?? standard }

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

    /// Throws if the app may not save samples of a type.
    package func checkSharing(of type: ObjectType) throws(HearthError) {
        // Whoever may save the members may save the correlation, and all come together.
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

extension AccessView.Reading: Comparable {
    /// The one that allows more comes first.
    package static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.everything, .everything), (.nothing, _): false
        case (.everything, _), (.since, .nothing): true
        case (.since(let one), .since(let other)): one < other
        case (.since, .everything): false
        }
    }
}
