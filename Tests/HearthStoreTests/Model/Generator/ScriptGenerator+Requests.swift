import HearthModel
import HearthTestSupport
import HearthWire

extension ScriptGenerator {
    mutating func query() -> QuerySamples {
        let clauses = random.chance(3) ? clausesThatDisagree() : clauses(atMost: 3)
        let sortable = Field.allCases.filter(\.isSortable)
        let fitting = sortable.filter { field in clauses.contains { field.applies(to: $0.type) } }
        var order = random.list(random.pick([0, 0, 1, 1, 2, 3])) { random in
            SortKey(field: random.pick(random.chance(85) ? fitting : sortable), descending: random.chance(50))
        }
        if random.chance(2) {
            order.append(SortKey(field: random.pick(Field.allCases.filter { !$0.isSortable })))
        }
        return QuerySamples(
            clauses: clauses,
            order: order,
            limit: random.chance(60) ? 0 : UInt64(random.pick([1, 2, 3, 5, 6, 10, 30])),
            includeSeries: random.chance(50)
        )
    }

    mutating func changes() -> ChangesFrom {
        let start: ChangesFrom.Start =
            switch random.below(100) {
            case 0..<25: .beginning
            case 25..<92: .remembered(random.chance(60) ? random.below(6) : random.below(60))
            case 92..<94: .corrupted(random.below(10), byte: random.below(29))
            case 94..<97: .ofOtherStore(random.below(10))
            default: .inFuture(by: UInt64(1 + random.below(3)))
            }
        return ChangesFrom(
            request: QueryChanges(
                clauses: random.chance(40) ? [] : clauses(atMost: 3),
                limit: random.chance(50) ? 0 : UInt64(random.pick([1, 2, 3, 5, 10, 30])),
                includeSeries: random.chance(50)
            ),
            start: start
        )
    }

    /// At least one clause; those of one type have one unit.
    mutating func clauses(atMost count: Int) -> [Clause] {
        var units: [ObjectType: Unit] = [:]
        for type in Alphabet.quantityTypes where random.chance(50) {
            units[type] = random.pick(Alphabet.units(of: type))
        }
        let types = random.some(Alphabet.types, atMost: count)
        return (0...random.below(count)).map { _ in
            var clause = clause(ofType: random.pick(types))
            clause.unit = units[clause.type]
            return clause
        }
    }

    /// Two clauses of one type that ask for different units.
    private mutating func clausesThatDisagree() -> [Clause] {
        ["kg", "g"].map { text in
            var clause = clause(ofType: type("bodyMass"))
            clause.unit = unit(text)
            return clause
        }
    }

    mutating func clause(ofType type: ObjectType) -> Clause {
        guard random.chance(75) else { return Clause(type: type) }
        let trees = random.list(random.pick([0, 1, 1, 1, 2])) { _ in () }.flatMap { tree(type, depth: 2) }
        return Clause(type: type, predicate: Predicate(terms: trees))
    }

    /// The terms of one condition, in postfix order.
    private mutating func tree(_ type: ObjectType, depth: Int) -> [Predicate.Term] {
        guard depth > 0, random.chance(45) else { return [leaf(type)] }
        let count = 1 + random.below(3)
        if type.kind == .workout, random.chance(40) {
            let operands = (0..<count).flatMap { _ in activityTree(depth: 1) }
            return operands + [.anyActivity(UInt32(count))]
        }
        let operands = (0..<count).flatMap { _ in tree(type, depth: depth - 1) }
        return operands + [combination(count)]
    }

    /// One condition on an activity.
    private mutating func activityTree(depth: Int) -> [Predicate.Term] {
        guard depth > 0, random.chance(30) else {
            let field = random.pick(Field.allCases.filter(\.isOfActivity))
            return [.comparison(comparison(field, .workout))]
        }
        let count = 1 + random.below(2)
        return (0..<count).flatMap { _ in activityTree(depth: depth - 1) } + [combination(count)]
    }

    private mutating func combination(_ count: Int) -> Predicate.Term {
        random.pick([.allOf(UInt32(count)), .anyOf(UInt32(count)), .noneOf(UInt32(count))])
    }
}
