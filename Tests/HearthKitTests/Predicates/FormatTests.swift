import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

/// What the texts of predicates say.
@Suite struct FormatTests {
    private func parse(_ format: String, _ arguments: Any...) throws -> Condition {
        try FormatParser.condition(format, arguments)
    }

    private let date = SharedStore.start
    private let nanoseconds: Int64 = 1_795_248_000_000_000_000

    @Test(arguments: [
        ("=", Relation.equal), ("==", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<", .less), ("<=", .lessOrEqual),
        ("=<", .lessOrEqual), (">", .greater), (">=", .greaterOrEqual), ("=>", .greaterOrEqual),
    ])
    func operators(sign: String, relation: Relation) throws {
        let wanted = Condition.compare(.startDate, relation, nanoseconds)
        #expect(try parse("startDate \(sign) %@", date) == wanted)
        #expect(try parse("startDate\(sign)%@", date as NSDate) == wanted)
        #expect(try parse("%K \(sign) %@", HKPredicateKeyPathStartDate, date) == wanted)
        let mirrored = try #require(relation.mirrored)
        #expect(try parse("%@ \(sign) startDate", date) == .compare(.startDate, mirrored, nanoseconds))
    }

    @Test func lists() throws {
        let (one, two) = (Condition.compare(.categoryValue, .equal, 1), Condition.compare(.categoryValue, .equal, 2))
        let arrays: [Any] = [[1, 2], [1, 2] as NSArray, [1, 2.0] as [Any], [Int8(1), 2] as [Any]]
        for array in arrays {
            #expect(try parse("value IN %@", array) == .any([one, two]))
        }
        #expect(try parse("value in {1, 2}") == .any([one, two]))
        #expect(try parse("value IN {%d, %@}", 1, NSNumber(value: 2)) == .any([one, two]))
        #expect(try parse("value IN {}") == .any([]))
        #expect(try parse("value IN %@", Set([1])) == .any([one]))
        #expect(try parse("value IN %@", NSSet(array: [2])) == .any([two]))
        let from = Condition.compare(.categoryValue, .greaterOrEqual, -1)
        let to = Condition.compare(.categoryValue, .lessOrEqual, 2)
        #expect(try parse("value BETWEEN {-1, 2}") == .all([from, to]))
        #expect(try parse("value BETWEEN %@", [-1, 2]) == .all([from, to]))
    }

    /// Swift takes an `[Any]` that stands alone for all of variadic arguments.
    @Test func aListThatStandsAloneIsOneArgument() {
        let wanted = Condition.any([.compare(.categoryValue, .equal, 1), .compare(.categoryValue, .equal, 2)])
        let list: [Any] = [1, 2]
        #expect(Condition(NSPredicate(format: "value IN %@", list)) == wanted)
        #expect(Condition(NSPredicate(format: "value IN %@", [1, 2])) == wanted)
        #expect(Condition(NSPredicate(format: "%K IN %@", "value", list)) == wanted)
        #expect(Condition(NSPredicate(format: "value IN %@", argumentArray: [list])) == wanted)
        #expect(Condition(NSPredicate(format: "value IN %@", list as NSArray)) == wanted)
    }

    @Test func treesFollowPrecedence() throws {
        let parts = (0...3).map { Condition.compare(.categoryValue, .equal, $0) }
        let text = { (format: String) in
            try FormatParser.condition(
                format.map { $0.isWholeNumber ? "value == \($0)" : String($0) }.joined(),
                []
            )
        }
        #expect(try text("0 OR 1 AND 2") == .any([parts[0], .all([parts[1], parts[2]])]))
        #expect(try text("(0 or 1) && 2") == .all([.any([parts[0], parts[1]]), parts[2]]))
        #expect(try text("NOT 0 AND !1") == .all([.none([parts[0]]), .none([parts[1]])]))
        #expect(try text("not (0 || 1) || 2") == .any([.none([.any([parts[0], parts[1]])]), parts[2]]))
        #expect(try text("0 AND 1 AND 2 AND 3") == .all(parts))
        #expect(try text("!!0") == .none([.none([parts[0]])]))
        #expect(try text("((((0))))") == parts[0])
        #expect(try parse("TRUEPREDICATE") == .test(.constant(true)))
        #expect(
            try parse("falsepredicate OR TRUEPREDICATE") == .any([.test(.constant(false)), .test(.constant(true))])
        )
    }

