/// The records of a day.
extension AppleExport {
    static let watch = "Anna’s Apple\u{A0}Watch"
    static let phone = "Anna & Co. <iPhone>"

    /// A quantity as the export has it: its text and unit, in the units of the phone's settings.
    struct Printed {
        var value: String
        var unit: String
    }

    /// Writes the records of a day, about this number. Returns the number.
    mutating func day(_ records: Int) throws -> Int {
        let start = now
        for index in 0..<records {
            now = start + Int64(index) * (86_400 / Int64(max(records, 1)))
            try record(index)
        }
        now = start + 86_400
        try bloodPressure()
        try food()
        try workout(start + 3_600)
        return records
    }

    private mutating func record(_ index: Int) throws {
        switch index % 20 {
        case 0...9: try heartRate()
        case 10, 11: try steps()
        case 12: try distance()
        case 13: try energy()
        case 14: try sleep()
        case 15: try variability()
        case 16: try quantityOfADay(index)
        case 17: try category(index)
        default: try twins()
        }
    }

    private mutating func heartRate() throws {
        let value = number(48...180)
        let metadata = [("HKMetadataKeyHeartRateMotionContext", "\(number(0...2))")]
        try quantity("HeartRate", Double(value), Printed(value: "\(value)", unit: "count/min"), Self.watch, metadata)
    }

    private mutating func steps() throws {
        let value = number(1...200)
        let source = chance(0.5) ? Self.watch : Self.phone
        try quantity("StepCount", Double(value), Printed(value: "\(value)", unit: "count"), source, lasts: 60)
    }

    private mutating func distance() throws {
        let metres = Double(number(10...900))
        let printed =
            style == .metric
            ? Printed(value: "\(metres / 1_000)", unit: "km")
            : Printed(value: Self.sixDigits(metres / 1_609.344), unit: "mi")
        try quantity("DistanceWalkingRunning", metres, printed, Self.watch, lasts: 60)
    }

    private mutating func energy() throws {
        let value = Double(number(1...400)) / 8
        let printed = Printed(value: "\(value)", unit: style == .metric ? "kcal" : "Cal")
        try quantity("ActiveEnergyBurned", value, printed, Self.watch, [("HKWasUserEntered", "0")], lasts: 60)
    }

    private mutating func quantityOfADay(_ index: Int) throws {
        switch index / 20 % 6 {
        case 0:
            let kilograms = Double(number(600...900)) / 10
            let printed =
                style == .metric
                ? Printed(value: "\(kilograms)", unit: "kg")
                : Printed(value: Self.sixDigits(kilograms / 0.453_592_37), unit: "lb")
            try quantity("BodyMass", kilograms, printed, Self.phone, [("HKTimeZone", "Europe/Berlin")])
        case 1:
            let celsius = Double(number(355...390)) / 10
            let printed =
                style == .metric
                ? Printed(value: "\(celsius)", unit: "degC")
                : Printed(value: Self.sixDigits(celsius * 1.8 + 32), unit: "degF")
            try quantity("BodyTemperature", celsius, printed, Self.phone)
        case 2:
            let value = Double(number(300...500)) / 10
            try quantity("VO2Max", value, Printed(value: "\(value)", unit: "mL/min·kg"), Self.watch)
        case 3:
            let value = Double(number(90...100)) / 100
            try quantity("OxygenSaturation", value, Printed(value: "\(value)", unit: "%"), Self.watch)
        case 4:
            let milligrams = Double(number(70...180))
            let printed =
                style == .metric
                ? Printed(value: Self.sixDigits(milligrams / 18.015_588), unit: "mmol<180.1558800000541>/L")
                : Printed(value: "\(Int(milligrams))", unit: "mg/dL")
            try quantity("BloodGlucose", milligrams, printed, Self.phone, [("HKBloodGlucoseMealTime", "1")])
        default:
            let units = Double(number(1...20))
            let metadata = [("HKInsulinDeliveryReason", "2")]
            try quantity("InsulinDelivery", units, Printed(value: "\(units)", unit: "IU"), Self.phone, metadata)
        }
    }

    private mutating func sleep() throws {
        let names = [
            ("Asleep", 1), ("AsleepUnspecified", 1), ("InBed", 0), ("AsleepCore", 3), ("AsleepREM", 5), ("Awake", 2),
        ]
        let (name, value) = names[number(0...5)]
        try category("SleepAnalysis", "HKCategoryValueSleepAnalysis\(name)", value, Self.watch, lasts: 1_800)
    }

