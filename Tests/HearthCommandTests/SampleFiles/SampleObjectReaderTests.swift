import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// Lines of JSON with samples of every kind, as others may write them or damage them.
@Suite struct SampleObjectReaderTests {
    private static let time = "\"start\":\"2026-11-21T10:00:00Z\",\"end\":\"2026-11-21T11:00:00Z\""

    /// A good line of each kind.
    private static let lines = [
        #"{"type":"heartRate",T,"value":60.5,"unit":"count/min","metadata":{"a":{"value":5,"unit":"km"}}}"#,
        #"{"type":"heartRate",T,"value":60.5,"count":2,"points":["#
            + #"{"value":60,"start":"2026-11-21T10:00:01Z"},{"value":61,"start":"2026-11-21T10:00:02Z"}]}"#,
        #"{"type":"stepCount",T,"value":6,"count":2,"minimum":1,"maximum":5,"#
            + #""most_recent":{"value":5,"start":"2026-11-21T10:30:00Z"},"points":[]}"#,
        #"{"type":"sleepAnalysis",T,"value":5,"device":{"name":"a"}}"#,
        #"{"type":"workout",T,"activity":"running","duration_seconds":3000,"distance_meters":5000,"events":["#
            + #"{"type":"lap","start":"2026-11-21T10:00:00Z","end":"2026-11-21T10:20:00Z","metadata":{"a":true}}],"#
            + #""activities":[{"uuid":"01A1FEF9-F3B1-700D-937B-7067034304ED","activity":"running",T,"location":"#
            + #""indoor","duration_seconds":60,"statistics":[{"type":"heartRate",T,"average":70.5,"most_recent":"#
            + #"{"value":71,T}}]}],"members":{"heartRate":["01A1FEF9-F3B1-700D-937B-7067034304EE"]}}"#,
        #"{"type":"workoutRoute",T,"locations":[{"time":"2026-11-21T10:00:00Z","latitude":52.5,"longitude":13.25,"#
            + #""altitude":30},{"time":"2026-11-21T10:00:01Z","latitude":52.5,"longitude":13.25,"altitude":31}]}"#,
        #"{"type":"heartbeatSeries",T,"beats":[{"seconds":0.5},{"seconds":1.25,"gap":true}]}"#,
        #"{"type":"bloodPressure",T,"members":[{"type":"bloodPressureSystolic",T,"value":120},"#
            + #"{"type":"bloodPressureDiastolic",T,"value":80,"metadata":{"a":"b"}}]}"#,
        #"{"type":"electrocardiogram",T,"attributes":{"classification":1,"symptoms_status":1,"symptoms":"#
            + #"["01A1FEF9-F3B1-700D-937B-7067034304EF"],"sampling_frequency":512.5},"voltages":[1,-2.5,3e2]}"#,
        #"{"type":"immunizationRecord",T,"attributes":{"display_name":"a"},"bytes":"AAEC/w=="}"#,
        #"{"type":"stateOfMind",T,"attributes":{"mind_kind":1,"valence":0.5,"labels":[1,2]}}"#,
    ]
    .map { $0.replacing("T,", with: time + ",").replacing("T}", with: time + "}") }

    private func read(_ line: String, as type: ObjectType? = nil) throws(InputError) -> SampleObjectReader.Line {
        try SampleObjectReader(type: type, unit: nil, allowsImplausible: true, dates: .current).read(Array(line.utf8))
    }

    @Test(arguments: lines)
    func everyKindIsRead(_ line: String) throws {
        switch try read(line) {
        case .summary: Issue.record("a summary: \(line)")
        case .value: #expect(line.contains("heartRate") || line.contains("sleepAnalysis"))
        case .whole(let sample):
            #expect(line.contains("\"type\":\"\(sample.columns.type.shortName)\""))
            #expect(sample.columns.count == 1)
        }
    }

