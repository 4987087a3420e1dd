import HearthModel
import HearthTestSupport
import Testing

private typealias Fixtures = SampleFixtures

/// The rules of records, of every type that has them: a further kind is tested as soon as it has a schema.
@Suite struct RecordTests {
    /// Changes the first record of a type.
    private func refused(
        _ type: ObjectType,
        saving: Bool = true,
        _ change: (inout RecordColumns) throws(HearthError) -> Void
    ) throws -> HearthError? {
        var samples = try #require(Fixtures.records[type])
        try change(&samples.record)
        return refusal { () throws(HearthError) in
            try samples.validate()
            if saving { try samples.validateForSaving() }
        }
    }

    private func schema(_ type: ObjectType) throws -> RecordSchema {
        try #require(RecordSchema.of(type))
    }

    @Test func everyKindThatIsStoredHasAPayload() {
        let others: Set<ObjectType.Kind> = [
            .quantity, .category, .correlation, .workout, .workoutRoute, .heartbeatSeries,
        ]
        for type in ObjectType.all where type.isStored {
            #expect((RecordSchema.of(type) == nil) == others.contains(type.kind), "\(type)")
        }
        #expect(RandomRecords.types.count == 18)
    }

    @Test func everyAttributeBelongsToAType() throws {
        let used = try Set(RandomRecords.types.flatMap { try schema($0).rules.map(\.name) })
        #expect(used == Set(AttributeName.allCases))
        for name in AttributeName.allCases { #expect(AttributeName(text: name.text) == name) }
        #expect(AttributeName.sourceURL.text == "source_url" && AttributeName.symptomsStatus.text == "symptoms_status")
    }

    @Test(arguments: RandomRecords.types) func whatAnAppMaySaveIsValid(_ type: ObjectType) throws {
        #expect(try refused(type) { _ in } == nil)
    }

    @Test(arguments: RandomRecords.types) func otherPayloadsAreRefused(_ type: ObjectType) throws {
        var samples = try #require(Fixtures.records[type])
        samples.payload = .category(CategoryColumns(values: [0, 0]))
        let error = refusal { () throws(HearthError) in try samples.validate() }
        #expect(error?.field == "payload" && error?.code == .invalidArgument)
        var categories = Fixtures.categories
        categories.payload = .record(RecordColumns(records: [Record(), Record()]))
        #expect(refusal { () throws(HearthError) in try categories.validate() }?.field == "payload")
    }

    @Test(arguments: RandomRecords.types) func eachAttributeIsChecked(_ type: ObjectType) throws {
        for rule in try schema(type).rules {
            let other: AttributeValue = if case .texts = rule.form { .ids([Fixtures.id(1)]) } else { .texts(["a"]) }
            var field: String?
            let form = try refused(type, saving: false) {
                $0.records[0][rule.name] = other
                field = $0.records[0].field(of: rule.name)
            }
            #expect(form?.field == field && form?.code == .invalidArgument, "\(rule.name)")
            let none = try refused(type, saving: false) {
                $0.records[0][rule.name] = .integers([])
                field = $0.records[0].field(of: rule.name)
            }
            #expect(none?.field == field, "\(rule.name)")
            let missing = try refused(type) { $0.records[0][rule.name] = nil }
            switch rule.occurrence {
            case .required, .exactly, .column:
                #expect(missing?.field == "record.records[0].attributes" && missing?.code == .invalidArgument)
            case .optional, .list, .group: #expect(missing == nil)
            }
        }
    }

    @Test(arguments: RandomRecords.types) func numbersAndTimesAreChecked(_ type: ObjectType) throws {
        for rule in try schema(type).rules {
            var field = ""
            switch rule.form {
            case .integers(let ranges):
                let count = try refusedCount(rule)
                let beyond = (ranges.map(\.upperBound).max() ?? 0) + 1
                let values = [Int64](repeating: beyond, count: count)
                // A newer server may send it, and an app may not.
                #expect(try refused(type, saving: false) { $0.records[0].setAll(rule, .integers(values)) } == nil)
                let error = try refused(type) {
                    $0.records[0].setAll(rule, .integers(values))
                    field = $0.records[0].field(of: rule.name) + "[0]"
                }
                #expect(error?.field == field && error?.code == .valueOutOfRange, "\(rule.name)")
            case .times:
                let error = try refused(type, saving: false) {
                    $0.records[0][rule.name] = .integers([.max])
                    field = $0.records[0].field(of: rule.name) + "[0]"
                }
                #expect(error?.field == field && error?.code == .valueOutOfRange)
            case .numbers:
                let values = [Double](repeating: .nan, count: try refusedCount(rule))
                let error = try refused(type, saving: false) {
                    $0.records[0].setAll(rule, .numbers(values))
                    field = $0.records[0].field(of: rule.name) + "[0]"
                }
                #expect(error?.field == field && error?.code == .valueOutOfRange, "\(rule.name)")
            case .texts, .ids: break
            }
        }
    }

    private func refusedCount(_ rule: AttributeRule) throws -> Int {
        switch rule.occurrence {
        case .group(let count), .exactly(let count): count
        case .required, .optional, .list, .column: 1
        }
    }

    @Test func attributesOfOtherTypesAreRefused() throws {
        let error = try refused(.stateOfMind, saving: false) { $0.records[0].set(.classification, 1 as Int64) }
        #expect(error?.field == "record.records[0].attributes[0].name" && error?.code == .invalidArgument)
    }

    @Test(arguments: [AttributeName.valence, .labels]) func attributesAreInOrder(_ first: AttributeName) {
        let error = refusal { () throws(HearthError) in
            _ = try Record([Record.Attribute(first, .numbers([0])), Record.Attribute(.valence, .numbers([1]))])
        }
        #expect(error?.field == "attributes[1].name" && error?.code == .invalidArgument)
    }

    @Test func columnsOfARecordAreOfOneLength() throws {
        let error = try refused(.audiogram, saving: false) { $0.records[0].set(.ears, [Int64](repeating: 0, count: 9)) }
        #expect(error?.code == .malformedColumn)
    }

    @Test func recordsHaveALimit() throws {
        let long = String(repeating: "x", count: 4_000)
        let error = try refused(.userAnnotatedMedication, saving: false) {
            $0.records[0].set(.codingSystems, [String](repeating: long, count: 20))
        }
        #expect(error?.field == "record.records[0]" && error?.code == .limitExceeded)
        let many = try refused(.stateOfMind, saving: false) {
            $0.records[0].set(.labels, [Int64](repeating: 1, count: Limits.attributeValues + 1))
        }
        #expect(many?.field == "record.records[0].attributes[2].integers" && many?.code == .limitExceeded)
    }

    @Test func seriesAreChecked() throws {
        let rules: [(ObjectType, String, ErrorCode, (inout RecordColumns) -> Void)] = [
            (.electrocardiogram, "voltages", .malformedColumn, { $0.voltages.append(1) }),
            (.electrocardiogram, "contents", .malformedColumn, { $0.contents = [1] }),
            (.electrocardiogram, "lengths", .malformedColumn, { $0.lengths.removeLast() }),
            (.electrocardiogram, "records", .malformedColumn, { $0.records.removeLast() }),
            (.cdaDocument, "contents", .malformedColumn, { $0.contents.append(1) }),
            (.cdaDocument, "voltages", .malformedColumn, { $0.voltages = [1] }),
            (.stateOfMind, "lengths", .malformedColumn, { $0.lengths = [0, 0] }),
            (.stateOfMind, "counts", .malformedColumn, { $0.counts = [0, 0] }),
        ]
        for (type, field, code, change) in rules {
            let error = try refused(type, saving: false) { change(&$0) }
            #expect(error?.field == "record." + field && error?.code == code, "\(type) \(field)")
        }
        let infinite = try refused(.electrocardiogram, saving: false) {
            ($0.lengths, $0.voltages) = ([1, 1], [0, .infinity])
        }
        #expect(infinite?.field == "record.voltages[1]" && infinite?.code == .valueOutOfRange)
        let long = try refused(.electrocardiogram, saving: false) {
            $0.lengths = [Limits.standard.seriesPoints + 1, 0]
        }
        #expect(long?.field == "record.lengths[0]" && long?.code == .limitExceeded)
        // A save carries each series whole.
        let counts = try refused(.electrocardiogram) {
            $0 = RecordColumns(records: $0.records, counts: [3, 3])
        }
        #expect(counts?.field == "record.lengths" && counts?.code == .malformedColumn)
    }

    @Test func valuesAreComparedBitForBit() throws {
        var one = Record()
        one.set(.valence, 0.0)
        var other = Record()
        other.set(.valence, -0.0)
        #expect(one == other && !one.isIdentical(to: other))
        one.set(.nickname, "\u{E9}")
        other.set(.nickname, "e\u{301}")
        #expect(!one.isIdentical(to: other))
    }
}

extension Record {
    /// The path of an attribute's value in columns of this record alone.
    fileprivate func field(of name: AttributeName) -> String {
        let index = attributes.firstIndex { $0.name == name } ?? 0
        return "record.records[0].attributes[\(index)].\(attributes[index].value.field)"
    }

    /// Sets an attribute; of a table, every column as long as it.
    fileprivate mutating func setAll(_ rule: AttributeRule, _ value: AttributeValue) {
        if case .column = rule.occurrence {
            for attribute in attributes {
                switch attribute.value {
                case .integers(let values): set(attribute.name, Array(values.prefix(value.count)))
                case .numbers(let values): set(attribute.name, Array(values.prefix(value.count)))
                case .texts, .ids: break
                }
            }
        }
        self[rule.name] = value
    }
}
