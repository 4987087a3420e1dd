/// The identifier of the type of workouts.
public let HKWorkoutTypeIdentifier = "HKWorkoutTypeIdentifier"

/// The identifier of the type of routes of workouts.
public let HKWorkoutRouteTypeIdentifier = "HKWorkoutRouteTypeIdentifier"

/// The identifier of the type of heartbeat series.
public let HKDataTypeIdentifierHeartbeatSeries = "HKDataTypeIdentifierHeartbeatSeries"

/// The identifier of the type of prescriptions for glasses and contact lenses.
public let HKVisionPrescriptionTypeIdentifier = "HKVisionPrescriptionTypeIdentifier"

/// The identifier of the type of states of mind.
public let HKDataTypeIdentifierStateOfMind = "HKDataTypeIdentifierStateOfMind"

/// The identifier of the type of medications that the person takes.
public let HKDataTypeIdentifierUserAnnotatedMedicationConcept = "HKDataTypeIdentifierUserAnnotatedMedicationConcept"
