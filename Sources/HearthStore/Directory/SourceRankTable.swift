package import HearthModel

/// The order that the owner has set for the sources of each type.
package struct SourceRankTable: Hashable, Sendable {
    /// By the identifiers of the types: a newer version may have set an order for one that this version does not know.
    private var apps: [String: [AppID]] = [:]

    package init() {}

    /// The sources of a type, the first before all others; empty: no order is set.
    package internal(set) subscript(type: ObjectType) -> [AppID] {
        get { apps[type.identifier] ?? [] }
        set { apps[type.identifier] = newValue.isEmpty ? nil : newValue }
    }

    /// The types whose sources come in another order than in an earlier table.
    package func changedTypes(since earlier: SourceRankTable) -> [ObjectType] {
        guard self != earlier else { return [] }
        return Set(apps.keys).union(earlier.apps.keys).filter { apps[$0] != earlier.apps[$0] }
            .compactMap { ObjectType(identifier: $0) }
    }
}

// MARK: - Records

/// The table is stored as a record for each source: of the app, by the type, with the rank as its value.
extension SourceRankTable {
    /// 1 to 6 are records of apps and begin the checksums of other things.
    private static let recordKind: UInt8 = 7

    static func has(_ record: StoredAppRecord) -> Bool { record.kind == recordKind }

    init(_ stored: [StoredAppRecord]) throws(HearthError) {
        var places: [String: [(place: UInt64, app: AppID)]] = [:]
        for record in stored {
            let place = try record.value.reading { (reader) throws(HearthError) in try reader.number() }
            places[record.name, default: []].append((place, record.app))
        }
        apps = places.mapValues { $0.sorted { $0.place < $1.place }.map(\.app) }
    }

    /// Records that are missing from, or differ in, another table.
    func stored(excluding other: SourceRankTable) -> [StoredAppRecord] {
        guard self != other else { return [] }
        return apps.keys.sorted().flatMap { type in
            let others = other.apps[type] ?? []
            return (apps[type] ?? []).enumerated().compactMap { place, app -> StoredAppRecord? in
                if place < others.count, others[place] == app { return nil }
                var writer = ByteWriter()
                writer.number(UInt64(place))
                return StoredAppRecord(app: app, kind: SourceRankTable.recordKind, name: type, value: writer.bytes)
            }
        }
    }
}
