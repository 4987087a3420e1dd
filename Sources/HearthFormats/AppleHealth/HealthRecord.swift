import HearthModel

extension HealthTimes {
    /// The times of an element.
    static func read(_ attributes: inout HealthAttributes) -> Result<HealthTimes, HealthOmission> {
        guard let start = attributes.date(.startDate), let end = attributes.date(.endDate) else {
            return .failure(HealthOmission(.invalidDate))
        }
        guard start.seconds <= end.seconds else { return .failure(HealthOmission(.endBeforeStart)) }
        return .success(HealthTimes(start: start, end: end, creation: attributes.date(.creationDate)))
    }
}

/// A record of a quantity or a category, between its start and its end.
struct HealthRecord {
    enum Reading {
        case record(HealthRecord)
        case omitted(String, OmissionReason)
        case unwanted
    }

    let builder: HealthColumns
    let source: HealthSource
    let times: HealthTimes
    let value: HealthValue
    /// A hash of everything in the record but its metadata; 0 unless it may be a member of a correlation.
    let content: UInt64
    private(set) var beats: HeartbeatReader?

    private static let heartRateVariability = ObjectType(
        identifier: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    )

    static func read(
        _ attributes: inout HealthAttributes,
        _ output: inout HealthOutput,
        _ conversions: inout HealthConversions
    ) -> Reading {
        let wantsAll = output.selection.wantsAll
        guard let name = attributes[.type] else {
            return wantsAll ? .omitted(HealthElement.record.rawValue, .unknownType) : .unwanted
        }
        let type = ObjectType(utf8: name.buffer)
        guard let type, type.kind == .quantity || type.kind == .category else {
            return wantsAll ? .omitted(name.string, type == nil ? .unknownType : .notStored) : .unwanted
        }
        let hasBeats = type == heartRateVariability && output.selection.wants(.heartbeatSeries)
        guard output.selection.wants(type) || hasBeats else { return .unwanted }
        let times: HealthTimes
        switch HealthTimes.read(&attributes) {
        case .success(let read): times = read
        case .failure(let omission): return .omitted(type.identifier, omission.reason)
        }
        guard type != .menopausalState || times.start == times.end else {
            return .omitted(type.identifier, .invalidDate)
        }
        let value: HealthValue
        if type.kind == .category {
            guard let number = conversions.category(type, attributes[.value]) else {
                return .omitted(type.identifier, .invalidValue)
            }
            value = .category(number)
        } else {
            guard let number = attributes.number(.value) else { return .omitted(type.identifier, .invalidValue) }
            guard let conversion = conversions.conversion(type, attributes[.unit]) else {
                return .omitted(type.identifier, .invalidUnit)
            }
            let converted = conversion(number)
            guard converted.isFinite else { return .omitted(type.identifier, .invalidValue) }
            value = .quantity(converted)
        }
        guard let source = output.source(&attributes) else { return .omitted(type.identifier, .invalidMetadata) }
        let builder = output.builder(type, source)
        return .record(
            HealthRecord(
                builder: builder,
                source: source,
                times: times,
                value: value,
                content: builder.isMemberType ? content(&attributes, builder.identity) : 0,
                beats: hasBeats ? HeartbeatReader(times.start.timeOfDay) : nil
            )
        )
    }

    mutating func appendBeat(_ attributes: inout HealthAttributes) {
        beats?.append(&attributes)
    }

    private static func content(_ attributes: inout HealthAttributes, _ identity: UInt64) -> UInt64 {
        var hash = FNVHash()
        hash.add(identity)
        for attribute in [HealthAttribute.startDate, .endDate, .creationDate, .value, .unit] {
            if let text = attributes[attribute] {
                for byte in text.buffer {
                    hash.add(byte)
                }
            }
            hash.add(0 as UInt8)
        }
        return hash.folded
    }
}

/// A reason as an error.
struct HealthOmission: Error {
    let reason: OmissionReason

    init(_ reason: OmissionReason) {
        self.reason = reason
    }
}

/// Collects the beats of a record.
struct HeartbeatReader {
    private let start: Double
    private var found: [(offset: Double, rate: Double)] = []
    /// Beats whose time cannot be read.
    private(set) var invalidCount = 0

    /// An interval between beats that is longer than the rate says by this factor has beats that were not recorded.
    private static let gapFactor = 1.5

    /// `start`: the time of day.
    init(_ start: Double) {
        self.start = start
    }

    mutating func append(_ attributes: inout HealthAttributes) {
        guard let time = attributes[.time], let offset = time.withBytes({ BeatTime.offset($0, from: start) }) else {
            invalidCount += 1
            return
        }
        found.append((offset, attributes.number(.beatsPerMinute) ?? 0))
    }

    /// Ascending. A beat may be a fraction of a second before the start, which has whole seconds only.
    var beats: [(offset: Double, hasGap: Bool)] {
        let sorted = found.sorted { $0.offset < $1.offset }
        var last: Double?
        return sorted.map { beat in
            let offset = max(0, beat.offset)
            defer { last = offset }
            guard let last, beat.rate > 0 else { return (offset, false) }
            return (offset, offset - last > 60 / beat.rate * Self.gapFactor)
        }
    }
}
