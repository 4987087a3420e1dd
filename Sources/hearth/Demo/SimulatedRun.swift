import Foundation
import HearthKit

/// The measurements of a watch in a run, which are the same in every demo except for the time.
struct SimulatedRun: Sendable {
    static let minutes = 24
    static let locationsPerMinute = 6
    /// A mark in the metadata of every object of one demo, so that its apps see no other objects.
    static let metadataKey = "org.hearth.demo"

    let start: Date
    let metadata: [String: String]

    /// A run that ends now.
    init() {
        start = Date(timeIntervalSinceNow: -Double(SimulatedRun.minutes) * 60)
        metadata = [SimulatedRun.metadataKey: UUID().uuidString]
    }

    var end: Date { time(ofMinute: SimulatedRun.minutes) }

    /// The objects of this demo.
    var predicate: NSPredicate {
        let value = metadata[SimulatedRun.metadataKey] ?? ""
        return HKQuery.predicateForObjects(withMetadataKey: SimulatedRun.metadataKey, allowedValues: [value])
    }

    func time(ofMinute minute: Int) -> Date { start.addingTimeInterval(Double(minute) * 60) }

    /// Beats per minute: warming up, two hills, and a last sprint.
    func heartRate(atMinute minute: Int) -> Double {
        let effort = 1 - exp(-Double(minute) / 4)
        let hills = 9 * sin(Double(minute) / 3.3)
        let sprint = minute > SimulatedRun.minutes - 4 ? 12.0 : 0
        return (88 + 62 * effort + hills * effort + sprint).rounded()
    }

    /// Metres in a minute.
    func distance(ofMinute minute: Int) -> Double {
        (195 + 14 * cos(Double(minute) / 3.3) + (minute > SimulatedRun.minutes - 4 ? 25 : 0)).rounded()
    }

    /// Where the run goes along: once around the Lainzer Tiergarten's edge, more or less.
    func locations(ofMinute minute: Int) -> [CLLocation] {
        (0..<SimulatedRun.locationsPerMinute).map { index in
            let share = (Double(minute) + Double(index) / Double(SimulatedRun.locationsPerMinute))
            let angle = share / Double(SimulatedRun.minutes) * 2 * .pi
            return CLLocation(
                coordinate: CLLocationCoordinate2D(
                    latitude: 48.165 + 0.0068 * sin(angle),
                    longitude: 16.225 + 0.0102 * cos(angle)
                ),
                altitude: 260 + 25 * sin(2 * angle),
                horizontalAccuracy: 4,
                verticalAccuracy: 3,
                timestamp: start.addingTimeInterval(share * 60)
            )
        }
    }
}

extension HKUnit {
    /// Beats per minute.
    static var beatsPerMinute: HKUnit { .count().unitDivided(by: .minute()) }
}
