import HearthModel

/// A table of records, and what its rows become.
struct HealthConnectTable {
    /// What a row becomes. Values are in the unit in which the platform stores them.
    enum Content {
        /// Values of a quantity type; `scale` makes the unit of them.
        case quantity(String, unit: String, scale: Double = 1)
        /// A measure of a sport, whose quantity type depends on the workout that it is part of.
        case sport(SportMeasure)
        /// The numbers of a category; nil: each row has the only value of the type.
        case category(String, [Int64: Int64]?)
        case bloodPressure
        case bodyTemperature(String)
        case bloodGlucose
        case nutrition
        case sleepSession
        case sleepStage
        case menstrualFlow
        case sexualActivity
        /// Metres uphill, which become part of a workout.
        case elevation
        /// HealthKit has nothing for it.
        case none
    }

    enum SportMeasure {
        case distance
        case speed
        case power
        case cadence
    }

    /// The table of the records.
    let name: String
    let content: Content
    /// The columns with the values.
    var columns: [String] = []
    /// Whether a record has a start and an end.
    var isInterval = false
    /// The table with the values of each record, if that is a different table, and its columns of time.
    var series: (name: String, start: String, end: String)?

    init(_ name: String, _ content: Content, _ columns: String...) {
        self.name = name
        self.content = content
        self.columns = columns
    }

