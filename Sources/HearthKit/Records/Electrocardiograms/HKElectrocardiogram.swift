public import Foundation
internal import HearthModel

/// An electrocardiogram. ``HKElectrocardiogramQuery`` and ``HKElectrocardiogramQueryDescriptor`` read its voltages.
///
/// `@unchecked Sendable`: as its superclass.
open class HKElectrocardiogram: HKSample, RecordSample, @unchecked Sendable {
    let record: Record
    let series: RecordSeries

    init(_ head: SampleHead, _ record: Record, _ series: RecordSeries) {
        self.record = record
        self.series = series
        super.init(head)
    }

    /// The electrocardiogram in an archive, without its voltages; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        record = sample.record
        series = sample.series
        super.init(SampleHead(sample))
    }

    /// The unit of heart rates.
    static let perMinute = HKUnit.count().unitDivided(by: .minute()).unit

    /// How many voltages were measured.
    open var numberOfVoltageMeasurements: Int { Int(series.count) }

    /// How often a voltage was measured; nil: not known.
    open var samplingFrequency: HKQuantity? { record.number(.samplingFrequency).map { HKQuantity($0, .hertz) } }

    /// What the electrocardiogram shows.
    open var classification: Classification {
        Classification(rawValue: Int(record.integer(.classification) ?? 0)) ?? .unrecognized
    }

    /// The average heart rate; nil: not known.
    open var averageHeartRate: HKQuantity? {
        record.number(.averageHeartRate).map { HKQuantity($0, HKElectrocardiogram.perMinute) }
    }

    /// Whether the person had symptoms.
    open var symptomsStatus: SymptomsStatus {
        SymptomsStatus(rawValue: Int(record.integer(.symptomsStatus) ?? 0)) ?? .notSet
    }

    /// What an electrocardiogram shows.
    public enum Classification: Int, Sendable {
        /// Not classified.
        case notSet = 0
        /// A sinus rhythm.
        case sinusRhythm = 1
        /// Atrial fibrillation.
        case atrialFibrillation = 2
        /// The heart rate was too low to classify the rhythm.
        case inconclusiveLowHeartRate = 3
        /// The heart rate was too high to classify the rhythm.
        case inconclusiveHighHeartRate = 4
        /// The recording was too poor to classify the rhythm.
        case inconclusivePoorReading = 5
        /// The rhythm could not be classified for another reason.
        case inconclusiveOther = 6
        /// A classification that this version does not know.
        case unrecognized = 100
    }

    /// Whether a person had symptoms.
    public enum SymptomsStatus: Int, Sendable {
        /// Nobody said.
        case notSet = 0
        /// The person had none.
        case none = 1
        /// The person had some.
        case present = 2
    }

    /// Where the voltages were measured.
    public enum Lead: Int, Sendable {
        /// Between the wrist and a finger of the other hand, similar to lead I.
        case appleWatchSimilarToLeadI = 1
    }

    /// A voltage.
    ///
    /// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
    open class VoltageMeasurement: NSObject, NSCopying, @unchecked Sendable {
        private let microvolts: Double
        /// Seconds since the electrocardiogram began.
        open private(set) var timeSinceSampleStart: TimeInterval

        init(_ microvolts: Double, at time: TimeInterval) {
            self.microvolts = microvolts
            timeSinceSampleStart = time
        }

        /// The voltage at a lead; nil: it was not measured there.
        open func quantity(for lead: Lead) -> HKQuantity? { HKQuantity(microvolts, .microvolt) }

        /// The measurement itself, which never changes.
        open func copy(with zone: NSZone? = nil) -> Any { self }
    }

    /// The measurements with these voltages.
    func measurements(_ voltages: [Double]) -> [VoltageMeasurement] {
        let seconds = endDate.timeIntervalSince(startDate)
        let frequency = record.number(.samplingFrequency) ?? Double(max(voltages.count, 1)) / seconds
        return voltages.enumerated().map { index, voltage in
            VoltageMeasurement(voltage, at: frequency > 0 ? Double(index) / frequency : 0)
        }
    }
}
