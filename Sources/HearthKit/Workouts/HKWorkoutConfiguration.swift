public import Foundation
internal import HearthModel

/// Where a workout takes place, with HealthKit's numbers.
public enum HKWorkoutSessionLocationType: Int, Sendable {
    /// Not known.
    case unknown = 1
    /// Inside.
    case indoor = 2
    /// Outside.
    case outdoor = 3
}

extension HKWorkoutSessionLocationType {
    /// A value of a newer version is `unknown` here.
    init(_ location: WorkoutLocation) {
        self = HKWorkoutSessionLocationType(rawValue: Int(location.rawValue)) ?? .unknown
    }

    var location: WorkoutLocation { self == .unknown ? .unknown : WorkoutLocation(rawValue: UInt32(rawValue)) }
}

/// Where a swim takes place, with HealthKit's numbers.
public enum HKWorkoutSwimmingLocationType: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// In a pool.
    case pool = 1
    /// In a lake, a river or the sea.
    case openWater = 2
}

extension HKWorkoutSwimmingLocationType {
    /// A value of a newer version is `unknown` here.
    init(_ location: SwimmingLocation) {
        self = HKWorkoutSwimmingLocationType(rawValue: Int(location.rawValue)) ?? .unknown
    }

    var location: SwimmingLocation { SwimmingLocation(rawValue: UInt32(rawValue)) }
}

/// The planned activity of a workout, and its location.
///
/// It is mutable: builders and activities keep a copy.
open class HKWorkoutConfiguration: NSObject, NSCopying, NSSecureCoding {
    /// The activity.
    open var activityType = HKWorkoutActivityType.other
    /// Where it takes place.
    open var locationType = HKWorkoutSessionLocationType.unknown
    /// Where a swim takes place.
    open var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
    /// The length of a pool.
    open var lapLength: HKQuantity?

    /// Any activity anywhere.
    override public init() {}

    /// An independent copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = HKWorkoutConfiguration()
        copy.activityType = activityType
        copy.locationType = locationType
        copy.swimmingLocationType = swimmingLocationType
        copy.lapLength = lapLength
        return copy
    }

    override open func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutConfiguration else { return false }
        return activityType == other.activityType && locationType == other.locationType
            && swimmingLocationType == other.swimmingLocationType && lapLength == other.lapLength
    }

    override open var hash: Int { activityType.hashValue }

    override open var description: String {
        var parts = ["\(activityType)"]
        if locationType != .unknown { parts.append("\(locationType)") }
        if swimmingLocationType != .unknown { parts.append("\(swimmingLocationType)") }
        if let lapLength { parts.append("laps of \(lapLength)") }
        return parts.joined(separator: ", ")
    }

    // MARK: - Archives

    /// Archives hold numbers only.
    open class var supportsSecureCoding: Bool { true }

    /// The configuration in an archive; nil: this version does not know a number in it.
    public required init?(coder: NSCoder) {
        guard
            let activityType = HKWorkoutActivityType(
                rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "activity"))
            ),
            let locationType = HKWorkoutSessionLocationType(rawValue: coder.decodeInteger(forKey: "location")),
            let swimming = HKWorkoutSwimmingLocationType(rawValue: coder.decodeInteger(forKey: "swimmingLocation"))
        else { return nil }
        super.init()
        self.activityType = activityType
        self.locationType = locationType
        swimmingLocationType = swimming
        if coder.containsValue(forKey: "lapLength") {
            lapLength = HKQuantity(coder.decodeDouble(forKey: "lapLength"), .meter)
        }
    }

    /// Archives the numbers, with the length of a lap in metres.
    open func encode(with coder: NSCoder) {
        coder.encode(Int(bitPattern: activityType.rawValue), forKey: "activity")
        coder.encode(locationType.rawValue, forKey: "location")
        coder.encode(swimmingLocationType.rawValue, forKey: "swimmingLocation")
        if let lapLength {
            coder.encode(lapLength.given(in: .meter, "the length of a lap"), forKey: "lapLength")
        }
    }

    /// The metadata of a workout with this configuration.
    var metadata: Metadata {
        var dictionary: [String: Any] = [:]
        if locationType != .unknown {
            dictionary[HKMetadataKeyIndoorWorkout] = locationType == .indoor
        }
        if swimmingLocationType != .unknown {
            dictionary[HKMetadataKeySwimmingLocationType] = swimmingLocationType.rawValue
        }
        if let lapLength {
            dictionary[HKMetadataKeyLapLength] = lapLength
        }
        return AttachedMetadata(dictionary).metadata
    }
}
