/// What was done in a workout: HealthKit's `HKWorkoutActivityType`, with its numbers.
///
/// A number that this version does not know, from a newer peer, is kept as it came.
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

    /// The name that Swift programs use, for example `running`, or the number when this version does not know it.
    package var name: String { knownName ?? "\(rawValue)" }

    /// The name in Apple's export, for example `HKWorkoutActivityTypeRunning`; nil when this version does not know it.
    package var exportName: String? {
        guard let name = knownName else { return nil }
        return "HKWorkoutActivityType" + name.prefix(1).uppercased() + name.dropFirst()
    }

    private var knownName: String? { Self.names[rawValue] }

    private static let names = Dictionary(
        uniqueKeysWithValues: WorkoutActivityTypeTable.rows.map { ($0.rawValue, $0.name) }
    )
}
