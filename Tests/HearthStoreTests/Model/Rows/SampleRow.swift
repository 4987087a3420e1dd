import HearthModel

/// One sample with every default filled in, values of quantities in the storage unit: what two samples must agree in to
/// be the same.
struct SampleRow: Hashable, Sendable {
    var id: ObjectID
    var type: ObjectType
    var start: Timestamp
    var end: Timestamp
    var provenance: Provenance
    var metadata: Metadata
    var content: Content

    enum Content: Hashable, Sendable {
        case quantity(QuantityRow)
        case category(Int64)
        /// The members.
        case correlation([ObjectID])
        case workout(WorkoutRow)
        case route(RouteRow)
        case heartbeat(HeartbeatRow)
        case record(RecordRow)
    }
}

struct QuantityRow: Hashable, Sendable {
    var value: Double
    var count: Int64
    var minimum: Double
    var maximum: Double
    var mostRecent: Double
    var mostRecentStart: Timestamp
    var mostRecentEnd: Timestamp
    var points: [Point]

    struct Point: Hashable, Sendable {
        var start: Timestamp
        var end: Timestamp
        var value: Double
    }
}

struct WorkoutRow: Hashable, Sendable {
    var activityType: WorkoutActivityType
    var duration: Double
    var detail: WorkoutDetail
}

struct RouteRow: Hashable, Sendable {
    var count: Int64
    var locations: [Location]

    struct Location: Hashable, Sendable {
        var timestamp: Timestamp
        var latitude: Double
        var longitude: Double
        /// Altitude, accuracies, speed, course; nil where the columns do not say.
        var others: [Double?]
    }
}

struct RecordRow: Hashable, Sendable {
    var record: Record
    var count: Int64
    var voltages: [Double]
    var contents: [UInt8]
}

struct HeartbeatRow: Hashable, Sendable {
    var count: Int64
    var beats: [Beat]

    struct Beat: Hashable, Sendable {
        var offset: Double
        var followsGap: Bool
    }
}

extension SampleRow {
    /// The app that saved the sample.
    var bundleIdentifier: String { provenance.source?.bundleIdentifier ?? "" }

    var members: [ObjectID] {
        get {
            if case .correlation(let members) = content { members } else { [] }
        }
        set { content = .correlation(newValue) }
    }

    /// The sample as a reply without series has it.
    var condensed: SampleRow {
        var row = self
        switch content {
        case .quantity(var quantity):
            quantity.points = []
            row.content = .quantity(quantity)
        case .route(let route):
            row.content = .route(RouteRow(count: route.count, locations: []))
        case .heartbeat(let series):
            row.content = .heartbeat(HeartbeatRow(count: series.count, beats: []))
        case .record(let record):
            row.content = .record(
                RecordRow(record: record.record, count: record.count, voltages: [], contents: [])
            )
        case .category, .correlation, .workout:
            break
        }
        return row
    }

    /// The sample with its values converted.
    func converted(_ conversion: UnitConversion) -> SampleRow {
        guard case .quantity(var quantity) = content else { return self }
        quantity.value = conversion(quantity.value)
        quantity.minimum = conversion(quantity.minimum)
        quantity.maximum = conversion(quantity.maximum)
        quantity.mostRecent = conversion(quantity.mostRecent)
        for index in quantity.points.indices {
            quantity.points[index].value = conversion(quantity.points[index].value)
        }
        var row = self
        row.content = .quantity(quantity)
        return row
    }
}

/// What is known of a sample that is gone.
struct Tombstone: Hashable, Sendable {
    var id: ObjectID
    var type: String
    var time: Timestamp
    /// The two sync keys only.
    var metadata: Metadata
}

extension SampleRow: CustomStringConvertible {
    var description: String { SwiftSource.text(of: self) }
}

extension Tombstone: CustomStringConvertible {
    var description: String { SwiftSource.text(of: self) }
}
