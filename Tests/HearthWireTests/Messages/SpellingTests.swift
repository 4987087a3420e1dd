import HearthModel
import HearthWire
import Testing

/// What compares equal in Swift but is not the same: it must neither change on the way nor pass for the other.
@Suite struct SpellingTests {
    // MARK: - Minus zero

    private func saved(_ activity: WorkoutActivity) -> SampleColumns {
        SampleColumns(
            type: .workout,
            ids: [ObjectID(high: 1, low: 2)],
            starts: [activity.start],
            payload: .workout(
                WorkoutColumns(
                    activityTypes: [activity.activityType],
                    details: [WorkoutDetail(totalDistance: -0.0, activities: [activity])]
                )
            )
        )
    }

    private func decoded(_ samples: SampleColumns) throws -> SampleColumns? {
        let codec = Codec()
        let frame = ClientFrame(call: 1, .save(Save(columns: [samples])))
        guard case .save(let save) = try codec.decode(ClientFrame.self, codec.encode(frame)).request else { return nil }
        return save.columns.first
    }

    /// Minus zero stays what it is in columns and in oneofs. protobuf-c takes any other for the default and leaves it out:
    /// it comes back equal, without its sign, as the specification says.
    @Test func minusZeroComesBackEqual() throws {
        let start = Timestamp(nanoseconds: 0)
        let type = try #require(RandomValues.quantityTypes.first)
        let statistics = WorkoutStatistics(
            type: type,
            start: start,
            end: start,
            mostRecent: WorkoutStatistics.MostRecent(value: -0.0, start: start, end: start)
        )
        let quantity = Quantity(value: -0.0, unit: .meter)
        let activity = WorkoutActivity(
            id: ObjectID(high: 3, low: 4),
            activityType: WorkoutActivityType(rawValue: 37),
            start: start,
            end: nil,
            duration: -0.0,
            metadata: try Metadata([Metadata.Entry(key: "key", value: .quantity(quantity))]),
            statistics: [statistics]
        )
        let samples = try #require(try decoded(saved(activity)))
        guard case .workout(let workouts) = samples.payload else {
            Issue.record("the payload is of another kind")
            return
        }
        let detail = try #require(workouts.details.first)
        let back = try #require(detail.activities.first)
        #expect(detail.totalDistance?.sign == .minus)
        #expect(back.duration == 0, "WorkoutActivity.duration")
        #expect(back.statistics.first?.mostRecent?.value == 0, "MostRecent.value")
        guard case .quantity(let quantity)? = back.metadata["key"] else {
            Issue.record("the metadata is lost")
            return
        }
        #expect(quantity.value == 0, "Quantity.value")
    }

    // MARK: - Unicode

    /// U+212A, the kelvin sign, is equal to K in Swift.
    private static let kelvinSign = "\u{212A}"

    private func frame(unit: String, _ shortName: String) throws -> [UInt8] {
        let type = try #require(RandomValues.quantityTypes.first { $0.shortName == shortName })
        let clause = WireBytes("Clause") {
            $0.text(1, type.identifier)
            $0.text(3, unit)
        }
        let query = WireBytes("QuerySamples") { $0.message(1, clause) }
        return WireBytes("ClientFrame") {
            $0.uint(1, 1 as UInt64)
            $0.message(6, query)
        }.framed
    }

    /// Whether a unit is one does not depend on what came before on the connection.
    @Test(arguments: [("K", "\u{212A}", "bodyTemperature"), ("mL/kg·min", "mL/kg\u{387}min", "vo2Max")])
    func aUnitIsSpelledInOneWay(_ unit: String, _ other: String, _ shortName: String) throws {
        let codec = Codec()
        #expect(unit == other)
        #expect(codec.refusal(ClientFrame.self, try frame(unit: other, shortName))?.code == .incompatibleUnit)
        #expect(codec.refusal(ClientFrame.self, try frame(unit: unit, shortName)) == nil)
        #expect(codec.refusal(ClientFrame.self, try frame(unit: other, shortName))?.code == .incompatibleUnit)
    }

    @Test func aTypeIsSpelledInOneWay() throws {
        let other = "H\(Self.kelvinSign)QuantityTypeIdentifierHeartRate"
        let clause = WireBytes("Clause") { $0.text(1, other) }
        let frame = WireBytes("ClientFrame") {
            $0.uint(1, 1 as UInt64)
            $0.message(9, WireBytes("ListSources") { $0.message(1, clause) })
        }.framed
        let refusal = Codec().refusal(ClientFrame.self, frame)
        #expect(refusal?.code == .unknownType)
        #expect(refusal?.field == "list_sources.clauses[0].type")
    }

    /// A key that the rules name is that key and no other.
    @Test func aMetadataKeyIsSpelledInOneWay() throws {
        let key = MetadataKey.menstrualCycleStart.rawValue
        let other = key.replacing("K", with: Self.kelvinSign)
        for (key, code) in [(key, nil), (other, ErrorCode.invalidArgument)] {
            let samples = SampleColumns(
                type: .menstrualFlow,
                ids: [ObjectID(high: 1, low: 2)],
                starts: [Timestamp(nanoseconds: 0)],
                metadata: DictionaryColumn(entries: [
                    try Metadata([Metadata.Entry(key: key, value: .boolean(true))])
                ]),
                payload: .category(CategoryColumns(values: [1]))
            )
            #expect(Codec().refusal(ClientFrame(call: 1, .save(Save(columns: [samples]))))?.code == code)
        }
    }

    /// Texts that are equal in Swift come back byte for byte.
    @Test(arguments: ["\u{212A}", "K", "é", "e\u{301}", "\u{AC00}", "\u{1100}\u{1161}", "\u{387}", "\u{FEFF}"])
    func aTextComesBackAsItIs(_ text: String) throws {
        let codec = Codec()
        let frame = ClientFrame(
            call: 1,
            .hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: text), client: text))
        )
        guard case .hello(let hello) = try codec.decode(ClientFrame.self, codec.encode(frame)).request else { return }
        #expect(Array(hello.app.bundleIdentifier.utf8) == Array(text.utf8))
        #expect(Array(hello.client.utf8) == Array(text.utf8))
    }
}
