/// Reads messages by the definitions before them.
struct FITMessages {
    private(set) var activity: FITActivity

    private struct LocalType {
        let definition: FITDefinition
        /// For `record` messages.
        let plan: FITRecordPlan?
    }

    private var types: [LocalType?] = Array(repeating: nil, count: 16)
    private var descriptions: [FITDeveloperField.Key: FITDeveloperField] = [:]
    private var timestamp: UInt32?

    init(_ listedSport: RecordedSport?) {
        activity = FITActivity(listedSport)
    }

    /// The size of the message at `start` with its header; nil: more bytes are needed to compute it.
    func byteCount(_ bytes: Span<UInt8>, _ start: Int, at offset: Int) throws(FormatError) -> Int? {
        guard start < bytes.count else { return nil }
        let header = FITMessageHeader(bytes[start])
        if header.isDefinition {
            return FITDefinition.byteCount(bytes, start + 1, hasDeveloperFields: header.hasDeveloperFields)
                .map { $0 + 1 }
        }
        guard let type = types[header.localType] else { throw FormatError(.malformed, at: offset) }
        return 1 + type.definition.byteCount
    }

    /// Reads the message at `start`, which is whole.
    mutating func read(
        _ bytes: Span<UInt8>,
        _ start: Int,
        _ notices: inout NoticeList,
        at offset: Int
    ) throws(FormatError) {
        let header = FITMessageHeader(bytes[start])
        if header.isDefinition {
            let definition = FITDefinition(bytes, start + 1, hasDeveloperFields: header.hasDeveloperFields)
            let isRecord = definition.message == .record
            let plan = isRecord ? FITRecordPlan(definition, descriptions, &notices, at: offset) : nil
            types[header.localType] = LocalType(definition: definition, plan: plan)
            return
        }
        guard let type = types[header.localType] else { return }
        let content = start + 1
        advanceTime(header, type.definition, bytes, content)
        guard let message = type.definition.message else { return }
        if let plan = type.plan {
            var point = plan.point(bytes, content, &notices, at: offset)
            point.time = FITTime.date(timestamp.map(Double.init))
            guard point.time != nil else { return notices.add(.missingTime, message.name, at: offset) }
            try activity.append(point, at: offset)
            return
        }
        let values = FITValues(type.definition, bytes, content, timestamp: timestamp)
        if message == .fieldDescription {
            describe(values)
        } else {
            try activity.append(message, values, &notices, at: offset)
        }
    }

    /// A message has a whole timestamp, or the last five bits of one in its header, or it belongs to the previous time.
    private mutating func advanceTime(
        _ header: FITMessageHeader,
        _ definition: FITDefinition,
        _ bytes: Span<UInt8>,
        _ content: Int
    ) {
        if let start = definition.timestampStart {
            let seconds = UInt32(definition.order.unsigned(bytes, content + start, size: 4))
            timestamp = seconds == .max ? timestamp : seconds
        } else if let lowBits = header.timeOffset, let last = timestamp {
            timestamp = last &+ (lowBits &- last) & FITMessageHeader.timeOffsetMask
        }
    }

    private mutating func describe(_ values: FITValues) {
        guard let key = FITDeveloperField.key(values) else { return }
        descriptions[key] = FITDeveloperField(values)
    }
}

/// The first byte of a message.
struct FITMessageHeader {
    static let timeOffsetMask: UInt32 = 0x1f

    private let byte: UInt8

    init(_ byte: UInt8) {
        self.byte = byte
    }

    private var isCompressed: Bool { byte & 0x80 != 0 }
    var isDefinition: Bool { !isCompressed && byte & 0x40 != 0 }
    var hasDeveloperFields: Bool { byte & 0x20 != 0 }
    var localType: Int { Int(isCompressed ? byte >> 5 & 0x03 : byte & 0x0f) }
    /// The last five bits of the timestamp.
    var timeOffset: UInt32? { isCompressed ? UInt32(byte) & Self.timeOffsetMask : nil }
}
