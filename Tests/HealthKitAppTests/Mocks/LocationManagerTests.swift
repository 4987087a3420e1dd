import CoreLocation
import Testing

/// A location manager says honestly that it knows nothing, and can be mocked.
@Suite struct LocationManagerTests {
    final class Recorder: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
        let events: AsyncStream<String>
        private let told: AsyncStream<String>.Continuation

        override init() {
            (events, told) = AsyncStream.makeStream()
        }

        func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            told.yield("\(locations.count) locations")
        }

        func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
            if let error = error as? CLError, error.code == .denied {
                told.yield("denied")
            } else {
                told.yield("failed")
            }
        }

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            told.yield(manager.authorizationStatus == .denied ? "unauthorized" : "authorized")
        }
    }

    final class MockManager: CLLocationManager, @unchecked Sendable {
        override var authorizationStatus: CLAuthorizationStatus { .authorizedWhenInUse }
        override var location: CLLocation? { CLLocation(latitude: 1, longitude: 2) }
        override class func locationServicesEnabled() -> Bool { true }

        override func requestLocation() {
            delegate?.locationManager(self, didUpdateLocations: location.map { [$0] } ?? [])
        }
    }

    @Test func aRequestEndsWithAnErrorOfTheDelegate() async {
        let recorder = Recorder()
        let manager = CLLocationManager()
        manager.delegate = recorder
        manager.desiredAccuracy = kCLLocationAccuracyBest
        manager.distanceFilter = kCLDistanceFilterNone
        manager.activityType = .fitness
        var events = recorder.events.makeAsyncIterator()
        manager.requestWhenInUseAuthorization()
        #expect(await events.next() == "unauthorized")
        manager.startUpdatingLocation()
        #expect(await events.next() == "denied")
        manager.stopUpdatingLocation()
        manager.startUpdatingHeading()
        #expect(await events.next() == "failed")
        #expect(manager.location == nil && manager.heading == nil && !CLLocationManager.locationServicesEnabled())
    }

    @Test func aMockedManagerTellsWhatItOverrides() async {
        let recorder = Recorder()
        let manager = MockManager()
        manager.delegate = recorder
        var events = recorder.events.makeAsyncIterator()
        manager.requestLocation()
        #expect(await events.next() == "1 locations")
        manager.requestAlwaysAuthorization()
        #expect(await events.next() == "authorized")
        #expect(MockManager.locationServicesEnabled())
    }
}
