import CoreLocation

// No other import, as in much code for Core Location: what comes from Foundation and Dispatch comes with it.

struct Track: Codable {
    struct Place: Codable {
        let latitude: CLLocationDegrees
        let longitude: CLLocationDegrees
        let time: Date
    }

    let id: UUID
    let places: [Place]

    init(_ locations: [CLLocation]) {
        id = UUID()
        places = locations.map {
            Place(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude, time: $0.timestamp)
        }
    }

    func write(to url: URL, on queue: DispatchQueue) throws {
        try queue.sync { try JSONEncoder().encode(self).write(to: url) }
    }

    static func length(of locations: [CLLocation]) -> CLLocationDistance {
        zip(locations, locations.dropFirst()).reduce(0) { $0 + $1.0.distance(from: $1.1) }
    }
}
