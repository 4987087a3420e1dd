/// States of mind.
///
/// `@unchecked Sendable`: as its superclass.
open class HKStateOfMindType: HKSampleType, @unchecked Sendable {}
