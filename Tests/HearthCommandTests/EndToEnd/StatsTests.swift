import HearthTestSupport
import Testing

@testable import hearth

/// `hearth stats` and `hearth sources rank`.
@Suite struct StatsTests {
    /// Steps of three days in two months, on the last day of two apps.
    private func steps(_ shell: Shell) throws {
        let header = "start,end,value\n"
        let rows = [
            "2026-10-31T22:30:00Z,2026-10-31T23:30:00Z,100", "2026-11-20T10:00:00Z,2026-11-20T11:00:00Z,50",
            "2026-11-21T10:00:00Z,2026-11-21T11:00:00Z,1000",
        ]
        try shell.run(
            "save",
            "stepCount",
            "--csv",
            "-",
            "--app",
            "org.example.phone",
            input: header + rows.joined(separator: "\n")
        )
        try shell.run(
            "save",
            "stepCount",
            "--csv",
            "-",
            "--app",
            "org.example.watch",
            input: header + "2026-11-21T10:00:00Z,2026-11-21T11:00:00Z,1200\n"
        )
        // Otherwise the app that began last comes first.
        try shell.run("sources", "rank", "stepCount", "org.example.watch", "org.example.phone")
    }

    @Test func sumsOfAllAndOfIntervals() throws {
        let shell = try Shell()
        try steps(shell)
        #expect(
            try shell.run("stats", "stepCount", "--csv") == [
                "start,end,sum,average,minimum,maximum,unit,source",
                "2026-10-31T22:30:00Z,2026-11-21T11:00:00Z,1350,,,,count,",
            ]
        )
        #expect(
            try shell.run("stats", "stepCount", "--by", "day", "--zone", "UTC") == [
                "day          sum",
                "2026-10-31   100  count",
                "2026-11-20    50  count",
                "2026-11-21  1200  count",
            ]
        )
        // In Vienna the first hour ends half an hour after midnight.
        #expect(
            try shell.run("stats", "stepCount", "--by=month", "--zone=Europe/Vienna") == [
                "month     sum",
                "2026-10    50  count",
                "2026-11  1300  count",
            ]
        )
        let years = try shell.run("stats", "stepCount", "--by", "year", "--zone", "UTC")
        #expect(years.dropFirst() == ["2026  1350  count"])
        let weeks = try shell.run("stats", "stepCount", "--by", "week", "--zone", "UTC")
        #expect(weeks.map { $0.split(separator: " ")[0] } == ["week", "2026-10-26", "2026-11-16"])
        let hours = try shell.run("stats", "stepCount", "--by", "hour", "--zone", "UTC", "--since", "2026-11-01")
        #expect(hours.dropFirst() == ["2026-11-20 10:00    50  count", "2026-11-21 10:00  1200  count"])
    }

    @Test func samplesAreSelected() throws {
        let shell = try Shell()
        try steps(shell)
        let stats = { (options: [String]) in
            try HearthTool(["stats", "stepCount", "--by", "day", "--zone", "UTC"] + options, in: shell.folder).output
                .split(separator: "\n").dropFirst().map { $0.split(separator: " ")[1] }
        }
        #expect(try stats(["--since", "2026-11-20", "--until", "2026-11-21"]) == ["50"])
        #expect(try stats(["--source", "org.example.phone"]) == ["100", "50", "1000"])
        #expect(
            try stats(["--source", "org.example.phone", "--source", "org.example.watch"]) == ["100", "50", "1200"]
        )
    }

    @Test func sourcesAreSeparatedAndRanked() throws {
        let shell = try Shell()
        try steps(shell)
        let stats = {
            try Shell.objects(
                shell.run(
                    "stats",
                    "stepCount",
                    "--by",
                    "day",
                    "--zone",
                    "UTC",
                    "--since",
                    "2026-11-21",
                    "--by-source",
                    "--json"
                )
            )
        }
        let rows = try stats()
        #expect(rows.map { $0["source"] as? String } == [nil, "org.example.phone", "org.example.watch"])
        #expect(rows.map { $0["sum"] as? Int } == [1_200, 1_000, 1_200])
        #expect(
            rows.allSatisfy { $0["start"] as? String == "2026-11-21T00:00:00Z" && $0["unit"] as? String == "count" }
        )

        let ranked = ["rank  source", "   1  org.example.watch", "   2  org.example.phone"]
        #expect(try shell.run("sources", "rank", "stepCount") == ranked)
        try shell.run("sources", "rank", "stepCount", "org.example.phone")
        #expect(try stats().first?["sum"] as? Int == 1_000)
        let json = try Shell.objects(shell.run("sources", "rank", "stepCount", "--json"))
        #expect(json.map { $0["identifier"] as? String } == ["org.example.phone"])
        let table = try shell.run("stats", "stepCount", "--by-source", "--since", "2026-11-21")
        #expect(table.first?.hasSuffix("source") == true && table.count == 4)

        let part = try HearthTool(["sources", "rank", "stepCount"], in: shell.folder)
        #expect(part.output == "rank  source\n   1  org.example.phone\n   -  org.example.watch\n" && part.errors == "")
        let none = try HearthTool(["sources", "rank", "stepCount", "--none"], in: shell.folder)
        #expect(none.errors.hasPrefix("Before, the order was: org.example.phone.\n"))
        #expect(none.output == "" && none.errors.contains("The sources of stepCount have no order of their own."))
        #expect(none.errors.hasSuffix("newer. By name, they are: org.example.phone, org.example.watch.\n"))
        #expect(try shell.run("sources", "rank", "stepCount").isEmpty)
    }

    /// An hour of 1,000 steps by the phone: half an hour has half of them.
    @Test func theSelectedTimeCutsSamples() throws {
        let shell = try Shell()
        try steps(shell)
        let sums = { (options: [String]) in
            let tool = try HearthTool(["stats", "stepCount", "--zone", "UTC", "--csv"] + options, in: shell.folder)
            return tool.output.split(separator: "\n").dropFirst().map(String.init)
        }
        let phone = ["--source", "org.example.phone"]
        #expect(
            try sums(["--since", "2026-11-21T10:30:00Z"] + phone)
                == ["2026-11-21T10:30:00Z,2026-11-21T11:00:00Z,500,,,,count,"]
        )
        #expect(
            try sums(["--since", "2026-11-20T10:30:00Z", "--until", "2026-11-21T10:15:00Z"] + phone)
                == ["2026-11-20T10:30:00Z,2026-11-21T10:15:00Z,275,,,,count,"]
        )
        // With intervals, those that contain the ends count as a whole.
        let days = try sums(
            ["--by", "day", "--since", "2026-11-20T10:30:00Z", "--until", "2026-11-21T10:15:00Z"] + phone
        )
        #expect(days.map { $0.split(separator: ",")[2] } == ["50", "1000"])
        let table = try shell.run("stats", "stepCount", "--by-source", "--since", "2026-11-21", "--until", "2026-11-22")
        #expect(table.dropFirst().map { $0.hasSuffix("  all apps") } == [true, false, false], "\(table)")
    }

    @Test func ratesHaveAnAverageAndBounds() throws {
        let shell = try Shell()
        for (value, time) in [("60", "10:00"), ("80", "10:10"), ("71", "10:20")] {
            try shell.run("save", "heartRate", value, "--at", "2026-11-21T\(time):00Z")
        }
        #expect(
            try shell.run("stats", "heartRate", "--by", "day", "--zone", "UTC") == [
                "day         average  minimum  maximum",
                "2026-11-21  70.3333       60       80  count/min",
            ]
        )
        let hourly = try Shell.objects(shell.run("stats", "heartRate", "--unit", "count/hr", "--json"))
        #expect(hourly.map { ($0["maximum"] as? Double)?.rounded() } == [4_800])
        #expect(hourly.map { $0["unit"] as? String } == ["count/hr"])
        for (percent, time) in [("95", "10:00"), ("97", "11:00")] {
            try shell.run("save", "oxygenSaturation", percent, "--at", "2026-11-21T\(time):00Z")
        }
        let saturation = try shell.run("stats", "oxygenSaturation", "--by", "year", "--zone", "UTC")
        #expect(saturation.last == "2026       96       95       97  %")
    }

    @Test func changesAreWatched() throws {
        let shell = try Shell()
        try steps(shell)
        let tool = try RunningTool(
            ["stats", "stepCount", "--by", "day", "--zone", "UTC", "--since", "2026-11-01", "--watch"],
            in: shell.folder
        )
        #expect(try tool.nextErrorLine() == "Watching stepCount. Ctrl-C ends it.")
        #expect(try tool.nextLine() == "day          sum")
        #expect(try tool.nextLine() == "2026-11-20    50  count")
        #expect(try tool.nextLine() == "2026-11-21  1200  count")
        let id = try #require(
            try shell.run("save", "stepCount", "7", "--from", "2026-11-20T12:00:00Z", "--to", "2026-11-20T12:05:00Z")
                .first
        )
        #expect(try tool.nextLine() == "2026-11-20    57  count")
        try shell.run("save", "stepCount", "9", "--from", "2026-11-22T12:00:00Z", "--to", "2026-11-22T12:05:00Z")
        #expect(try tool.nextLine() == "2026-11-22     9  count")
        try shell.run("delete", "stepCount", id)
        #expect(try tool.nextLine() == "2026-11-20    50  count")
        tool.stopReading()
        #expect(tool.process.wait() == .code(0))
    }

    @Test func nothingFoundIsNoError() throws {
        let shell = try Shell()
        for options in [[], ["--by", "day"]] {
            let tool = try HearthTool(["stats", "stepCount"] + options, in: shell.folder)
            #expect(tool.exit == .code(0) && tool.output == "" && tool.errors == "No samples of stepCount match.\n")
        }
        #expect(try shell.run("stats", "stepCount", "--csv").count == 1)
    }

    /// Samples of 76 years lie in 666,216 hours: that is said at once.
    @Test func aTimeOfVeryManyIntervalsIsNamed() throws {
        let shell = try Shell()
        let rows = "1950-01-01T00:00:00Z,60\n2026-01-01T10:00:00Z,70\n"
        try shell.run("save", "heartRate", "--csv", "-", input: "start,value\n" + rows)
        for options in [["--by", "hour"], ["--by", "hour", "--watch"]] {
            let tool = try HearthTool(["stats", "heartRate", "--zone", "UTC"] + options, in: shell.folder)
            #expect(tool.exit != .code(0) && tool.output.split(separator: "\n").count <= 1)
            #expect(tool.errors.contains("1950-01-01 and 2026-01-01: that is 666226 intervals"), "\(tool.errors)")
            #expect(tool.errors.contains("--since"))
        }
        let day = ["--zone", "UTC", "--by", "hour", "--csv", "--since", "2026-01-01", "--until", "2026-01-02"]
        let hours = try HearthTool(["stats", "heartRate"] + day, in: shell.folder)
        #expect(hours.output.split(separator: "\n").count == 2, "\(hours.errors)")
        #expect(try shell.run("stats", "heartRate", "--zone", "UTC", "--by", "year", "--csv").count == 3)
    }

    @Test func wrongArgumentsAreExplained() throws {
        let shell = try Shell()
        #expect(try shell.failure("stats", code: 2).contains("TYPE is missing"))
        #expect(try shell.failure("stats", "sleepAnalysis", code: 2).contains("not a quantity"))
        #expect(try shell.failure("stats", "stepCount", "--by", "fortnight", code: 2).contains("hour, day, week"))
        #expect(try shell.failure("stats", "stepCount", "--watch", code: 2).contains("--watch needs --by"))
        #expect(try shell.failure("stats", "stepCount", "--zone", "Europe/Wien", code: 2).contains("'Europe/Vienna'"))
        #expect(try shell.failure("stats", "stepCount", "--unit", "kg", code: 2).contains("does not fit"))
        #expect(try shell.failure("sources", "rank", code: 2).contains("TYPE is missing"))
        #expect(try shell.failure("sources", "rank", "workout", code: 2).contains("not a quantity"))
        #expect(try shell.failure("sources", "rank", "heartRate", code: 2).contains("heartRate is not summed"))
        try steps(shell)
        let twice = try shell.failure("sources", "rank", "stepCount", "org.example.phone", "org.example.phone")
        #expect(twice.contains("twice"))
        let unknown = try shell.failure("sources", "rank", "stepCount", "org.example.pohne")
        #expect(unknown.contains("No app 'org.example.pohne' has saved samples. Did you mean 'org.example.phone'?"))
        for command in [["stats", "stepCount"], ["query", "stepCount"], ["export", "--gpx", shell.folder.file("x")]] {
            let error = try shell.failure(command + ["--source", "org.example.wacth"])
            #expect(error.contains("Did you mean 'org.example.watch'"), "\(error)")
        }
        #expect(try shell.failure("sources", "rank", "stepCount", "a", "--none", code: 2).contains("exclude"))
        #expect(try shell.failure("sources", "stepCount", "--none", code: 2).contains("'hearth sources rank'"))
        #expect(try shell.failure("sources", "stepCount", "heartRate", code: 2).contains("Too many"))
    }

    @Test func barsFillTheirShare() {
        #expect(Bar.text(0) == "" && Bar.text(-1) == "" && Bar.text(.nan) == "")
        #expect(Bar.text(1) == String(repeating: "█", count: Bar.width) && Bar.text(2) == Bar.text(1))
        #expect(Bar.text(0.5).count == Bar.width / 2)
        #expect(Bar.text(1.5 / Double(Bar.width)) == "█▌")
    }
}
