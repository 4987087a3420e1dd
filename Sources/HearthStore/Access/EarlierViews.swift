internal import HearthModel

/// What apps could read before the owner decided, as far as the anchors of their streams may still ask for it. Each decision
/// adds one, so how long one is remembered says nothing of what was decided.
struct EarlierViews: Hashable, Sendable {
    private struct Entry: Hashable {
        /// The order in which the views ended.
        let number: UInt64
        let view: AccessView
        /// What the first servers of 1.7 stored instead of how often the owner had decided; nil: a later one stored the view.
        var firstNumber: UInt64?
    }

    private var entries: [Entry] = []

    /// The most that are remembered of an app, and of all apps.
    private static let ofAppMax = 32
    private static let allMax = 1_024

    init() {}

    /// A view by its number; nil: it is not known, or not any more.
    subscript(number: UInt64) -> AccessView? {
        entries.last { $0.view.hasNumber(number) }?.view
    }

    /// Remembers a view that has ended.
    mutating func append(_ view: AccessView) {
        let reading = AccessView(of: view.app, reading: view.readings, decisions: view.decisions)
        entries.append(Entry(number: (entries.last?.number ?? 0) + 1, view: reading))
        if entries.count(where: { $0.view.app == view.app }) > EarlierViews.ofAppMax {
            entries.firstIndex { $0.view.app == view.app }.map { _ = entries.remove(at: $0) }
        }
        if entries.count > EarlierViews.allMax {
            entries.removeFirst()
        }
    }

    // MARK: - Records

    /// A record for each view, with the number of its entry as the name.
    func records(ofKind kind: UInt8, first: UInt8) -> [StoredAppRecord] {
        entries.map { entry in
            var writer = ByteWriter()
            writer.number(entry.firstNumber ?? entry.view.decisions)
            entry.view.readings.standard.write(to: &writer)
            for (type, reading) in entry.view.readings.decided.sorted(by: { $0.key.identifier < $1.key.identifier }) {
                writer.sized(type.identifier)
                reading.write(to: &writer)
            }
            return StoredAppRecord(
                app: entry.view.app,
                kind: entry.firstNumber == nil ? kind : first,
                name: String(entry.number),
                value: writer.bytes
            )
        }
    }

    /// Restores a record; the order of the records does not matter.
    mutating func restore(_ record: StoredAppRecord, isOfFirstKind: Bool) throws(HearthError) {
        guard let entryNumber = UInt64(record.name) else { throw .damagedBlock }
        var firstNumber: UInt64?
        let view = try record.value.reading { (reader: inout ByteReader) throws(HearthError) in
            let number = try reader.number()
            firstNumber = isOfFirstKind ? number : nil
            let standard = try AccessView.Reading(&reader)
            var readings: [ObjectType: AccessView.Reading] = [:]
            while !reader.isAtEnd {
                let identifier = String(decoding: try reader.sized(), as: UTF8.self)
                let reading = try AccessView.Reading(&reader)
                // A newer version may have known more types.
                if let type = ObjectType(identifier: identifier) {
                    readings[type] = reading
                }
            }
            return AccessView(
                of: record.app,
                reading: AccessView.Readings(readings, standard: standard),
                decisions: isOfFirstKind ? 0 : number
            )
        }
        let place = entries.firstIndex { $0.number > entryNumber } ?? entries.endIndex
        entries.insert(Entry(number: entryNumber, view: view, firstNumber: firstNumber), at: place)
    }
}

extension AccessView.Reading {
    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .everything: writer.byte(0)
        case .nothing: writer.byte(1)
        case .since(let time):
            writer.byte(2)
            writer.signed(time.nanoseconds)
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(HearthError) {
        switch try reader.byte() {
        case 0: self = .everything
        case 1: self = .nothing
        case 2: self = .since(Timestamp(nanoseconds: try reader.signed()))
        default: throw .damagedBlock
        }
    }
}
