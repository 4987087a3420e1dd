/// States of mind. The store holds none: a query for them is an error.
///
/// `@unchecked Sendable`: as its superclass.
open class HKStateOfMindType: HKSampleType, @unchecked Sendable {}
