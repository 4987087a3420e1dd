package import HearthModel

/// The apps to which the owner has given sockets of their own.
package struct AccessTable: Hashable, Sendable {
    /// Their names for people.
    private var names: [AppID: String] = [:]

    package init() {}

    package var apps: [AppID] { names.keys.sorted() }

    package func contains(_ app: AppID) -> Bool { names[app] != nil }

    /// The name of an app for people; "": the one that it says. Nil: the app has no socket.
    package func name(of app: AppID) -> String? { names[app] }

    mutating func carryOut(_ control: AccessControl) throws(HearthError) {
        switch control {
        case .list: break
        case .add(let app, let name):
            guard names[app] != nil || names.count < Limits.appSockets else {
                throw HearthError(
                    .limitExceeded,
                    "\(Limits.appSockets) apps have sockets, which is the limit: 'hearth app' lists and removes them.",
                    field: "app"
                )
            }
            names[app] = name
        case .remove(let app):
            guard names.removeValue(forKey: app) != nil else {
                throw HearthError(
                    .objectNotFound,
                    "The app has no socket: 'hearth app' lists those that have one.",
                    field: "app"
                )
            }
        }
    }
}

// MARK: - Records

/// The table is stored as a record for each app, with its name as the value.
extension AccessTable {
    /// 1 to 7 are other records of apps and begin the checksums of other things.
    private static let recordKind: UInt8 = 8

    static func has(_ record: StoredAppRecord) -> Bool { record.kind == recordKind }

    init(_ stored: [StoredAppRecord]) {
        for record in stored {
            names[record.app] = String(decoding: record.value, as: UTF8.self)
        }
    }

    /// What is stored here and not, or not so, in another table.
    func stored(excluding other: AccessTable) -> [StoredAppRecord] {
        guard self != other else { return [] }
        return apps.compactMap { app in
            guard let name = names[app], !(other.names[app]?.isIdentical(to: name) ?? false) else { return nil }
            return StoredAppRecord(app: app, kind: AccessTable.recordKind, name: "", value: Array(name.utf8))
        }
    }
}