    /// The name of a kind of records, for the list of what is not taken.
    static func subject(_ table: String) -> String {
        var name = table
        for suffix in ["_record_table", "RecordTable"] where name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
        }
        return name.utf8.count <= 40 ? name : "other records"
    }

    private var ofIntervals: HealthConnectTable {
        var table = self
        table.isInterval = true
        return table
    }

    private func series(_ name: String) -> HealthConnectTable {
        var table = self
        table.isInterval = true
        table.series = (name, "epoch_millis", "epoch_millis")
        return table
    }

    private var ofStages: HealthConnectTable {
        var table = self
        table.isInterval = true
        table.series = ("sleep_stages_table", "stage_start_time", "stage_end_time")
        return table
    }

    /// The table with the values of the cadence of steps, which HealthKit has no type for.
    static let seriesWithoutType = "steps_cadence_record_table"

    /// The tables, in the order in which they are read.
    static let all: [HealthConnectTable] = [
        // Measures over a time.
        HealthConnectTable("steps_record_table", .quantity("StepCount", unit: "count"), "count").ofIntervals,
        HealthConnectTable("distance_record_table", .sport(.distance), "distance").ofIntervals,
        HealthConnectTable(
            "active_calories_burned_record_table",
            .quantity("ActiveEnergyBurned", unit: "cal"),
            "energy"
        ).ofIntervals,
        HealthConnectTable("floors_climbed_record_table", .quantity("FlightsClimbed", unit: "count"), "floors")
            .ofIntervals,
        HealthConnectTable("wheelchair_pushes_record_table", .quantity("PushCount", unit: "count"), "count")
            .ofIntervals,
        HealthConnectTable("hydration_record_table", .quantity("DietaryWater", unit: "L"), "volume").ofIntervals,
        HealthConnectTable("elevation_gained_record_table", .elevation, "elevation").ofIntervals,
        HealthConnectTable("mindfulness_session_record_table", .category("MindfulSession", nil)).ofIntervals,
        nutrition,
        // Series of measures.
        HealthConnectTable("heart_rate_record_table", .quantity("HeartRate", unit: "count/min"), "beats_per_minute")
            .series("heart_rate_record_series_table"),
        HealthConnectTable("SpeedRecordTable", .sport(.speed), "speed").series("speed_record_table"),
        HealthConnectTable("PowerRecordTable", .sport(.power), "power").series("power_record_table"),
        HealthConnectTable("CyclingPedalingCadenceRecordTable", .sport(.cadence), "revolutions_per_minute")
            .series("cycling_pedaling_cadence_record_table"),
        // Measures of a moment.
        HealthConnectTable(
            "resting_heart_rate_record_table",
            .quantity("RestingHeartRate", unit: "count/min"),
            "beats_per_minute"
        ),
        HealthConnectTable("respiratory_rate_record_table", .quantity("RespiratoryRate", unit: "count/min"), "rate"),
        HealthConnectTable(
            "oxygen_saturation_record_table",
            .quantity("OxygenSaturation", unit: "%", scale: 0.01),
            "percentage"
        ),
        HealthConnectTable(
            "vo2_max_record_table",
            .quantity("VO2Max", unit: "mL/(kg*min)"),
            "vo2_milliliters_per_minute_kilogram"
        ),
        HealthConnectTable("weight_record_table", .quantity("BodyMass", unit: "g"), "weight"),
        HealthConnectTable("height_record_table", .quantity("Height", unit: "m"), "height"),
        HealthConnectTable(
            "body_fat_record_table",
            .quantity("BodyFatPercentage", unit: "%", scale: 0.01),
            "percentage"
        ),
        HealthConnectTable("lean_body_mass_record_table", .quantity("LeanBodyMass", unit: "g"), "mass"),
        HealthConnectTable("blood_pressure_record_table", .bloodPressure, "systolic", "diastolic"),
        HealthConnectTable("blood_glucose_record_table", .bloodGlucose, "level", "relation_to_meal"),
        HealthConnectTable(
            "body_temperature_record_table",
            .bodyTemperature("BodyTemperature"),
            "temperature",
            "measurement_location"
        ),
        HealthConnectTable(
            "basal_body_temperature_record_table",
            .bodyTemperature("BasalBodyTemperature"),
            "temperature",
            "measurement_location"
        ),
        // Sleep and cycles.
        HealthConnectTable("sleep_session_record_table", .sleepSession).ofIntervals,
        HealthConnectTable("sleep_session_record_table", .sleepStage, "stage_type").ofStages,
        HealthConnectTable("menstruation_flow_record_table", .menstrualFlow, "flow"),
        HealthConnectTable(
            "cervical_mucus_record_table",
            .category("CervicalMucusQuality", [1: 1, 2: 2, 3: 3, 4: 4, 5: 5]),
            "appearance"
        ),
        HealthConnectTable(
            "ovulation_test_record_table",
            .category("OvulationTestResult", [0: 3, 1: 2, 2: 4, 3: 1]),
            "result"
        ),
        HealthConnectTable("sexual_activity_record_table", .sexualActivity, "protection_used"),
        HealthConnectTable("intermenstrual_bleeding_record_table", .category("IntermenstrualBleeding", nil)),
        // The root mean square of differences is not the standard deviation that HealthKit has.
        HealthConnectTable("heart_rate_variability_rmssd_record_table", .none),
        HealthConnectTable("total_calories_burned_record_table", .none),
        HealthConnectTable("basal_metabolic_rate_record_table", .none),
        HealthConnectTable("body_water_mass_record_table", .none),
        HealthConnectTable("bone_mass_record_table", .none),
        HealthConnectTable("StepsCadenceRecordTable", .none),
        HealthConnectTable("menstruation_period_record_table", .none),
        HealthConnectTable("skin_temperature_record_table", .none),
        HealthConnectTable("planned_exercise_session_record_table", .none),
        HealthConnectTable("activity_intensity_record_table", .none),
    ]

    private static var nutrition: HealthConnectTable {
        var table = HealthConnectTable("nutrition_record_table", .nutrition).ofIntervals
        table.columns = ["meal_name"] + nutrients.map(\.column)
        return table
    }

    /// The columns of nutrients with their quantity types. Energy is in small calories, all else in grams.
    static let nutrients: [(column: String, type: String)] = [
        ("energy", "DietaryEnergyConsumed"), ("protein", "DietaryProtein"), ("total_fat", "DietaryFatTotal"),
        ("saturated_fat", "DietaryFatSaturated"), ("monounsaturated_fat", "DietaryFatMonounsaturated"),
        ("polyunsaturated_fat", "DietaryFatPolyunsaturated"), ("total_carbohydrate", "DietaryCarbohydrates"),
        ("dietary_fiber", "DietaryFiber"), ("sugar", "DietarySugar"), ("cholesterol", "DietaryCholesterol"),
        ("sodium", "DietarySodium"), ("potassium", "DietaryPotassium"), ("calcium", "DietaryCalcium"),
        ("iron", "DietaryIron"), ("magnesium", "DietaryMagnesium"), ("zinc", "DietaryZinc"),
        ("phosphorus", "DietaryPhosphorus"), ("iodine", "DietaryIodine"), ("selenium", "DietarySelenium"),
        ("copper", "DietaryCopper"), ("manganese", "DietaryManganese"), ("chromium", "DietaryChromium"),
        ("molybdenum", "DietaryMolybdenum"), ("chloride", "DietaryChloride"), ("biotin", "DietaryBiotin"),
        ("caffeine", "DietaryCaffeine"), ("folate", "DietaryFolate"), ("niacin", "DietaryNiacin"),
        ("pantothenic_acid", "DietaryPantothenicAcid"), ("riboflavin", "DietaryRiboflavin"),
        ("thiamin", "DietaryThiamin"), ("vitamin_a", "DietaryVitaminA"), ("vitamin_b6", "DietaryVitaminB6"),
        ("vitamin_b12", "DietaryVitaminB12"), ("vitamin_c", "DietaryVitaminC"), ("vitamin_d", "DietaryVitaminD"),
        ("vitamin_e", "DietaryVitaminE"), ("vitamin_k", "DietaryVitaminK"),
    ]
}
