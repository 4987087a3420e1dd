public import Foundation

/// The accuracy of a location manager: the best, for navigation.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The accuracy of a location manager: the best.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// The accuracy of a location manager: ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// The accuracy of a location manager: a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// The accuracy of a location manager: a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// The accuracy of a location manager: three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000

/// The distance filter of a location manager: every movement.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The heading filter of a location manager: every turn.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// The longest distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The longest time.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
