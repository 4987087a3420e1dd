/// Medications that the person takes.
///
/// `@unchecked Sendable`: as its superclass.
open class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {}