    private mutating func category(_ index: Int) throws {
        switch index / 20 % 5 {
        case 0: try category("AppleStandHour", "HKCategoryValueAppleStandHourStood", 0, Self.watch, lasts: 3_600)
        case 1: try category("MindfulSession", "HKCategoryValueNotApplicable", 0, Self.phone, lasts: 600)
        case 2:
            let metadata = [("HKMenstrualCycleStart", chance(0.5) ? "1" : "0")]
            // The name that the enumeration had before iOS 18.
            try category("MenstrualFlow", "HKCategoryValueMenstrualFlowMedium", 3, Self.phone, metadata)
        case 3: try category("Headache", "HKCategoryValueSeverityMild", 2, Self.phone)
        default:
            let name = "HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit"
            try category("AudioExposureEvent", name, 1, Self.watch, lasts: 60)
        }
    }

    /// Two samples that differ in their value only.
    private mutating func twins() throws {
        let created = now
        for value in [number(1...9), number(10...99)] {
            let printed = Printed(value: "\(value)", unit: "g")
            try quantity("DietaryProtein", Double(value), printed, Self.phone, created: created)
        }
    }

    private mutating func variability() throws {
        let milliseconds = Double(number(200...900)) / 10
        let beats = number(3...40)
        var content = "  <HeartRateVariabilityMetadataList>\n"
        var hundredths = now * 100 + Int64(number(0...50))
        for beat in 0..<beats {
            // The rate is that of the interval before the beat.
            let rate = number(50...90)
            hundredths += beat == 0 ? 0 : Int64(6_000 / rate)
            content += "   <InstantaneousBeatsPerMinute bpm=\"\(rate)\" time=\"\(timeOfDay(hundredths))\"/>\n"
        }
        content += "  </HeartRateVariabilityMetadataList>\n"
        count("heartbeatSeries")
        let printed = Printed(value: "\(milliseconds)", unit: "ms")
        try quantity("HeartRateVariabilitySDNN", milliseconds, printed, Self.watch, lasts: 60, content: content)
    }

    // MARK: - Elements

    mutating func quantity(
        _ name: String,
        _ value: Double,
        _ printed: Printed,
        _ source: String,
        _ metadata: [(String, String)] = [],
        lasts seconds: Int64 = 0,
        created: Int64? = nil,
        content: String = "",
        isRemembered: Bool = true
    ) throws {
        if isRemembered {
            remember(name, now, now + seconds, value, source)
        }
        try put(
            element(
                "Record",
                "HKQuantityTypeIdentifier\(name)",
                source,
                "unit=\"\(Self.escaped(printed.unit))\" ",
                "value=\"\(printed.value)\"",
                seconds,
                created ?? now + 30,
                content + entries(metadata)
            )
        )
    }

    mutating func category(
        _ name: String,
        _ text: String,
        _ value: Int,
        _ source: String,
        _ metadata: [(String, String)] = [],
        lasts seconds: Int64 = 0
    ) throws {
        remember(name, now, now + seconds, Double(value), source)
        let type = "HKCategoryTypeIdentifier\(name)"
        try put(element("Record", type, source, "", "value=\"\(text)\"", seconds, now + 30, entries(metadata)))
    }

    func entries(_ metadata: [(String, String)]) -> String {
        metadata.map { "  <MetadataEntry key=\"\($0.0)\" value=\"\(Self.escaped($0.1))\"/>\n" }.joined()
    }

    mutating func element(
        _ name: String,
        _ type: String,
        _ source: String,
        _ before: String,
        _ after: String,
        _ seconds: Int64,
        _ created: Int64,
        _ content: String
    ) -> String {
        let start =
            " <\(name) type=\"\(type)\" \(origin(source)) \(before)creationDate=\"\(date(created))\" "
            + "startDate=\"\(date(now))\" endDate=\"\(date(now + seconds))\" \(after)"
        return content.isEmpty ? start + "/>\n" : start + ">\n\(content) </\(name)>\n"
    }

    /// The source, its version, and its device with a pointer that changes with every export.
    mutating func origin(_ source: String) -> String {
        let version = source == Self.watch ? "10.\(now / 20_000_000 % 5)" : "17.\(now / 20_000_000 % 5)"
        guard source == Self.watch else {
            return "sourceName=\"\(Self.escaped(source))\" sourceVersion=\"\(version)\""
        }
        let pointer = String(number(0x1000_0000...0x7fff_ffff), radix: 16)
        let device =
            "<<HKDevice: 0x\(pointer)>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,10, "
            + "software:\(version), creation date:2023-10-01 10:00:00 +0000>"
        return "sourceName=\"\(Self.escaped(source))\" sourceVersion=\"\(version)\" device=\"\(Self.escaped(device))\""
    }

    /// Six digits, as a phone prints what it has converted.
    static func sixDigits(_ value: Double) -> String {
        var scale = 1.0
        while (value * scale).magnitude < 100_000, scale < 1e12 {
            scale *= 10
        }
        return "\((value * scale).rounded() / scale)"
    }
}
