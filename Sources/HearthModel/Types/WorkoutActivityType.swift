/// The activity of a workout: HealthKit's `HKWorkoutActivityType`, with its numbers.
///
/// An unknown number, from a newer peer, is kept.
package struct WorkoutActivityType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Every activity type that this version knows, in the order of the numbers.
    package static let all: [WorkoutActivityType] = WorkoutActivityTypeTable.rows.map {
        WorkoutActivityType(rawValue: $0.rawValue)
    }

    package var isKnown: Bool { knownName != nil }

    /// The name in Swift, for example `running`, or the number if unknown.
    package var name: String { knownName ?? "\(rawValue)" }

    /// The name in Apple's export, for example `HKWorkoutActivityTypeRunning`; nil if unknown.
    package var exportName: String? {
        guard let name = knownName else { return nil }
        return "HKWorkoutActivityType" + name.prefix(1).uppercased() + name.dropFirst()
    }

    private var knownName: String? { Self.names[rawValue] }

    private static let names = Dictionary(
        uniqueKeysWithValues: WorkoutActivityTypeTable.rows.map { ($0.rawValue, $0.name) }
    )
}