    @Test func values() throws {
        let match = { (value: MetadataValue) in
            Condition.test(
                .metadata(MetadataMatch(relation: .equal, entries: [Metadata.Entry(key: "k", value: value)]))
            )
        }
        let cases: [(String, MetadataValue)] = [
            ("1", .integer(1)), ("-1", .integer(-1)), ("1.5", .double(1.5)), ("-1e3", .double(-1000)),
            ("2E-1", .double(0.2)),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .double(0x1p63)), ("YES", .boolean(true)),
            ("no", .boolean(false)), ("true", .boolean(true)), ("FALSE", .boolean(false)), ("'it'", .string("it")),
            ("\"a\\\"b\\n\"", .string("a\"b\n")), ("'%@ %K OR'", .string("%@ %K OR")), ("''", .string("")),
        ]
        for (text, value) in cases {
            #expect(try parse("metadata.k == \(text)") == match(value), "\(text)")
        }
        let arguments: [(Any, MetadataValue)] = [
            (1, .integer(1)), (1.5, .double(1.5)), (true, .boolean(true)), (NSNumber(value: false), .boolean(false)),
            ("a", .string("a")), ("b" as NSString, .string("b")), (date, .date(Timestamp(nanoseconds: nanoseconds))),
            (HKQuantity(unit: .meter(), doubleValue: 2), .quantity(Quantity(value: 2, unit: .meter))),
            (UInt64.max, .double(0x1p64)), (Optional(1) as Any, .integer(1)),
            (Date.distantFuture, .date(Timestamp(nanoseconds: .max))),
        ]
        for (argument, value) in arguments {
            #expect(try parse("metadata.k == %@", argument) == match(value), "\(argument)")
        }
        for none in [NSNull(), Optional<String>.none as Any] {
            #expect(try parse("metadata.k == %@", none) == .none([.test(.metadataKey("k"))]))
        }
        #expect(try parse("metadata.k <> nil") == .test(.metadataKey("k")))
        for specifier in ["%d", "%i", "%u", "%ld", "%lld", "%zu", "%qi", "%x", "%f", "%lf", "%g", "%@"] {
            #expect(try parse("value == \(specifier)", 3) == .compare(.categoryValue, .equal, 3), "\(specifier)")
        }
    }

    @Test func wholeNumbersOfAnySize() throws {
        for number in [Int64.min, .min + 1, -1, 0, 1 << 53 + 1, .max - 1, .max] {
            let wanted = Condition.compare(.count, .less, number)
            let numbers: [Any] = [number, NSNumber(value: number), Int(number)]
            for argument in numbers {
                #expect(try parse("count < %@", argument) == wanted)
            }
            if number >= 0 {
                #expect(try parse("count < \(number)") == wanted && parse("count < %@", UInt64(number)) == wanted)
            }
        }
        #expect(try parse("count < %@", -0x1p63) == .compare(.count, .less, .min))
        for argument in [0x1p63, UInt64(1) << 63, 0.5, Double.infinity] as [Any] {
            #expect(throws: FormatFault.self) { try parse("count < %@", argument) }
        }
    }

    @Test func textsOfMetadata() throws {
        for (word, relation) in [
            ("CONTAINS", Relation.contains), ("beginswith", .beginsWith), ("EndsWith", .endsWith),
        ] {
            let entries = [Metadata.Entry(key: "own.key with 'all'", value: .string("x"))]
            #expect(
                try parse("%K.%K \(word) %@", "metadata", "own.key with 'all'", "x")
                    == .test(.metadata(MetadataMatch(relation: relation, entries: entries)))
            )
            #expect(throws: FormatFault.self) { try parse("metadata.k \(word) 1") }
            #expect(throws: FormatFault.self) { try parse("metadata.k \(word) nil") }
            #expect(throws: FormatFault.self) { try parse("'x' \(word) metadata.k") }
            #expect(throws: FormatFault.self) { try parse("value \(word) 1") }
        }
    }

    @Test func objects() throws {
        let uuid = UUID()
        let same = Condition.test(.ids([ObjectID(uuid)]))
        #expect(try parse("UUID == %@", uuid) == same)
        #expect(try parse("%K != %@", HKPredicateKeyPathUUID, uuid as NSUUID) == .none([same]))
        let source = HKSource.default()
        #expect(try parse("source = %@", source) == .test(.sources([source.bundleIdentifier])))
        let revision = HKSourceRevision(source: source, version: "1")
        #expect(try parse("sourceRevision = %@", revision) == .test(.sourceRevisions([revision.pattern])))
        #expect(try parse("device = %@", HKDevice.local()) == .test(.devices([HKDevice.local().device])))
        let run = SharedStore.run()
        #expect(try parse("workout = %@", run) == .test(.inWorkout(run.id)))
        #expect(try parse("correlation == nil") == .test(.correlated(false)))
        #expect(try parse("correlation != NULL") == .none([.test(.correlated(false))]))
        #expect(
            try parse("workoutType == %@", HKWorkoutActivityType.running) == .compare(.workoutActivityType, .equal, 37)
        )
        #expect(
            try parse("workoutType == %lu", HKWorkoutActivityType.running.rawValue)
                == .compare(.workoutActivityType, .equal, 37)
        )
    }

    @Test func everyKeyHasAMeaning() throws {
        for (name, path) in try Declarations.texts(in: "Predicates/PredicateKeyPaths.swift") {
            let isOfType = path.hasSuffix("Quantity") && path != "quantity"
            let full = isOfType ? "\(path).\(HKQuantityTypeIdentifier.heartRate.rawValue)" : path
            let isPrefix = path == HKPredicateKeyPathMetadata
            #expect(FormatKey(path: full) != nil || isPrefix, "\(name)")
        }
    }
}