    /// What is wrong is named with its path in the line, and its value is not repeated.
    @Test(arguments: [
        (
            "\"latitude\":52.5,\"longitude\":13.25,\"altitude\":31",
            "\"latitude\":4711,\"longitude\":13.25,\"altitude\":31",
            "The sample is wrong at 'locations[1].latitude'. The latitude is not between -90 and 90."
        ),
        (
            "\"altitude\":31", "\"speed\":4711",
            "The member 'locations[1].altitude' is missing, or other locations do not"
        ),
        ("\"altitude\":31", "\"altitude\":\"4711\"", "The member 'locations[1].altitude' is not a number."),
        ("\"altitude\":31", "\"altitude\":4711e999", "The member 'locations[1].altitude' is too large."),
        ("\"time\":\"2026-11-21T10:00:01Z\"", "\"time\":4711e5", "The member 'locations[1].time' is not a date"),
        (
            "10:00:01Z\",\"latitude", "09:00:01Z\",\"latitude",
            "at 'locations[1].time'. The series does not ascend here."
        ),
        ("\"locations\":[{", "\"locations\":[4711,{", "The member 'locations[0]' is not an object."),
        ("\"locations\":[", "\"locations\":4711,\"x\":[", "summary"),
        ("\"locations\":[", "\"x\":[", "The member 'locations' is missing."),
        ("{\"seconds\":1.25,\"gap\":true}", "{\"seconds\":-4711}", "at 'beats[1].seconds'. The offset is negative"),
        ("\"gap\":true", "\"gap\":4711", "The member 'beats[1].gap' is neither true nor false."),
        ("-2.5,3e2", "-2.5,\"4711\"", "The member 'voltages[2]' is not a number."),
        ("[1,-2.5,3e2]", "4711", "summary"),
        ("AAEC/w==", "4711!", "The member 'bytes' is not base64."),
        ("\"bytes\":\"AAEC/w==\"", "\"bytes\":4711", "summary"),
        ("\"display_name\"", "\"4711\"", "The member 'attributes' has a name that no immunizationRecord has."),
        ("{\"display_name\":\"a\"}", "{}", "at 'attributes'. The attribute display_name is missing."),
        ("\"classification\":1", "\"classification\":4711", "The value is not one that the attribute has."),
        (
            "\"classification\":1", "\"classification\":1.5",
            "The member 'attributes.classification' is not a whole number"
        ),
        ("\"classification\":1", "\"classification\":99999999999999999999", "is not a whole number that fits"),
        ("\"valence\":0.5", "\"valence\":4711", "The number is beyond the attribute's range."),
        (
            "\"activity\":\"running\",\"duration", "\"activity\":\"4711\",\"duration",
            "In 'activity': This is not an activity."
        ),
        ("\"type\":\"lap\"", "\"type\":\"4711\"", "The member 'events[0].type' is not one of pause, resume, lap,"),
        ("\"type\":\"lap\"", "\"type\":\"resume\"", "at 'events[0].end'. The event has a duration"),
        ("10:20:00Z", "12:20:00Z", "at 'events[0].end'. The event ends after the workout."),
        ("\"location\":\"indoor\"", "\"location\":4711", "The member 'activities[0].location' is not a string."),
        ("\"average\":70.5", "\"average\":{}", "The member 'activities[0].statistics[0].average' is not a number."),
        ("{\"value\":71,", "{", "The member 'activities[0].statistics[0].most_recent.value' is missing."),
        ("\"distance_meters\":5000", "\"distance_meters\":-4711", "at 'distance_meters'. The number is negative."),
        ("7067034304EE\"", "4711\"", "The member 'members.heartRate[0]' is not a UUID."),
        ("\"bloodPressureDiastolic\"", "\"stepCount\"", "The member 'members[1].type' is not one of a bloodPressure."),
        ("\"value\":80", "\"value\":\"4711\"", "The member 'members[1].value' is not a number."),
        ("{\"a\":\"b\"}", "{\"a\":[4711]}", "The member 'members[1].metadata' has a value of a kind"),
        ("\"members\":[", "\"members\":[\"4711\",", "The member 'members[0]' is a UUID and no sample"),
        ("{\"value\":61,", "{\"value\":\"4711\",", "The member 'points[1].value' is not a number."),
        (
            "{\"value\":61,\"start\":\"2026-11-21T10", "{\"value\":61,\"start\":\"2026-11-21T12",
            "at 'points[1].start'. The point is outside the sample's times."
        ),
        (
            "\"count\":2,\"points\":[{", "\"count\":4711,\"points\":[{",
            "at 'points'. The length is neither 0 nor the count."
        ),
        ("\"count\":2,\"minimum\"", "\"count\":0,\"minimum\"", "The member 'count' is not positive."),
        ("\"maximum\":5", "\"maximum\":0.5", "at 'maximum'. The maximum is below the minimum."),
        ("\"value\":6,\"count\":2,\"minimum\":1,\"maximum\":5,", "\"value\":6,\"count\":4711,", ""),
    ])
    func theWrongMemberIsNamed(_ good: String, _ bad: String, _ problem: String) throws {
        let line = try #require(Self.lines.first { $0.contains(good) }).replacing(good, with: bad, maxReplacements: 1)
        do throws(InputError) {
            guard case .summary = try read(line) else {
                #expect(problem.isEmpty, "nothing is wrong: \(line)")
                return
            }
            #expect(problem == "summary", "\(line)")
            // With the type on the command line it is an error.
            let type = ObjectType.all.first { line.contains("\"type\":\"\($0.shortName)\"") }
            _ = try read(line, as: type)
            Issue.record("a summary was read: \(line)")
        } catch {
            let expected = problem == "summary" ? "'hearth query --json --series' prints all of it." : problem
            #expect(error.description.contains(expected) && !expected.isEmpty, "\(error)")
            #expect(!error.description.contains("4711"), "\(error)")
        }
    }

