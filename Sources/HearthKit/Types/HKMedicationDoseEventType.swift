/// Doses of medications that were taken or left out.
///
/// `@unchecked Sendable`: as its superclass.
open class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {}
