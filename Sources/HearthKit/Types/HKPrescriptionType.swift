/// Prescriptions.
///
/// `@unchecked Sendable`: as its superclass.
open class HKPrescriptionType: HKSampleType, @unchecked Sendable {}
