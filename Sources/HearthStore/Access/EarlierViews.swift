internal import HearthModel

/// What apps could read before the owner decided, as far as the anchors of their streams may still ask for it. Each decision
/// adds one, so how long one is remembered says nothing of what was decided.
struct EarlierViews: Hashable, Sendable {
    private struct Entry: Hashable {
        /// The order in which the views ended.
        let number: UInt64
        /// Nil if no anchor names it.
        let view: AccessView?
        /// As it is stored. What was read is not encoded again: a newer version may have known more types.
        let record: StoredAppRecord
    }

    private var entries: [Entry] = []

    /// The most that are remembered of an app, and of all apps.
    private static let ofAppMax = 32
    private static let allMax = 1_024

    init() {}

    /// A view by its number; nil: it is not known, or not any more.
    subscript(number: UInt64) -> AccessView? {
        entries.last { $0.view?.number == number }?.view
    }

    /// Remembers a view that has ended, as a record of a kind.
    mutating func append(_ view: AccessView, ofKind kind: UInt8) {
        let number = (entries.last?.number ?? 0) + 1
        let reading = AccessView(of: view.app, reading: view.readings, after: view.decision)
        let record = StoredAppRecord(app: view.app, kind: kind, name: String(number), value: reading.stored)
        entries.append(Entry(number: number, view: reading, record: record))
        if entries.count(where: { $0.record.app == view.app }) > EarlierViews.ofAppMax {
            entries.firstIndex { $0.record.app == view.app }.map { _ = entries.remove(at: $0) }
        }
        if entries.count > EarlierViews.allMax {
            entries.removeFirst()
        }
    }

    // MARK: - Records

    /// The records of views that others lack.
    func stored(excluding other: EarlierViews) -> [StoredAppRecord] {
        let others = Set(other.entries.map(\.number))
        return entries.filter { !others.contains($0.number) }.map(\.record)
    }

    /// Restores a record; the order of the records does not matter. `isNamed`: whether anchors name its view.
    mutating func restore(_ record: StoredAppRecord, isNamed: Bool) throws(HearthError) {
        guard let number = UInt64(record.name) else { throw .damagedBlock }
        let view = isNamed ? try AccessView(record) : nil
        let place = entries.firstIndex { $0.number > number } ?? entries.endIndex
        entries.insert(Entry(number: number, view: view, record: record), at: place)
    }
}

extension AccessView {
    /// The number of the decision, and what can be read.
    fileprivate var stored: [UInt8] {
        var writer = ByteWriter()
        writer.number(decision)
        readings.standard.write(to: &writer)
        for (type, reading) in readings.decided.sorted(by: { $0.key.identifier < $1.key.identifier }) {
            writer.sized(type.identifier)
            reading.write(to: &writer)
        }
        return writer.bytes
    }

    fileprivate convenience init(_ record: StoredAppRecord) throws(HearthError) {
        let (decision, readings) = try record.value.reading {
            (reader: inout ByteReader) throws(HearthError) -> (UInt64, Readings) in
            let decision = try reader.number()
            let standard = try Reading(&reader)
            var decided: [ObjectType: Reading] = [:]
            while !reader.isAtEnd {
                let identifier = String(decoding: try reader.sized(), as: UTF8.self)
                let reading = try Reading(&reader)
                if let type = ObjectType(identifier: identifier) {
                    decided[type] = reading
                }
            }
            return (decision, Readings(decided, standard: standard))
        }
        self.init(of: record.app, reading: readings, after: decision)
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
