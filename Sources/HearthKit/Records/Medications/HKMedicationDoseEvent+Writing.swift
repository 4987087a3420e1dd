public import Foundation
internal import HearthModel

// Beyond HealthKit, where apps only read medications: the owner's tools and imports write them here.
extension HKMedicationDoseEvent {
    /// A dose at a time.
    public convenience init(
        medication: HKHealthConceptIdentifier,
        date: Date,
        logStatus: LogStatus,
        scheduleType: ScheduleType,
        doseQuantity: Double? = nil,
        scheduledDoseQuantity: Double? = nil,
        unit: HKUnit,
        scheduledDate: Date? = nil,
        metadata: [String: Any]? = nil
    ) {
        var record = Record()
        record.set(.logStatus, Int64(logStatus.rawValue))
        record.set(.scheduleType, Int64(scheduleType.rawValue))
        record.set(.medication, medication.name)
        record.set(.doseQuantity, doseQuantity)
        record.set(.scheduledDoseQuantity, scheduledDoseQuantity)
        record.set(.doseUnit, unit.unitString)
        record.set(.scheduledDate, scheduledDate.map(Timestamp.init(clamping:)))
        self.init(
            SampleHead(new: HKObjectType.medicationDoseEventType(), from: date, to: date, metadata: metadata),
            record
        )
    }
}

extension HKHealthConceptIdentifier {
    /// Identifies a concept of a domain by a name.
    public convenience init(domain: HKHealthConceptDomain, name: String) {
        self.init(domain: domain, name)
    }
}

extension HKMedicationConcept {
    /// A medication.
    public convenience init(
        identifier: HKHealthConceptIdentifier,
        displayText: String,
        generalForm: HKMedicationGeneralForm,
        relatedCodings: Set<HKClinicalCoding> = []
    ) {
        self.init(identifier, displayText, generalForm, relatedCodings)
    }
}

extension HKUserAnnotatedMedication {
    /// A medication that the person takes.
    public convenience init(
        medication: HKMedicationConcept,
        nickname: String? = nil,
        isArchived: Bool = false,
        hasSchedule: Bool = false
    ) {
        self.init(medication, nickname, isArchived, hasSchedule)
    }
}
