/// The limit of a query for all results.
public let HKObjectQueryNoLimit = 0

/// The anchor of a query from the beginning.
public let HKAnchoredObjectQueryNoAnchor: Int32 = 0
