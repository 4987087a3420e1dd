/// Summaries of a day's activity. The store holds none: a query for them is an error.
///
/// `@unchecked Sendable`: as its superclass.
open class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}
