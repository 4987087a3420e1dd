internal import Dispatch
public import Foundation

/// Tells an app where the machine is, which no machine here knows: it says `denied`, and each request ends with an
/// error.
///
/// The delegate is called on the main queue, after the call that asks.
open class CLLocationManager: NSObject {
    /// What is called.
    open weak var delegate: (any CLLocationManagerDelegate)?
    /// How exactly the app wants to know.
    open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
    /// Which movements the app wants to know.
    open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
    /// Which turns the app wants to know, in degrees.
    open var headingFilter: CLLocationDegrees = 1
    /// How the machine is held.
    open var headingOrientation = CLDeviceOrientation.portrait
    /// What the person does.
    open var activityType = CLActivityType.other
    /// Whether updates may pause.
    open var pausesLocationUpdatesAutomatically = true
    /// Whether updates go on in the background.
    open var allowsBackgroundLocationUpdates = false
    /// Whether the screen shows that the app knows the location in the background.
    open var showsBackgroundLocationIndicator = false

    /// A manager that has not asked for anything.
    override public init() {}

    // MARK: - What is known

    /// Where the machine was last: it is not known.
    open var location: CLLocation? { nil }

    /// Where the machine pointed last: it is not known.
    open var heading: CLHeading? { nil }

    /// Whether the app may know the location: no location is available.
    open var authorizationStatus: CLAuthorizationStatus { .denied }

    /// How exactly the app may know the location.
    open var accuracyAuthorization: CLAccuracyAuthorization { .reducedAccuracy }

    /// Whether the app may know the location. The former form.
    @available(*, deprecated, message: "Use the property of a manager.")
    open class func authorizationStatus() -> CLAuthorizationStatus { .denied }

    /// Whether locations are available: they are not.
    open class func locationServicesEnabled() -> Bool { false }

    /// Whether the machine has a compass that can be asked.
    open class func headingAvailable() -> Bool { false }

    /// Whether the machine can tell large movements.
    open class func significantLocationChangeMonitoringAvailable() -> Bool { false }

    // MARK: - Authorization

    /// Tells the delegate that it is denied.
    open func requestWhenInUseAuthorization() { tellAuthorization() }

    /// Tells the delegate that it is denied.
    open func requestAlwaysAuthorization() { tellAuthorization() }

    /// Calls `completion` with an error.
    @preconcurrency
    open func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String,
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        DispatchQueue.main.async { completion?(CLError.noLocations) }
    }

    // MARK: - Locations and headings

    /// Tells the delegate that no location is available.
    open func startUpdatingLocation() { fail(CLError.noLocations) }

    /// Ends nothing, as nothing has begun.
    open func stopUpdatingLocation() {}

    /// Tells the delegate that no location is available.
    open func requestLocation() { fail(CLError.noLocations) }

    /// Tells the delegate that no location is available.
    open func startMonitoringSignificantLocationChanges() { fail(CLError.noLocations) }

    /// Ends nothing, as nothing has begun.
    open func stopMonitoringSignificantLocationChanges() {}

    /// Tells the delegate that no heading is available.
    open func startUpdatingHeading() {
        fail(CLError(.headingFailure, "No heading is available on this machine."))
    }

    /// Ends nothing, as nothing has begun.
    open func stopUpdatingHeading() {}

    /// Does nothing: there is no picture.
    open func dismissHeadingCalibrationDisplay() {}

    private func tellAuthorization() {
        call {
            $1.locationManagerDidChangeAuthorization($0)
            $1.locationManager($0, didChangeAuthorization: $0.authorizationStatus)
        }
    }

    private func fail(_ error: CLError) {
        call { $1.locationManager($0, didFailWithError: error) }
    }

    private func call(_ body: @escaping @Sendable (CLLocationManager, any CLLocationManagerDelegate) -> Void) {
        let manager = Transferred(self)
        DispatchQueue.main.async {
            guard let delegate = manager.value.delegate else { return }
            body(manager.value, delegate)
        }
    }
}

extension CLError {
    fileprivate static let noLocations = CLError(.denied, "No location is available on this machine.")
}
