internal import Foundation
internal import HearthModel

/// The locations of a route, added in any order and sorted by time when the route is finished.
struct RouteCollection {
    private var stage = CollectionStage.collecting
    private var locations: [CLLocation] = []
    private var metadata = Metadata.none

    /// Whether there are locations that are not saved.
    var hasLocations: Bool { !locations.isEmpty }

    mutating func insert(_ added: [CLLocation]) throws(HearthError) {
        try stage.requireCollecting()
        for (index, location) in added.enumerated() {
            try locating("locations[\(index)]", location.validate())
        }
        let limit = Limits.standard.seriesPoints
        guard locations.count + added.count <= limit else {
            throw HearthError(.limitExceeded, "More than \(limit) locations in a route.")
        }
        locations += added
    }

    mutating func add(_ metadata: Metadata) throws(HearthError) {
        try stage.requireCollecting()
        self.metadata = try self.metadata.merging(metadata)
    }

    /// The route, from its first location to its last. A route without locations is an error, after which more can be
    /// added.
    mutating func finish(_ metadata: Metadata) throws(HearthError) -> CollectedSeries<RouteColumns> {
        try stage.requireCollecting()
        // Sorting keeps the order of locations of the same moment.
        let ordered = locations.sorted { $0.timestamp < $1.timestamp }
        guard let first = ordered.first, let last = ordered.last else {
            throw HearthError(.invalidArgument, "The route has no locations.")
        }
        let route = CollectedSeries(
            start: first.timestamp,
            end: last.timestamp,
            columns: try RouteColumns(locations: ordered),
            metadata: try self.metadata.merging(metadata)
        )
        close(.finished)
        return route
    }

    mutating func discard() {
        close(.discarded)
    }

    private mutating func close(_ stage: CollectionStage) {
        self.stage = stage
        locations = []
    }
}
