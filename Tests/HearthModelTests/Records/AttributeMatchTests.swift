import HearthModel
import HearthTestSupport
import Testing

@Suite struct AttributeMatchTests {
    private func refused(_ match: AttributeMatch, _ type: ObjectType) -> HearthError? {
        refusal { () throws(HearthError) in try Predicate(terms: [.attribute(match)]).validate(for: type) }
    }

    @Test func anyValueMatchesAnyOperand() {
        var record = Record()
        record.set(.labels, [3, 5] as [Int64])
        record.set(.valence, 0.5)
        let match = { (name: AttributeName, relation: Relation, operands: AttributeValue) in
            AttributeMatch(name: name, relation: relation, operands: operands).matches(record)
        }
        #expect(match(.labels, .equal, .integers([4, 5])) && !match(.labels, .equal, .integers([4])))
        #expect(match(.labels, .notEqual, .integers([3])) && match(.labels, .greater, .integers([4])))
        #expect(match(.valence, .lessOrEqual, .numbers([0.5])) && !match(.valence, .less, .numbers([0.5])))
        #expect(match(.associations, .notEqual, .integers([1])) && !match(.associations, .less, .integers([1])))
        record.set(.nickname, "Aspirin")
        #expect(match(.nickname, .contains, .texts(["spir"])) && !match(.nickname, .endsWith, .texts(["spir"])))
    }

    @Test func aMatchFitsItsType() {
        let right = AttributeMatch(name: .classification, relation: .equal, operands: .integers([1]))
        #expect(refused(right, .electrocardiogram) == nil)
        let rules: [(AttributeMatch, ObjectType, String, ErrorCode)] = [
            (right, .stateOfMind, "name", .malformedPredicate), (right, .workout, "name", .malformedPredicate),
            (
                AttributeMatch(name: .classification, relation: .equal, operands: .numbers([1])), .electrocardiogram,
                "numbers", .malformedPredicate
            ),
            (
                AttributeMatch(name: .classification, relation: .contains, operands: .integers([1])),
                .electrocardiogram, "relation", .malformedPredicate
            ),
            (
                AttributeMatch(name: .classification, relation: .equal, operands: .integers([])), .electrocardiogram,
                "integers", .invalidArgument
            ),
            (
                AttributeMatch(name: .valence, relation: .less, operands: .numbers([.nan])), .stateOfMind,
                "numbers[0]", .valueOutOfRange
            ),
            (
                AttributeMatch(
                    name: .labels,
                    relation: .equal,
                    operands: .integers([Int64](repeating: 1, count: Limits.attributeOperands + 1))
                ), .stateOfMind, "integers", .limitExceeded
            ),
        ]
        for (match, type, field, code) in rules {
            let error = refused(match, type)
            #expect(error?.field == "terms[0].attribute.\(field)" && error?.code == code, "\(match) \(type)")
        }
    }

    @Test(arguments: RandomRecords.types) func everyAttributeCanBeAskedFor(_ type: ObjectType) {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            #expect(refused(RandomRecords.match(for: type, using: &random), type) == nil)
        }
    }
}
