internal import Foundation
internal import HearthModel

/// What is kept of a workout session, so that it can continue after a restart of the app.
struct SessionRecord {
    var state: HKWorkoutSessionState
    var startDate: Date?
    var endDate: Date?
    var configuration: HKWorkoutConfiguration
    /// The workout so far, without events and activities. It has the identifier of the workout to come.
    var workout: HKWorkout
    /// Whether the workout has a beginning and an end yet.
    var hasBegun: Bool
    var hasEnded: Bool
    var events: [HKWorkoutEvent]
    var activities: [HKWorkoutActivity]
    /// The samples that the app has added.
    var added: [ObjectType: Set<ObjectID>]
}

extension SessionRecord {
    private enum Key {
        static let state = "state"
        static let start = "start"
        static let end = "end"
        static let configuration = "configuration"
        static let workout = "workout"
        static let hasBegun = "begun"
        static let hasEnded = "ended"
        static let events = "events"
        static let activities = "activities"
        static let added = "added"
    }

    private static var classes: [AnyClass] {
        [
            NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, HKWorkout.self,
            HKWorkoutConfiguration.self, HKWorkoutEvent.self, HKWorkoutActivity.self,
        ]
    }

    func archived() throws -> Data {
        let root = NSMutableDictionary()
        root[Key.state] = NSNumber(value: state.rawValue)
        root[Key.start] = startDate.map { $0 as NSDate }
        root[Key.end] = endDate.map { $0 as NSDate }
        root[Key.configuration] = configuration
        root[Key.workout] = workout
        root[Key.hasBegun] = NSNumber(value: hasBegun)
        root[Key.hasEnded] = NSNumber(value: hasEnded)
        root[Key.events] = events as NSArray
        root[Key.activities] = activities as NSArray
        let samples = NSMutableDictionary()
        for (type, ids) in added {
            samples[type.identifier] = Data(ids.flatMap { $0.bytes }) as NSData
        }
        root[Key.added] = samples
        return try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
    }

    /// Nil if the data is something else.
    init?(_ data: Data) {
        let root = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: SessionRecord.classes, from: data)
        guard let root = root as? NSDictionary,
            let state = (root[Key.state] as? NSNumber).flatMap({ HKWorkoutSessionState(rawValue: $0.intValue) }),
            let configuration = root[Key.configuration] as? HKWorkoutConfiguration,
            let workout = root[Key.workout] as? HKWorkout,
            let hasBegun = root[Key.hasBegun] as? NSNumber, let hasEnded = root[Key.hasEnded] as? NSNumber,
            let events = root[Key.events] as? [HKWorkoutEvent],
            let activities = root[Key.activities] as? [HKWorkoutActivity],
            let samples = root[Key.added] as? [String: Data]
        else { return nil }
        self.init(
            state: state,
            startDate: root[Key.start] as? Date,
            endDate: root[Key.end] as? Date,
            configuration: configuration,
            workout: workout,
            hasBegun: hasBegun.boolValue,
            hasEnded: hasEnded.boolValue,
            events: events,
            activities: activities,
            added: [:]
        )
        for (name, data) in samples {
            guard let type = ObjectType(identifier: name) else { continue }
            let bytes = Array(data)
            added[type] = Set(
                stride(from: 0, to: bytes.count - ObjectID.byteCount + 1, by: ObjectID.byteCount).compactMap {
                    ObjectID(bytes: bytes[$0..<$0 + ObjectID.byteCount])
                }
            )
        }
    }
}
