internal import HearthModel

/// Numbers for the owner's decisions. Each decision gets a new one, whatever was decided, and none is used again, also when
/// nothing is kept of an app any more.
struct DecisionNumbers: Hashable, Sendable {
    private var newest: UInt64 = 0
    /// Of the newest decision about each app that has a socket or decisions; of no app: about all of them.
    private var byApp: [AppID: UInt64] = [:]

    init() {}

    /// That of the newest decision about an app or about all apps; 0: there was none.
    subscript(app: AppID) -> UInt64 { max(byApp["", default: 0], byApp[app, default: 0]) }

    /// Takes the next number for a decision about an app; "": about all.
    mutating func take(for app: AppID) {
        newest += 1
        byApp[app] = newest
    }

    mutating func forget(_ app: AppID) {
        byApp[app] = nil
    }

    // MARK: - Records

    /// The name of the record of `newest`, which is that of no app.
    private static let newestName = "newest"

    /// Records for numbers that others lack.
    func stored(excluding other: DecisionNumbers, ofKind kind: UInt8) -> [StoredAppRecord] {
        func record(_ app: AppID, _ name: String, _ number: UInt64) -> StoredAppRecord {
            var writer = ByteWriter()
            writer.number(number)
            return StoredAppRecord(app: app, kind: kind, name: name, value: writer.bytes)
        }
        let isKnown = newest == other.newest || newest == 0
        let ofAll = isKnown ? [] : [record("", DecisionNumbers.newestName, newest)]
        return ofAll + byApp.filter { other.byApp[$0.key] != $0.value }.map { record($0.key, "", $0.value) }
    }

    mutating func restore(_ record: StoredAppRecord) throws(HearthError) {
        let number = try record.value.reading { (reader) throws(HearthError) in try reader.number() }
        // An earlier build counted decisions by app, without a newest number.
        newest = max(newest, number)
        if record.name != DecisionNumbers.newestName {
            byApp[record.app] = number
        }
    }
}
