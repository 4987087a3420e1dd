import Foundation
import Testing

@testable import HearthKit

@Suite("Locations")
struct LocationTests {
    @Test("distances are those of a sphere of the earth's mean radius")
    func distances() {
        let radius = 6_371_008.8
        let origin = CLLocation(latitude: 0, longitude: 0)
        let cases: [(CLLocation, Double)] = [
            (origin, 0),
            (CLLocation(latitude: 0, longitude: 90), radius * .pi / 2),
            (CLLocation(latitude: 90, longitude: 0), radius * .pi / 2),
            (CLLocation(latitude: 0, longitude: 180), radius * .pi),
            (CLLocation(latitude: 0, longitude: -180), radius * .pi),
            (CLLocation(latitude: 1, longitude: 0), radius * .pi / 180),
        ]
        for (other, expected) in cases {
            #expect(abs(origin.distance(from: other) - expected) < 1e-6)
            #expect(abs(other.distance(from: origin) - expected) < 1e-6)
        }
        // Vienna to Paris, by other means.
        let vienna = CLLocation(latitude: 48.2082, longitude: 16.3738)
        let paris = CLLocation(latitude: 48.8566, longitude: 2.3522)
        #expect(abs(vienna.distance(from: paris) - 1_033_500) < 2_000)
        // Near places keep their digits: a centimetre at 48 degrees.
        let near = CLLocation(latitude: 48.2082 + 9e-8, longitude: 16.3738)
        #expect(abs(vienna.distance(from: near) - 0.01) < 1e-4)
    }

    @Test("what an initialiser leaves out is not known")
    func defaults() {
        let place = CLLocationCoordinate2D(latitude: 1, longitude: 2)
        let date = Date(timeIntervalSince1970: 5)
        let still = CLLocation(
            coordinate: place,
            altitude: 3,
            horizontalAccuracy: 4,
            verticalAccuracy: 5,
            timestamp: date
        )
        #expect(still.course == -1 && still.speed == -1 && still.courseAccuracy == -1 && still.speedAccuracy == -1)
        #expect(still.altitude == 3 && still.horizontalAccuracy == 4 && still.verticalAccuracy == 5)
        #expect(still.timestamp == date && still.coordinate.latitude == 1 && still.coordinate.longitude == 2)
        let moving = CLLocation(
            coordinate: place,
            altitude: 3,
            horizontalAccuracy: 4,
            verticalAccuracy: 5,
            course: 90,
            speed: 6,
            timestamp: date
        )
        #expect(moving.course == 90 && moving.speed == 6 && moving.courseAccuracy == -1 && moving.speedAccuracy == -1)
        #expect(CLLocation(latitude: 1, longitude: 2).verticalAccuracy == -1)
    }

    @Test("coordinates are checked")
    func validity() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D()))
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(-90, 180)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90.1, 0)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(0, .nan)))
    }

    @Test("an archive keeps every number")
    func archive() throws {
        let location = CLLocation(
            coordinate: CLLocationCoordinate2DMake(48.123456789, -16.987654321),
            altitude: -0.1,
            horizontalAccuracy: 0.1,
            verticalAccuracy: 0.2,
            course: 359.9,
            courseAccuracy: 0.3,
            speed: 3.3,
            speedAccuracy: 0.4,
            timestamp: Date(timeIntervalSince1970: 1_700_000_000.123)
        )
        let data = try NSKeyedArchiver.archivedData(withRootObject: location, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
        #expect(copy.description == location.description && copy.timestamp == location.timestamp)
        #expect(copy.altitude == -0.1 && copy.verticalAccuracy == 0.2)
        #expect(copy.courseAccuracy == 0.3 && copy.speedAccuracy == 0.4)
        #expect(location.copy() as? CLLocation === location)
    }
}
