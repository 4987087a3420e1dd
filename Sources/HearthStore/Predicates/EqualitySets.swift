internal import HearthModel

/// Tests of one alternative for equality, grouped by what they compare.
struct EqualitySets {
    private var integers: [Field: Set<Int64>] = [:]
    private var numbers: [Field: Set<Double>] = [:]
    private var ids: [MemberSet] = []
    private var values: MetadataValueSet?
    private var provenances: ProvenanceTest?

    /// Takes a test, if it is one for equality.
    mutating func take(_ test: PreparedPredicate.Test) -> Bool {
        switch test {
        case .integer(let field, .equal, let operand): integers[field, default: []].insert(operand)
        case .integers(let field, let operands): integers[field, default: []].formUnion(operands)
        case .number(let field, .equal, let operand): numbers[field, default: []].insert(operand)
        case .numbers(let field, let operands): numbers[field, default: []].formUnion(operands)
        case .ids(let set): ids.append(set)
        case .metadataValues(let set):
            if values == nil {
                values = set
            } else {
                values?.formUnion(set)
            }
        case .provenances(let test):
            if provenances == nil {
                provenances = test
            } else {
                provenances?.formUnion(test)
            }
        default: return false
        }
        return true
    }

    /// A test for each thing that is compared.
    var tests: [PreparedPredicate.Test] {
        var tests: [PreparedPredicate.Test] = []
        for (field, operands) in integers.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            tests.append(
                operands.count == 1 ? .integer(field, .equal, operands.first ?? 0) : .integers(field, operands)
            )
        }
        for (field, operands) in numbers.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            tests.append(operands.count == 1 ? .number(field, .equal, operands.first ?? 0) : .numbers(field, operands))
        }
        if !ids.isEmpty {
            tests.append(.ids(ids.count == 1 ? ids[0] : MemberSet(ids.flatMap(\.ids))))
        }
        if let values {
            tests.append(.metadataValues(values))
        }
        if let provenances {
            tests.append(.provenances(provenances))
        }
        return tests
    }
}
