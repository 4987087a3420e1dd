internal import HearthModel

/// The records in which a store keeps what an app has: one for each registration, by its type, one for how it is
/// started, and one for each cursor, by its name.
private enum RecordKind: UInt8 {
    // 1 to 3 begin the checksums of other things than records.
    case registration = 4
    case launch = 5
    case cursor = 6
}

extension BackgroundRegistry {
    /// Whether a record is the registration for the type with an identifier.
    static func isRegistration(_ record: StoredAppRecord, of type: String) -> Bool {
        record.kind == RecordKind.registration.rawValue && record.name.isIdentical(to: type)
    }

    /// Whether a registration's record announces more changes than another record: older ones, or more often.
    static func announcesMore(_ record: StoredAppRecord, than other: StoredAppRecord) throws(HearthError) -> Bool {
        let (own, others) = (try Registration(record), try Registration(other))
        return (own.progress.acknowledged, own.frequency.rawValue)
            < (others.progress.acknowledged, others.frequency.rawValue)
    }
}

extension BackgroundRegistry.App {
    var records: [StoredAppRecord] {
        var records = registrations.entries.map { record(.registration, $0.identifier, $0.registration.bytes) }
        if let launch {
            records.append(record(.launch, "", launch.bytes))
        }
        records += cursors.map { record(.cursor, String(decoding: $0.key, as: UTF8.self), $0.value.bytes) }
        return records.sorted { ($0.kind, $0.name) < ($1.kind, $1.name) }
    }

    private func record(_ kind: RecordKind, _ name: String, _ value: [UInt8]) -> StoredAppRecord {
        StoredAppRecord(app: id, kind: kind.rawValue, name: name, value: value)
    }

    mutating func restore(_ record: StoredAppRecord) throws(HearthError) {
        switch RecordKind(rawValue: record.kind) {
        case .registration:
            registrations[record.name] = try BackgroundRegistry.Registration(record)
        case .launch:
            launch = try record.value.reading { (reader) throws(HearthError) in
                try BackgroundLaunch(&reader)
            }
        case .cursor:
            cursors[Array(record.name.utf8)] = try Anchor(stored: record.value)
        case nil:
            // Whatever is damaged does not pass as a record.
            throw .newerStore
        }
    }
}

extension BackgroundRegistry.Registration {
    fileprivate init(_ record: StoredAppRecord) throws(HearthError) {
        self = try record.value.reading { (reader) throws(HearthError) in try Self(&reader) }
    }

    /// The frequency alone stands for a delivery that has not come anywhere, as a store of version 2 had it.
    fileprivate var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.number(UInt64(frequency.rawValue))
        guard progress != DeliveryProgress() else { return writer.bytes }
        writer.number(progress.acknowledged)
        writer.number(UInt64(progress.failures))
        writer.byte((progress.begun == nil ? 0 : 1) | (progress.attempted == nil ? 0 : 2))
        for time in [progress.begun, progress.attempted].compactMap(\.self) {
            writer.signed(time.nanoseconds)
        }
        return writer.bytes
    }

    private init(_ reader: inout ByteReader) throws(HearthError) {
        guard let frequency = UInt32(exactly: try reader.number()) else { throw .damagedBlock }
        self.init(frequency: UpdateFrequency(rawValue: frequency))
        guard !reader.isAtEnd else { return }
        progress.acknowledged = try reader.number()
        guard let failures = UInt32(exactly: try reader.number()) else { throw .damagedBlock }
        // More than these are not counted.
        progress.failures = min(failures, DeliveryProgress.failuresMax)
        let present = try reader.byte()
        progress.begun = present & 1 == 0 ? nil : Timestamp(nanoseconds: try reader.signed())
        progress.attempted = present & 2 == 0 ? nil : Timestamp(nanoseconds: try reader.signed())
    }
}

extension BackgroundLaunch {
    fileprivate var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.byte(isFallback ? 1 : 0)
        writer.number(UInt64(timeLimitSeconds))
        switch means {
        case .command(let command, let directory):
            writer.number(command.count)
            for text in command + [directory] {
                writer.sized(text)
            }
        case .systemdUnit(let unit):
            writer.number(0)
            writer.sized(unit)
        }
        return writer.bytes
    }

    fileprivate init(_ reader: inout ByteReader) throws(HearthError) {
        let isFallback = try reader.byte() != 0
        guard let limit = UInt32(exactly: try reader.number()) else { throw .damagedBlock }
        let count = try reader.count(atMost: Limits.launchArguments)
        var command: [String] = []
        for _ in 0..<count {
            command.append(String(decoding: try reader.sized(), as: UTF8.self))
        }
        let last = String(decoding: try reader.sized(), as: UTF8.self)
        self.init(
            count == 0 ? .systemdUnit(last) : .command(command, workingDirectory: last),
            timeLimitSeconds: limit,
            isFallback: isFallback
        )
    }
}