    /// Cut and damaged lines, and lines of which members have other types, are refused or read, and never trap.
    @Test func damagedLinesAreRefusedOrRead() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 33)
        let others = [
            "null", "true", "-1", "1e999", "99999999999999999999", "0.5", "\"\"", "\"x\"", "[]", "{}", "[[]]", "[{}]",
        ]
        for round in 0..<6_000 {
            var line = Self.lines[round % Self.lines.count]
            switch Int.random(in: 0...2, using: &random) {
            case 0: line = String(line.prefix(Int.random(in: 0..<line.count, using: &random)))
            case 1:
                var bytes = Array(line.utf8)
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let index = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[index] = UInt8.random(in: 0x20...0x7E, using: &random)
                }
                line = String(decoding: bytes, as: UTF8.self)
            default: line = Self.replacingValue(in: line, others.randomElement(using: &random) ?? "", &random)
            }
            do throws(InputError) {
                guard case .whole(let sample) = try read(line) else { continue }
                // What is read is a sample that the server can take.
                let isValid: Void? = try? sample.columns.validate()
                #expect(isValid != nil, "\(line), HEARTH_TEST_SEED=\(seed)")
            } catch {
                #expect(error.description.hasSuffix(".") || error.description.contains("?"), "\(error): \(line)")
            }
        }
    }

    /// Puts another value in place of a random one.
    private static func replacingValue(
        in line: String,
        _ value: String,
        _ random: inout SeededGenerator
    ) -> String {
        let colons = line.indices.filter { line[$0] == ":" && line[line.index(before: $0)] == "\"" }
        guard let colon = colons.randomElement(using: &random) else { return line }
        let start = line.index(after: colon)
        var (depth, end, isText) = (0, start, false)
        while end < line.endIndex {
            let character = line[end]
            isText = character == "\"" ? !isText : isText
            if !isText, depth == 0, ",}]".contains(character) { break }
            depth += isText ? 0 : "[{".contains(character) ? 1 : "]}".contains(character) ? -1 : 0
            end = line.index(after: end)
        }
        return line.replacingCharacters(in: start..<end, with: value)
    }

    @Test func deepAndHugeLinesAreRefused() throws {
        let deep = String(repeating: "{\"metadata\":", count: 100_000)
        #expect(throws: InputError.self) { try read(deep) }
        let nested = #"{"type":"food","start":"2026-11-21","members":"# + String(repeating: "[", count: 40)
        #expect { try read(nested) } throws: { "\($0)".contains("more than 16 levels") }
        let many =
            #"{"type":"electrocardiogram","start":"2026-11-21","attributes":{"classification":1,"symptoms_status":0},"#
            + #""voltages":["#
        let tooMany = many + Array(repeating: "1", count: 131_073).joined(separator: ",") + "]}"
        #expect { try read(tooMany) } throws: { "\($0)".contains("at 'voltages'") }
        let values = Array("[1,1,1]".utf8)
        #expect { try JSONReader.read(values, mostValues: 3) } throws: { "\($0)".contains("more than 3 values") }
        #expect(throws: Never.self) { try JSONReader.read(values, mostValues: 4) }
    }
}
