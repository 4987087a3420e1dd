/// Doses of medications that were taken or left out. The store holds none: a query for them is an error.
///
/// `@unchecked Sendable`: as its superclass.
open class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {}
