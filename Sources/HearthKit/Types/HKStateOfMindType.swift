/// States of mind. The store holds none: a query for them is an error.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKStateOfMindType: HKSampleType, @unchecked Sendable {}
