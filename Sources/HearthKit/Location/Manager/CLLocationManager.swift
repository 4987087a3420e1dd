internal import Dispatch
public import Foundation

/// Provides the machine's location, which is not available on Linux: the status is `denied`, and each request fails.
///
/// The delegate is called on the main queue, after the requesting call has returned.
open class CLLocationManager: NSObject {
    /// The delegate to call.
    open weak var delegate: (any CLLocationManagerDelegate)?
    /// The accuracy that the app requests.
    open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
    /// The smallest movement that the app requests, in metres.
    open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
    /// The smallest turn that the app requests, in degrees.
    open var headingFilter: CLLocationDegrees = 1
    /// How the machine is held.
    open var headingOrientation = CLDeviceOrientation.portrait
    /// The user's activity.
    open var activityType = CLActivityType.other
    /// Whether updates may pause.
    open var pausesLocationUpdatesAutomatically = true
    /// Whether updates continue in the background.
    open var allowsBackgroundLocationUpdates = false
    /// Whether an indicator is shown when the app uses the location in the background.
    open var showsBackgroundLocationIndicator = false

    /// A manager that has not asked for anything.
    override public init() {}

    // MARK: - Status

    /// Where the machine was last: it is not known.
    open var location: CLLocation? { nil }

    /// Where the machine pointed last: it is not known.
    open var heading: CLHeading? { nil }

    /// Whether the app may use the location: always `denied`.
    open var authorizationStatus: CLAuthorizationStatus { .denied }

    /// The accuracy with which the app may use the location.
    open var accuracyAuthorization: CLAccuracyAuthorization { .reducedAccuracy }

    /// Whether the app may use the location. The former form.
    @available(*, deprecated, message: "Use the property of a manager.")
    open class func authorizationStatus() -> CLAuthorizationStatus { .denied }

    /// Whether locations are available: they are not.
    open class func locationServicesEnabled() -> Bool { false }

    /// Whether the machine has a compass that can be asked.
    open class func headingAvailable() -> Bool { false }

    /// Whether the machine can detect large movements.
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

    /// Does nothing, because nothing has been started.
    open func stopUpdatingLocation() {}

    /// Tells the delegate that no location is available.
    open func requestLocation() { fail(CLError.noLocations) }

    /// Tells the delegate that no location is available.
    open func startMonitoringSignificantLocationChanges() { fail(CLError.noLocations) }

    /// Does nothing, because nothing has been started.
    open func stopMonitoringSignificantLocationChanges() {}

    /// Tells the delegate that no heading is available.
    open func startUpdatingHeading() {
        fail(CLError(.headingFailure, "No heading is available on this machine."))
    }

    /// Does nothing, because nothing has been started.
    open func stopUpdatingHeading() {}

    /// Does nothing: Linux has no calibration display.
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
