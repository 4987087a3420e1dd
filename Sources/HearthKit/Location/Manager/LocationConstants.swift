public import Foundation

/// As the accuracy of a location manager: the best, for navigation.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As the accuracy of a location manager: the best.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// As the accuracy of a location manager: ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// As the accuracy of a location manager: a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// As the accuracy of a location manager: a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// As the accuracy of a location manager: three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000

/// As the distance filter of a location manager: every movement.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// As the heading filter of a location manager: every turn.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// The longest distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The longest time.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
