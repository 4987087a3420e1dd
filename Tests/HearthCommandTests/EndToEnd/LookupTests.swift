import HearthTestSupport
import Testing

/// Samples by their UUIDs, metadata in tables, and what a file was read as.
@Suite struct LookupTests {
    @Test func samplesOfAnyTypeAreFoundByTheirUUIDs() throws {
        let shell = try Shell()
        let heart = try shell.run("save", "heartRate", "60", "--metadata", "own=text")[0]
        let pressure = try shell.run("save", "bloodPressure", "120/80")[0]
        let table = try shell.run("query", heart, pressure.lowercased(), "--metadata")
        #expect(table.count == 3 && table[0].hasSuffix("  metadata"), "\(table)")
        #expect(
            table.contains { $0.contains(heart) && $0.contains("  heartRate") && $0.hasSuffix("  {\"own\":\"text\"}") },
            "\(table)"
        )
        #expect(table.contains { $0.contains("120/80  mmHg") && $0.hasSuffix("bloodPressure") }, "\(table)")
        let objects = try Shell.objects(shell.run("query", heart, "--json"))
        #expect(objects.map { $0["type"] as? String } == ["heartRate"])
        let missing = "01A1FEF9-F3B1-700D-937B-7067034304ED"
        let error = try shell.failure("query", missing)
        #expect(error.contains("No stored sample has the UUID \(missing)."))
    }

    @Test func theFirstSampleOfAFileIsShownAsItWasRead() throws {
        let shell = try Shell()
        let input = "2026-11-21T10:00:00Z,,1.8\n2026-11-21T10:00:01Z,,1.81\n"
        let tool = try HearthTool(["save", "height", "--csv", "-"], in: shell.folder, input: input)
        #expect(tool.errors == "The first one was read as height 1.8 m, at 2026-11-21 10:00:00.\n", "\(tool.errors)")
    }

    @Test func aConvertedValueIsShownWithoutTheErrorOfTheConversion() throws {
        let shell = try Shell()
        try shell.run("save", "bodyMass", "176", "--unit", "lb")
        #expect(try shell.run("query", "bodyMass", "--unit", "lb")[1].contains(" 176  lb "))
        let share = try HearthTool(["save", "oxygenSaturation", "0.97", "--unit", "1"], in: shell.folder)
        #expect(share.errors.hasPrefix("Saved oxygenSaturation 97 %, at "), "\(share.errors)")
        let types = try shell.run("types", "oxygenSaturation")
        #expect(types.contains("  units: %, 1"), "\(types)")
        #expect(
            try shell.run("types", "insulinDelivery").contains { $0.contains("HKInsulinDeliveryReason, basal (1) or") }
        )
    }

    @Test func aTypeWithASingleValueNeedsNone() throws {
        let shell = try Shell()
        try shell.run("save", "mindfulSession", "--from", "10m")
        #expect(try shell.run("query", "mindfulSession")[1].contains("notApplicable"))
    }

    @Test func aServedStoreIsCheckedByItsBackup() throws {
        let shell = try Shell()
        let error = try shell.failure("check", shell.folder.store)
        #expect(error.contains("check a backup: see 'hearth backup --help'"), "\(error)")
    }
}
