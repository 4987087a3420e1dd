import Foundation
import HearthTestSupport
import Testing

/// What `hearth access` and the decisions say beside the table, with a server of its own.
@Suite struct AccessAdviceTests {
    private static let diary = "org.example.diary"
    private static let reader = "org.example.reader"

    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.run("save", "heartRate", "61", "--app", Self.diary)
        try shell.run("query", "heartRate", "--app", Self.reader)
    }

    /// An import is the owner's own, whatever is decided.
    @Test func anImportIsNotRefused() throws {
        try shell.run("allow", Self.diary, "all")
        try shell.run("allow", Self.reader, "all")
        let path = shell.folder.file("export.xml")
        let record = """
            <HealthData><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" value="70" \
            startDate="2024-03-01 08:00:00 +0100" endDate="2024-03-01 08:00:00 +0100"/></HealthData>
            """
        try Data(record.utf8).write(to: URL(filePath: path))
        try shell.run("import", path)
        #expect(try HearthTool(["access", "--ask"], in: shell.folder).errors == "")
        let denied = try HearthTool(["deny", "apple-health:Scale", "all"], in: shell.folder)
        #expect(denied.exit == .code(0), "\(denied)")
        #expect(
            denied.errors.contains("is a source of imported samples, as which apps do not connect"),
            "\(denied.errors)"
        )
        let importer = try HearthTool(["deny", "org.hearth.import", "all"], in: shell.folder)
        #expect(importer.errors.contains("is your own hearth, which this does not limit"), "\(importer.errors)")
        for app in ["apple-health:Scale", "org.example.other"] {
            let words = ["delete", "bodyMass", "--since", "2024-01-01", "--app", app, "--yes"]
            let errors = try HearthTool(words, in: shell.folder).errors
            let advice = "To delete what an import has brought: 'hearth delete --imported-from FILE'."
            #expect(errors.contains(advice) && !errors.contains("--app"), "\(errors)")
        }
    }

    @Test func theListNamesItsPeriod() throws {
        #expect(try shell.run("access").contains("Read, saved and deleted in the last 7 days:"))
        #expect(try shell.run("access", Self.diary).contains("Read, saved and deleted in the last 90 days:"))
        try shell.run("allow", "org.example.new", "heartRate")
        #expect(try !shell.run("access", "org.example.new").contains { $0.contains("in the last") })
    }

    @Test func whatHasNoTimeIsNotLimited() throws {
        let refused = try shell.failure("allow", Self.reader, "dateOfBirth", "--read", "--since", "today", code: 2)
        #expect(refused.contains("dateOfBirth has no time, so --since limits nothing"), "\(refused)")
        let words = ["allow", Self.reader, "dateOfBirth", "heartRate", "--read", "--since", "today"]
        let both = try HearthTool(words, in: shell.folder)
        #expect(both.exit == .code(0) && both.errors.contains("Characteristics, such as the date of birth"), "\(both)")
        let rows = both.output.split(separator: "\n")
        #expect(rows.contains { $0.contains("dateOfBirth") && !$0.contains("since") }, "\(rows)")
        #expect(rows.contains { $0.contains("heartRate") && $0.contains("allowed since") }, "\(rows)")
    }

    @Test func aDayWithoutALengthBeginsAtMidnight() throws {
        let rows = try shell.run("allow", Self.reader, "heartRate", "--read", "--since", "0d")
        #expect(rows.contains { $0.hasSuffix(" 00:00:00") }, "\(rows)")
        let words = ["allow", Self.reader, "heartRate", "--read", "--since", "tomorrow"]
        let future = try HearthTool(words, in: shell.folder, environment: ["TZ": "Europe/Berlin"])
        #expect(future.exit == .code(2) && future.errors.contains(" 00:00:00 is in the future"), "\(future.errors)")
    }
}
