package import HearthModel

/// How much each app has read, saved and deleted of each type on each of the last days.
///
/// Any client can invent names, so the pairs of an app and a type that are counted apart on a day are limited. What is more
/// counts for all other apps together, under an empty identifier.
package struct AccessCounts: Sendable {
    /// By the identifiers of the types, as in the records.
    fileprivate typealias ByType = [String: AccessCount]

    /// What an app did on a day, as it is stored.
    package struct Row: Hashable, Sendable {
        package let app: AppID
        package let day: Day
    }

    private struct OfDay {
        var apps: [AppID: ByType] = [:]
        /// Pairs that are counted apart.
        var pairs = 0
    }

    private var days: [Day: OfDay] = [:]
    /// Changes with every update. Two states on one line of descent are equal if their numbers are.
    private var number: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { days.isEmpty }

    /// All other apps.
    package static let others = AppID("")

    /// Returns where it was counted. `hasSocket`: whether an app has a socket of its own, so that no other program can be it.
    package mutating func add(
        _ count: AccessCount,
        of type: ObjectType,
        by app: AppID,
        on day: Day,
        hasSocket: (AppID) -> Bool
    ) -> Row {
        number += 1
        let type = type.identifier
        let isKnown = days[day]?.apps[app]?[type] != nil
        let isApart = app != AccessCounts.others && (isKnown || hasRoom(for: app, on: day, hasSocket: hasSocket))
        let row = Row(app: isApart ? app : AccessCounts.others, day: day)
        days[day, default: OfDay()].apps[row.app, default: [:]][type, default: AccessCount()].add(count)
        if isApart, !isKnown {
            days[day]?.pairs += 1
        }
        return row
    }

    private func hasRoom(for app: AppID, on day: Day, hasSocket: (AppID) -> Bool) -> Bool {
        guard app.description.utf8.count <= Limits.countedAppBytes else { return false }
        let counted = days[day] ?? OfDay()
        if hasSocket(app) { return counted.pairs < Limits.countedPairs }
        guard counted.pairs < Limits.countedPairs - Limits.countedPairsReserve else { return false }
        return counted.apps[app] != nil
            || counted.apps.keys.count { $0 != AccessCounts.others && !hasSocket($0) } < Limits.countedApps
    }

    /// Only what apps did on days that are named.
    package func selecting(_ rows: Set<Row>) -> AccessCounts {
        var selected = AccessCounts()
        for row in rows {
            selected.set(days[row.day]?.apps[row.app], at: row)
        }
        return selected
    }

    /// Replaces the counts of the apps and days that the newer state has.
    mutating func replace(with newer: AccessCounts) {
        for (day, counted) in newer.days {
            for (app, types) in counted.apps {
                set(types, at: Row(app: app, day: day))
            }
        }
    }

    private mutating func set(_ types: ByType?, at row: Row) {
        guard let types else { return }
        number += 1
        let before = days[row.day, default: OfDay()].apps.updateValue(types, forKey: row.app)
        if row.app != AccessCounts.others {
            days[row.day]?.pairs += types.count - (before?.count ?? 0)
        }
    }

    /// Forgets what is older than the days that are kept, counted up to the newest day that a later one confirms: a clock may
    /// be wrong by years for a while.
    package mutating func forgetOld() {
        guard let newest = days.keys.max(), let confirmed = days.keys.filter({ $0 < newest }).max() else { return }
        let oldest = confirmed + (1 - Limits.countedDays)
        for day in days.keys where day < oldest {
            days[day] = nil
            number += 1
        }
    }

    /// All of it, in the order of a reply. Without types that only a newer version knows.
    package var list: [AppCounts] { list(from: Day(number: .min)) }

    /// The same without what is older than a day.
    package func list(from oldest: Day) -> [AppCounts] {
        var byApp: [AppID: [String: [DayCounts]]] = [:]
        for (day, counted) in days.sorted(by: { $0.key < $1.key }) where day >= oldest {
            for (app, types) in counted.apps {
                for (type, count) in types {
                    byApp[app, default: [:]][type, default: []].append(DayCounts(day, count))
                }
            }
        }
        return byApp.sorted { $0.key < $1.key }.map { app, types in
            AppCounts(
                app,
                types.sorted { $0.key < $1.key }.compactMap { type, days in
                    ObjectType(identifier: type).map { TypeCounts($0, days) }
                }
            )
        }
    }
}

// MARK: - Records

/// The counts are stored as a record for each app and day: the number of the day is the name, and the counts of the types,
/// in their order, are the value.
extension AccessCounts {
    /// 1 to 10 are other records of apps and begin the checksums of other things.
    private static let recordKind: UInt8 = 11

    static func has(_ record: StoredAppRecord) -> Bool { record.kind == recordKind }

    init(_ stored: [StoredAppRecord]) throws(HearthError) {
        for record in stored {
            guard let number = Int32(record.name), "\(number)" == record.name else { throw .damagedBlock }
            let row = Row(app: record.app, day: Day(number: number))
            guard row.day.isValid else { throw .damagedBlock }
            set(try record.value.reading { (reader) throws(HearthError) in try ByType(&reader) }, at: row)
        }
    }

    /// Records that are missing from, or differ in, another state on the same line of descent.
    func stored(excluding other: AccessCounts) -> [StoredAppRecord] {
        guard number != other.number else { return [] }
        return days.sorted { $0.key < $1.key }.flatMap { day, counted -> [StoredAppRecord] in
            let others = other.days[day]?.apps ?? [:]
            guard counted.apps != others else { return [] }
            return counted.apps.filter { others[$0.key] != $0.value }.sorted { $0.key < $1.key }.map { app, types in
                StoredAppRecord(
                    app: app,
                    kind: AccessCounts.recordKind,
                    name: "\(day.number)",
                    value: types.bytes
                )
            }
        }
    }
}

extension AccessCounts.ByType {
    fileprivate var bytes: [UInt8] {
        var writer = ByteWriter()
        for (type, count) in sorted(by: { $0.key < $1.key }) {
            writer.sized(type)
            for number in [count.read, count.saved, count.deleted] {
                writer.number(number)
            }
            writer.byte((count.lastRead == nil ? 0 : 1) | (count.lastWritten == nil ? 0 : 2))
            for time in [count.lastRead, count.lastWritten].compactMap(\.self) {
                writer.signed(time.nanoseconds)
            }
        }
        return writer.bytes
    }

    fileprivate init(_ reader: inout ByteReader) throws(HearthError) {
        self.init()
        while !reader.isAtEnd {
            let type = String(decoding: try reader.sized(), as: UTF8.self)
            var count = AccessCount(
                read: try reader.number(),
                saved: try reader.number(),
                deleted: try reader.number()
            )
            let present = try reader.byte()
            guard self[type] == nil, present < 4 else { throw .damagedBlock }
            count.lastRead = present & 1 == 0 ? nil : Timestamp(nanoseconds: try reader.signed())
            count.lastWritten = present & 2 == 0 ? nil : Timestamp(nanoseconds: try reader.signed())
            self[type] = count
        }
    }
}
