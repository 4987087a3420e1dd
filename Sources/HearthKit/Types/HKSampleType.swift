/// A type of which the store can hold samples.
///
/// `@unchecked Sendable`: as its superclass.
open class HKSampleType: HKObjectType, @unchecked Sendable {}
