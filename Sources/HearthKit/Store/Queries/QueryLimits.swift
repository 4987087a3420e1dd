/// As the limit of a query: all results.
public let HKObjectQueryNoLimit = 0

/// As the anchor of a query: from the beginning.
public let HKAnchoredObjectQueryNoAnchor: Int32 = 0
