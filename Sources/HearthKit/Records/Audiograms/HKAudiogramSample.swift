public import Foundation
internal import HearthModel

/// How well a person hears tones.
///
/// `@unchecked Sendable`: as its superclass.
open class HKAudiogramSample: HKSample, RecordSample, @unchecked Sendable {
    let record: Record
    var series: RecordSeries { .none }

    init(_ head: SampleHead, _ record: Record) {
        self.record = record
        super.init(head)
    }

    /// An audiogram with the tones of a test.
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint],
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            sensitivityPoints: sensitivityPoints,
            start: startDate,
            end: endDate,
            device: nil,
            metadata: metadata
        )
    }

    /// An audiogram with the tones of a test, from a device.
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint],
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let type = HKObjectType.audiogramSampleType()
        self.init(
            SampleHead(new: type, from: startDate, to: endDate, device: device, metadata: metadata),
            Record(sensitivityPoints)
        )
    }

    /// The audiogram in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        record = sample.record
        super.init(SampleHead(sample))
    }

    /// The tones, from low to high.
    open var sensitivityPoints: [HKAudiogramSensitivityPoint] { HKAudiogramSensitivityPoint.points(record) }
}

extension Record {
    /// A row for each test of each tone.
    fileprivate init(_ points: [HKAudiogramSensitivityPoint]) {
        self.init()
        let sorted = points.sorted { $0.hertz < $1.hertz }
        let tests = sorted.flatMap { point in point.tests.map { (hertz: point.hertz, test: $0) } }
        let ranges = tests.map(\.test.clampingRange)
        set(.frequencies, tests.map(\.hertz))
        set(.ears, tests.map { Int64($0.test.side.rawValue) })
        set(.sensitivities, tests.map(\.test.decibels))
        set(.conductionTypes, tests.map { Int64($0.test.type.rawValue) })
        set(.masked, tests.map { $0.test.masked ? Int64(1) : 0 })
        set(.clampings, ranges.map { Int64($0?.lowerBound == nil ? 0 : 1) + ($0?.upperBound == nil ? 0 : 2) })
        set(.clampingLowerBounds, ranges.map { $0?.lowerBound?.value ?? 0 })
        set(.clampingUpperBounds, ranges.map { $0?.upperBound?.value ?? 0 })
    }
}

extension HKAudiogramSensitivityPoint {
    /// The tones of a record: tests of one frequency, one after the other, are one tone.
    fileprivate static func points(_ record: Record) -> [HKAudiogramSensitivityPoint] {
        let frequencies = record.numbers(.frequencies)
        let tests = (0..<frequencies.count).map { HKAudiogramSensitivityTest(record, $0) }
        var points: [HKAudiogramSensitivityPoint] = []
        var first = 0
        while first < frequencies.count {
            let end = frequencies[first...].firstIndex { $0 != frequencies[first] } ?? frequencies.count
            points.append(HKAudiogramSensitivityPoint(frequencies[first], tests[first..<end].compactMap(\.self)))
            first = end
        }
        return points
    }
}

extension HKAudiogramSensitivityTest {
    /// The test in a row of a record; nil: the record has no such row.
    fileprivate convenience init?(_ record: Record, _ row: Int) {
        let sensitivities = record.numbers(.sensitivities)
        guard row < sensitivities.count else { return nil }
        let integer = { (name: AttributeName) in
            let column = record.integers(name)
            return row < column.count ? Int(column[row]) : 0
        }
        let bound = { (name: AttributeName, bit: Int) in
            let column = record.numbers(name)
            return integer(.clampings) & bit != 0 && row < column.count ? column[row] : nil
        }
        let bounds = (bound(.clampingLowerBounds, 1), bound(.clampingUpperBounds, 2))
        self.init(
            sensitivities[row],
            HKAudiogramConductionType(rawValue: integer(.conductionTypes)) ?? .air,
            masked: integer(.masked) == 1,
            HKAudiogramSensitivityTestSide(rawValue: integer(.ears)) ?? .left,
            bounds.0 == nil && bounds.1 == nil ? nil : HKAudiogramSensitivityPointClampingRange(bounds.0, bounds.1)
        )
    }
}
