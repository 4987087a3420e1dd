/// What is more than a record, and what cannot be taken.
extension AppleExport {
    mutating func head() throws {
        // iOS 16 has a declaration that is not closed.
        try put(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE HealthData [
            <!-- HealthKit Export Version: 12 -->
            <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
            <!ATTLIST HealthData
              locale CDATA #REQUIRED
            <!ELEMENT VisionPrescription (RightEye?, LeftEye?)>
            ]>
            <HealthData locale="\(style == .metric ? "de_DE" : "en_US")">
             <ExportDate value="\(date(now + 300_000_000))"/>
             <Me HKCharacteristicTypeIdentifierDateOfBirth="1985-04-12" \
            HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" \
            HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" \
            HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeIII"/>

            """
        )
    }

    /// The members of a correlation are records of their own before it, after it, or not at all.
    mutating func bloodPressure() throws {
        let place = number(0...2)
        let values = [("BloodPressureSystolic", number(100...150)), ("BloodPressureDiastolic", number(60...95))]
        let created = now + 5
        func members(_ export: inout AppleExport, isRemembered: Bool) throws {
            for (name, value) in values {
                let printed = Printed(value: "\(value)", unit: "mmHg")
                try export.quantity(
                    name,
                    Double(value),
                    printed,
                    Self.phone,
                    created: created,
                    isRemembered: isRemembered
                )
            }
        }
        if place == 0 { try members(&self, isRemembered: false) }
        try put(
            " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" \(origin(Self.phone)) "
                + "creationDate=\"\(date(created))\" startDate=\"\(date(now))\" endDate=\"\(date(now))\">\n"
        )
        try members(&self, isRemembered: true)
        try put(" </Correlation>\n")
        if place == 1 { try members(&self, isRemembered: false) }
        count("bloodPressure")
        now += 60
    }

    mutating func food() throws {
        try put(
            " <Correlation type=\"HKCorrelationTypeIdentifierFood\" \(origin(Self.phone)) "
                + "creationDate=\"\(date(now + 5))\" startDate=\"\(date(now))\" endDate=\"\(date(now))\">\n"
                + entries([("HKFoodType", "Müsli & \u{B}Milk")])
        )
        for (name, unit) in [("DietaryCarbohydrates", "g"), ("DietarySugar", "g")] {
            let value = number(1...90)
            try quantity(name, Double(value), Printed(value: "\(value)", unit: unit), Self.phone, created: now + 5)
        }
        try put(" </Correlation>\n")
        count("food")
        now += 60
    }

    /// A run of half an hour within the day that was written.
    mutating func workout(_ start: Int64) throws {
        let end = start + 1_800
        let name = "route_\(start)_1.04\u{202F}pm.gpx"
        let distance = style == .metric ? (value: "5.25", unit: "km") : (value: "3.26220", unit: "mi")
        let statistics =
            // iOS 16 wrote the start twice.
            statistics("DistanceWalkingRunning", start, end, "sum=\"\(distance.value)\"", distance.unit, isTwice: true)
            + statistics("ActiveEnergyBurned", start, end, "sum=\"312.5\"", style == .metric ? "kcal" : "Cal")
            + statistics("HeartRate", start, end, "average=\"142.5\" minimum=\"90\" maximum=\"181\"", "count/min")
        let uuid = "00000000-0000-4000-8000-0000\(String(start, radix: 16))"
        let route =
            "  <WorkoutRoute \(origin(Self.watch)) creationDate=\"\(date(end))\" startDate=\"\(date(start))\" "
            + "endDate=\"\(date(end))\">\n"
            + entries([("HKMetadataKeySyncVersion", "2"), ("HKMetadataKeySyncIdentifier", "route \(start)")])
            + "   <FileReference path=\"/workout-routes/\(name)\"/>\n  </WorkoutRoute>\n"
        try put(
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"29.5\" durationUnit=\"min\" "
                + "\(origin(Self.watch)) creationDate=\"\(date(end))\" startDate=\"\(date(start))\" "
                + "endDate=\"\(date(end))\">\n"
                + entries([
                    ("HKIndoorWorkout", "0"), ("HKWeatherHumidity", "8300 %"), ("HKAverageMETs", "9.5 kcal/hr·kg"),
                ])
                + events(start)
                + "  <WorkoutActivity uuid=\"\(uuid)\" startDate=\"\(date(start))\" endDate=\"\(date(end))\" "
                + "duration=\"29.5\" durationUnit=\"min\"/>\n"
                + statistics + route + " </Workout>\n"
        )
        count("workout")
        count("workoutRoute")
        addRoute(name, gpx(start))
    }

    /// A pause, and the splits of a kilometre and of a mile, which overlap.
    private func events(_ start: Int64) -> String {
        [("Segment", 0, "6.2"), ("Segment", 0, "9.9"), ("Pause", 600, ""), ("Resume", 630, ""), ("Lap", 700, "1.5")]
            .map { type, second, minutes in
                let duration = minutes.isEmpty ? "" : " duration=\"\(minutes)\" durationUnit=\"min\""
                return "  <WorkoutEvent type=\"HKWorkoutEventType\(type)\" "
                    + "date=\"\(date(start + Int64(second)))\"\(duration)/>\n"
            }
            .joined()
    }

    private func statistics(
        _ type: String,
        _ start: Int64,
        _ end: Int64,
        _ values: String,
        _ unit: String,
        isTwice: Bool = false
    ) -> String {
        "  <WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" startDate=\"\(date(start))\" "
            + "\(isTwice ? "startDate" : "endDate")=\"\(date(end))\" \(values) unit=\"\(unit)\"/>\n"
    }

    /// A location every five seconds.
    private func gpx(_ start: Int64) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
              <trk><name>Route</name><trkseg>

            """
        for index in 0..<360 {
            let (day, second) = ((start + Int64(index) * 5) / 86_400, (start + Int64(index) * 5) % 86_400)
            let parts = Self.civil(day)
            text +=
                "<trkpt lon=\"\(13.4 + Double(index) / 10_000)\" lat=\"52.5\"><ele>34.5</ele>"
                + "<time>\(parts.year)-\(Self.two(parts.month))-\(Self.two(parts.day))"
                + "T\(Self.two(Int(second / 3_600))):\(Self.two(Int(second / 60 % 60))):\(Self.two(Int(second % 60)))Z"
                + "</time><extensions><speed>2.9</speed><course>90</course><hAcc>3</hAcc><vAcc>2</vAcc></extensions>"
                + "</trkpt>\n"
        }
        return text + "</trkseg></trk>\n</gpx>\n"
    }

    /// What cannot be taken, and what is odd but can.
    mutating func oddities() throws {
        let times = "startDate=\"\(date(now))\" endDate=\"\(date(now))\""
        let source = "sourceName=\"Odd\" sourceVersion=\"1\""
        func record(_ type: String, _ rest: String) -> String { " <Record type=\"\(type)\" \(source) \(rest)/>\n" }
        let heartRate = "HKQuantityTypeIdentifierHeartRate"
        try put(
            record("HKQuantityTypeIdentifierOfTheFuture", "\(times) unit=\"m\" value=\"1\"")
                + record(heartRate, "\(times) unit=\"m\" value=\"60\"")
                + record(heartRate, "\(times) unit=\"count/min\" value=\"fast\"")
                + record(heartRate, "startDate=\"yesterday\" endDate=\"\(date(now))\" unit=\"count/min\" value=\"60\"")
                + record(
                    heartRate,
                    "startDate=\"\(date(now))\" endDate=\"\(date(now - 1))\" unit=\"count/min\" value=\"60\""
                )
                + record(
                    "HKCategoryTypeIdentifierSleepAnalysis",
                    "\(times) value=\"HKCategoryValueSleepAnalysisFlying\""
                )
                + record(
                    "HKCategoryTypeIdentifierMenstrualFlow",
                    "\(times) value=\"HKCategoryValueVaginalBleedingLight\""
                )
                + " <ActivitySummary dateComponents=\"2024-03-01\" activeEnergyBurned=\"410.2\"/>\n"
                + " <ClinicalRecord type=\"Immunization\" identifier=\"1\"/>\n"
                + " <Audiogram type=\"x\"><SensitivityPoint frequencyValue=\"1\"/></Audiogram>\n"
                + " <VisionPrescription type=\"x\"><RightEye sphere=\"1\"/></VisionPrescription>\n"
                + " <Flying height=\"1\"/>\n"
        )
        for (subject, number) in [
            ("HKQuantityTypeIdentifierOfTheFuture", 1), (heartRate, 4), ("HKCategoryTypeIdentifierSleepAnalysis", 1),
            ("HKCategoryTypeIdentifierMenstrualFlow", 1), ("ActivitySummary", 1), ("ClinicalRecord", 1),
            ("HKDataTypeIdentifierAudiogram", 1), ("HKVisionPrescriptionTypeIdentifier", 1), ("Flying", 1),
            ("MetadataEntry", 1),
        ] {
            omit(subject, number)
        }
        // A key with two values, and identifiers that must replace nothing.
        try quantity(
            "HeartRate",
            61,
            Printed(value: "61", unit: "count/min"),
            Self.watch,
            [
                ("own", "first"), ("own", "second"), ("own", "first"), ("HKMetadataKeySyncIdentifier", "id"),
                ("HKMetadataKeySyncVersion", "1"),
            ]
        )
        now += 1
        try quantity(
            "HeartRate",
            62,
            Printed(value: "62", unit: "count/min"),
            Self.watch,
            [("HKMetadataKeySyncIdentifier", "id"), ("HKMetadataKeySyncVersion", "2")]
        )
    }
}
