public import Foundation
internal import HearthModel

/// A dose of a medication that a person took, or did not take.
///
/// `@unchecked Sendable`: as its superclass.
open class HKMedicationDoseEvent: HKSample, RecordSample, @unchecked Sendable {
    let record: Record
    var series: RecordSeries { .none }

    init(_ head: SampleHead, _ record: Record) {
        self.record = record
        super.init(head)
    }

    /// The dose in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        record = sample.record
        super.init(SampleHead(sample))
    }

    /// What the person said about the dose.
    open var logStatus: LogStatus { LogStatus(rawValue: Int(record.integer(.logStatus) ?? 6)) ?? .notLogged }

    /// Whether the dose was planned.
    open var scheduleType: ScheduleType { ScheduleType(rawValue: Int(record.integer(.scheduleType) ?? 1)) ?? .asNeeded }

    /// The medication.
    open var medicationConceptIdentifier: HKHealthConceptIdentifier {
        HKHealthConceptIdentifier(domain: .medication, record.text(.medication) ?? "")
    }

    /// How much the person took, in the unit of the dose; nil: not said.
    open var doseQuantity: Double? { record.number(.doseQuantity) }

    /// How much the person was to take, in the unit of the dose; nil: not planned.
    open var scheduledDoseQuantity: Double? { record.number(.scheduledDoseQuantity) }

    /// For when the dose was planned; nil: it was not.
    open var scheduledDate: Date? { record.time(.scheduledDate)?.date }

    /// The unit of the dose.
    open var unit: HKUnit { record.text(.doseUnit).flatMap { try? HKUnit(Unit($0)) } ?? HKUnit.count() }

    /// What a person said about a dose.
    public enum LogStatus: Int, Sendable {
        /// Nothing, although the person was reminded.
        case notInteracted = 1
        /// Nothing, as the person was not reminded.
        case notificationNotSent = 2
        /// To be reminded again.
        case snoozed = 3
        /// The person took it.
        case taken = 4
        /// The person left it out.
        case skipped = 5
        /// Nothing any more: the person took back what was said.
        case notLogged = 6
    }

    /// Whether doses are planned.
    public enum ScheduleType: Int, Sendable {
        /// The person takes the medication when needed.
        case asNeeded = 1
        /// The person takes the medication by a schedule.
        case schedule = 2
    }
}
