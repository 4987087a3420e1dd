import Foundation
import HearthTestSupport

@testable import HearthKit

extension CLLocation {
    /// Every number of the location, also where `==` takes two for one.
    var bits: [UInt64] {
        [
            coordinate.latitude, coordinate.longitude, altitude, horizontalAccuracy, verticalAccuracy, course,
            courseAccuracy, speed, speedAccuracy, timestamp.timeIntervalSinceReferenceDate,
        ].map(\.bitPattern)
    }
}

/// A track of up to 20 locations.
func randomTrack(_ random: inout SeededGenerator) -> [CLLocation] {
    // Each track has its own mixture of what is known, so that columns are left out.
    let shape = random.next()
    func number(_ bit: UInt64, _ special: [Double], _ random: inout SeededGenerator) -> Double {
        if shape >> bit & 3 == 0 {
            return special[0]
        }
        return Bool.random(using: &random)
            ? special.randomElement(using: &random) ?? 0 : Double.random(in: -10...400, using: &random)
    }
    return (0..<Int.random(in: 1...20, using: &random)).map { index in
        CLLocation(
            coordinate: CLLocationCoordinate2D(
                latitude: Double.random(in: -90...90, using: &random),
                longitude: Double.random(in: -180...180, using: &random)
            ),
            altitude: number(0, [0, -0.0, 5], &random),
            horizontalAccuracy: number(2, [0, -1, 5, -0.0], &random),
            verticalAccuracy: number(4, [-1, 0, 3], &random),
            course: number(6, [-1, 0, 359], &random),
            courseAccuracy: number(8, [-1, 0], &random),
            speed: number(10, [-1, 0], &random),
            speedAccuracy: number(12, [-1, 0], &random),
            timestamp: Date(timeIntervalSince1970: 1_700_000_000 + Double(index) / 3)
        )
    }
}
