import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire

/// What was saved and deleted, and what the owner has decided.
struct GrantTruth {
    static let app: AppID = "org.example.reader"
    static let others: [AppID] = ["org.example.phone", "org.example.watch"]
    static let types: [ObjectType] = [.heartRate, .stepCount, .bodyMass]
    static let seconds: Int64 = 100

    /// A sample. Its value is its number among all that were saved.
    struct Sample {
        let id: ObjectID
        let type: ObjectType
        let app: AppID
        let second: Int64
        /// Those that were saved together.
        let write: Int
        var isStored = true
    }

    enum Reading {
        case undetermined, denied, allowed
        case since(Int64)
    }

    private(set) var samples: [Sample] = []
    var readings: [ObjectType: Reading] = [:]
    /// Whether the app has a socket of its own.
    var hasSocket: Bool
    /// Whether what is not decided is allowed to no app.
    var allAppsAsk = false
    /// Whether the app may not read what is not decided.
    private var asks: Bool { hasSocket || allAppsAsk }

    static func time(_ second: Int64) -> Timestamp {
        Timestamp(nanoseconds: 1_795_000_000_000_000_000 + second * 1_000_000_000)
    }

    init(hasSocket: Bool) {
        self.hasSocket = hasSocket
    }

    // MARK: - Deciding

    private func limit(of type: ObjectType) -> Int64? {
        switch readings[type] ?? .undetermined {
        case .undetermined: asks ? nil : 0
        case .denied: nil
        case .allowed: 0
        case .since(let second): second
        }
    }

    func sees(_ number: Int) -> Bool {
        let sample = samples[number]
        return sample.app == GrantTruth.app || limit(of: sample.type).map { sample.second >= $0 } ?? false
    }

    func grants(for types: [ObjectType]) -> [Grant] {
        types.map { type in
            switch readings[type] ?? .undetermined {
            case .undetermined: Grant(type, share: .allowed, read: .undetermined)
            case .denied: Grant(type, share: .allowed, read: .denied)
            case .allowed: Grant(type, share: .allowed, read: .allowed)
            case .since(let second): Grant(type, share: .allowed, read: .allowed, since: GrantTruth.time(second))
            }
        }
    }

    // MARK: - Saving

    var stored: [Int] { samples.indices.filter { samples[$0].isStored } }

    /// The identifiers of samples that are stored no longer.
    var freeIDs: [ObjectID] {
        let used = Set(stored.map { samples[$0].id })
        return Set(samples.map(\.id)).subtracting(used).sorted()
    }

    /// Whether another app had the last of the samples with a UUID, which is not stored.
    func isDeleted(_ id: ObjectID, byOtherThan app: AppID) -> Bool {
        samples.last { $0.id == id }.map { $0.app != app } ?? false
    }

    mutating func save(_ ids: [ObjectID], of type: ObjectType, at seconds: [Int64], by app: AppID) -> SampleColumns {
        let first = samples.count
        for (id, second) in zip(ids, seconds) {
            samples.append(Sample(id: id, type: type, app: app, second: second, write: first))
        }
        return SampleColumns(
            type: type,
            ids: ids,
            starts: seconds.map(GrantTruth.time),
            payload: .quantity(QuantityColumns(values: ids.indices.map { Double(first + $0) }))
        )
    }

    mutating func delete(_ numbers: [Int]) {
        for number in numbers {
            samples[number].isStored = false
        }
    }
}

extension ObjectType {
    fileprivate static let bodyMass = ObjectType(identifier: "HKQuantityTypeIdentifierBodyMass") ?? .heartRate
}
