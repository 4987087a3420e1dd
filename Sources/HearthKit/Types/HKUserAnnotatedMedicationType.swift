/// Medications that the person takes. The store holds none: a query for them is an error.
///
/// `@unchecked Sendable`: as its superclass.
open class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {}
