// The keys of predicates with a format: `NSPredicate(format: "%K >= %@", HKPredicateKeyPathEndDate, date)`.

/// An object's identifier: a `UUID`.
public let HKPredicateKeyPathUUID = "UUID"
/// The app that saved an object: an `HKSource`.
public let HKPredicateKeyPathSource = "source"
/// The version of the app that saved an object: an `HKSourceRevision`.
public let HKPredicateKeyPathSourceRevision = "sourceRevision"
/// The device that measured: an `HKDevice`, or nil.
public let HKPredicateKeyPathDevice = "device"
/// The metadata of an object. The key follows after a point: `"%K.%K == %@"`.
public let HKPredicateKeyPathMetadata = "metadata"
/// The correlation that a sample belongs to: an `HKCorrelation`, or nil.
public let HKPredicateKeyPathCorrelation = "correlation"
/// The workout that an object belongs to: an `HKWorkout`.
public let HKPredicateKeyPathWorkout = "workout"

/// When a sample starts: a `Date`.
public let HKPredicateKeyPathStartDate = "startDate"
/// When a sample ends: a `Date`.
public let HKPredicateKeyPathEndDate = "endDate"

/// The quantity of a quantity sample: an `HKQuantity`.
public let HKPredicateKeyPathQuantity = "quantity"
/// The sum of a quantity sample of a cumulative type: an `HKQuantity`. The same text as `HKPredicateKeyPathQuantity`.
public let HKPredicateKeyPathSum = "quantity"
/// How many quantities, locations or heartbeats a sample stands for: a number.
public let HKPredicateKeyPathCount = "count"
/// The smallest quantity of a quantity sample: an `HKQuantity`.
public let HKPredicateKeyPathMin = "min"
/// The largest quantity of a quantity sample: an `HKQuantity`.
public let HKPredicateKeyPathMax = "max"
/// The average of a quantity sample: an `HKQuantity`. The same text as `HKPredicateKeyPathQuantity`.
public let HKPredicateKeyPathAverage = "quantity"
/// The last quantity of a quantity sample: an `HKQuantity`.
public let HKPredicateKeyPathMostRecent = "most_recent"
/// When the last quantity of a quantity sample starts: a `Date`.
public let HKPredicateKeyPathMostRecentStartDate = "most_recent_start_date"
/// When the last quantity of a quantity sample ends: a `Date`.
public let HKPredicateKeyPathMostRecentEndDate = "most_recent_end_date"
/// How long the last quantity of a quantity sample lasts: seconds.
public let HKPredicateKeyPathMostRecentDuration = "most_recent_duration"

/// The value of a category sample: a number.
public let HKPredicateKeyPathCategoryValue = "value"

/// The activity of a workout: an `HKWorkoutActivityType`, or its number.
public let HKPredicateKeyPathWorkoutType = "workoutType"
/// How long a workout was without pauses: seconds.
public let HKPredicateKeyPathWorkoutDuration = "duration"
/// How far a workout went: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutTotalDistance = "totalDistance"
/// The energy that a workout took: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutTotalEnergyBurned = "totalEnergyBurned"
/// The strokes of a swim: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount = "totalSwimmingStrokeCount"
/// The flights of stairs of a workout: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutTotalFlightsClimbed = "totalFlightsClimbed"

// Statistics: the identifier of a quantity type follows after a point, as in `"%K.%K > %@"`.

/// The sum of the quantities of a type over a workout: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutSumQuantity = "sumQuantity"
/// The smallest quantity of a type over a workout: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutMinimumQuantity = "minimumQuantity"
/// The largest quantity of a type over a workout: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutMaximumQuantity = "maximumQuantity"
/// The average of the quantities of a type over a workout: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutAverageQuantity = "averageQuantity"

// Activities of workouts: in predicates for `HKQuery.predicateForWorkouts(activityPredicate:)`.

/// The type of an activity: an `HKWorkoutActivityType`, or its number.
public let HKPredicateKeyPathWorkoutActivityType = "activityType"
/// How long an activity was without pauses: seconds.
public let HKPredicateKeyPathWorkoutActivityDuration = "activityDuration"
/// When an activity starts: a `Date`.
public let HKPredicateKeyPathWorkoutActivityStartDate = "activityStartDate"
/// When an activity ends: a `Date`.
public let HKPredicateKeyPathWorkoutActivityEndDate = "activityEndDate"
/// The sum of the quantities of a type over an activity: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutActivitySumQuantity = "activitySumQuantity"
/// The smallest quantity of a type over an activity: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutActivityMinimumQuantity = "activityMinimumQuantity"
/// The largest quantity of a type over an activity: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutActivityMaximumQuantity = "activityMaximumQuantity"
/// The average of the quantities of a type over an activity: an `HKQuantity`.
public let HKPredicateKeyPathWorkoutActivityAverageQuantity = "activityAverageQuantity"
