// The keys for sorting samples: `NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)`.

/// By when samples start.
public let HKSampleSortIdentifierStartDate = "startDate"
/// By when samples end.
public let HKSampleSortIdentifierEndDate = "endDate"
/// By how long workouts were, without pauses.
public let HKWorkoutSortIdentifierDuration = "duration"
/// By how far workouts went.
public let HKWorkoutSortIdentifierTotalDistance = "totalDistance"
/// By the energy that workouts took.
public let HKWorkoutSortIdentifierTotalEnergyBurned = "totalEnergyBurned"
/// By the strokes of swims.
public let HKWorkoutSortIdentifierTotalSwimmingStrokeCount = "totalSwimmingStrokeCount"
/// By the flights of stairs of workouts.
public let HKWorkoutSortIdentifierTotalFlightsClimbed = "totalFlightsClimbed"
