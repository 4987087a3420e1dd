import CoreLocation

func useLocationManager() {
    // CLLocationManager
    let manager = CLLocationManager()
    // CLLocationManager.…
    manager.desiredAccuracy = CLLocationManager.locationServicesEnabled() ? 1 : 2
    // CLLocationManagerDelegate
    let _: (any CLLocationManagerDelegate)? = manager.delegate
    // CLLocationManagerDelegate.…
    (manager.delegate as (any CLLocationManagerDelegate)?)?.locationManagerDidChangeAuthorization(manager)
    // CLAuthorizationStatus
    let _: CLAuthorizationStatus = manager.authorizationStatus
    // CLAuthorizationStatus.authorized
    let _: CLAuthorizationStatus = .authorized
    // CLAccuracyAuthorization
    let _: CLAccuracyAuthorization = manager.accuracyAuthorization
    // CLActivityType
    let _: CLActivityType = manager.activityType
    // CLDeviceOrientation
    let _: CLDeviceOrientation = manager.headingOrientation
    // CLHeading
    let heading = CLHeading()
    // CLHeading.…
    let _: CLLocationDirection = (heading as CLHeading).trueHeading
    // CLHeadingComponentValue
    let _: CLHeadingComponentValue = heading.x
}

func useLocationErrors() {
    // CLError
    let _: CLError = CLError(.denied)
    // CLError.…
    let _: [CLError.Code] = [CLError.denied, CLError.network, CLError.locationUnknown, CLError.headingFailure]
    // kCLErrorDomain
    let _: String = kCLErrorDomain
}

func useLocationConstants() {
    // kCLLocationAccuracyBestForNavigation
    let _: CLLocationAccuracy = kCLLocationAccuracyBestForNavigation
    // kCLLocationAccuracyBest
    let _: CLLocationAccuracy = kCLLocationAccuracyBest
    // kCLLocationAccuracyNearestTenMeters
    let _: CLLocationAccuracy = kCLLocationAccuracyNearestTenMeters
    // kCLLocationAccuracyHundredMeters
    let _: CLLocationAccuracy = kCLLocationAccuracyHundredMeters
    // kCLLocationAccuracyKilometer
    let _: CLLocationAccuracy = kCLLocationAccuracyKilometer
    // kCLLocationAccuracyThreeKilometers
    let _: CLLocationAccuracy = kCLLocationAccuracyThreeKilometers
    // kCLDistanceFilterNone
    let _: CLLocationDistance = kCLDistanceFilterNone
    // kCLHeadingFilterNone
    let _: CLLocationDegrees = kCLHeadingFilterNone
    // CLLocationDistanceMax
    let _: CLLocationDistance = CLLocationDistanceMax
    // CLTimeIntervalMax
    let _: Double = CLTimeIntervalMax
}
