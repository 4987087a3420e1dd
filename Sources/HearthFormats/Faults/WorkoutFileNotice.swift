/// Something in a file that was left out or changed although the file could be read.
///
/// Nothing is left out silently. A notice counts the omissions for one reason and gives the position of the first, but
/// never its content.
public struct WorkoutFileNotice: Hashable, Sendable {
    /// Why something was left out.
    public let reason: Reason
    /// The element or field concerned, for example `trkpt` or `record.heart_rate`.
    public let subject: String
    /// How often it happened.
    public internal(set) var count: Int
    /// The number of bytes before the first occurrence.
    public let firstByteOffset: Int
}

extension WorkoutFileNotice {
    /// A kind of notice. Later versions may add kinds, so a `switch` needs a `default`.
    public struct Reason: Hashable, Sendable {
        package let text: String

        /// What a notice says of the thing.
        package var effect: Effect {
            switch self {
            case .unordered, .noChecksum, .trailingZeros: .remark
            case .unsupported: .unknownKind
            default: .loss
            }
        }

        /// A value does not follow the format or cannot be right, for example a latitude of 100 degrees.
        public static let invalidValue = Reason(text: "the value is invalid")
        /// A point has no time, so it is not part of a workout.
        public static let missingTime = Reason(text: "the time is missing")
        /// A point has no position, although the format requires one.
        public static let missingPlace = Reason(text: "the position is missing")
        /// A workout has no points and no times.
        public static let empty = Reason(text: "it is empty")
        /// The points are not in order of time. They were sorted.
        public static let unordered = Reason(text: "the times are not in order; they were sorted")
        /// HealthKit cannot represent it.
        public static let unsupported = Reason(text: "HealthKit has no type for it")
        /// The FIT file is cut off. Its complete part was read.
        public static let truncated = Reason(text: "the file is cut off; what was complete was read")
        /// The FIT file has no checksum, so damage would go unnoticed.
        public static let noChecksum = Reason(text: "the checksum is missing")
        /// Zeros follow a FIT file, with which some writers fill its last block. They were skipped.
        public static let trailingZeros = Reason(text: "zeros follow it; they were skipped")
        /// A FIT field has a size that does not fit its type.
        public static let wrongSize = Reason(text: "the size is not one of the type")
    }
}

extension WorkoutFileNotice.Reason {
    /// What becomes of the thing that a notice is about.
    package enum Effect: Sendable {
        /// It was taken.
        case remark
        /// It was left out, because HealthKit has nothing for it.
        case unknownKind
        /// It was left out, and could have been taken.
        case loss
    }
}

extension WorkoutFileNotice: CustomStringConvertible {
    /// Subject, reason, count and position.
    public var description: String {
        let times = count == 1 ? "at byte" : "\(count) times, first at byte"
        return "\(subject): \(reason.text) (\(times) \(firstByteOffset))"
    }
}
