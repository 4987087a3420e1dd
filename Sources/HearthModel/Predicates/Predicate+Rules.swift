extension Predicate {
    /// Checks that the terms fit together and fit the samples of a type.
    package func validate(for type: ObjectType) throws(HearthError) {
        let limit = Limits.standard.predicateTerms
        guard terms.count <= limit else {
            throw HearthError(.limitExceeded, "The predicate has more than \(limit) terms.", field: "terms")
        }
        var stack: [Level] = []
        // Which term pushed each of them.
        var pushers: [Int] = []
        for (index, term) in terms.enumerated() {
            try locating("terms[\(index)]", term.validate(for: type))
            stack.append(try locating("terms[\(index)]", term.level(popping: &stack)))
            pushers.removeLast(pushers.count - (stack.count - 1))
            pushers.append(index)
        }
        if let alone = stack.firstIndex(of: .activity) {
            throw HearthError(
                .malformedPredicate,
                "A comparison of an activity's field is not an operand of any_activity.",
                field: "terms[\(pushers[alone])]"
            )
        }
    }
}

/// The subject of a truth value on the stack.
private enum Level {
    case sample
    case activity
    /// A constant, which fits either subject.
    case either
}

extension Predicate.Term {
    /// The subject that the term pushes after popping its operands.
    fileprivate func level(popping stack: inout [Level]) throws(HearthError) -> Level {
        switch self {
        case .allOf(let count), .anyOf(let count), .noneOf(let count):
            let levels = try pop(count, from: &stack).filter { $0 != .either }
            guard let first = levels.first else { return .either }
            guard levels.allSatisfy({ $0 == first }) else {
                throw HearthError(.malformedPredicate, "Operands about the sample and about an activity are mixed.")
            }
            return first
        case .anyActivity(let count):
            guard !(try pop(count, from: &stack).contains(.sample)) else {
                throw HearthError(.malformedPredicate, "The operator any_activity takes operands about activities.")
            }
            return .sample
        case .constant:
            return .either
        case .comparison(let comparison):
            return comparison.field.isOfActivity ? .activity : .sample
        case .interval, .ids, .metadataKey, .metadata, .attribute, .sources, .sourceRevisions, .devices,
            .deviceProperty, .inWorkout, .inCorrelation, .correlated:
            return .sample
        }
    }

    private func pop(_ count: UInt32, from stack: inout [Level]) throws(HearthError) -> [Level] {
        guard count > 0 else {
            throw HearthError(.malformedPredicate, "The operator takes at least one operand.")
        }
        guard count <= stack.count else {
            throw HearthError(
                .malformedPredicate,
                "The operator takes \(count) operands, but \(stack.count) precede it."
            )
        }
        let operands = Array(stack.suffix(Int(count)))
        stack.removeLast(Int(count))
        return operands
    }

    /// Checks the term by itself.
    fileprivate func validate(for type: ObjectType) throws(HearthError) {
        switch self {
        case .anyActivity:
            guard type.kind == .workout else {
                throw HearthError(.malformedPredicate, "Only workouts have activities.")
            }
        case .interval(let interval):
            try locating("interval", interval.validate())
        case .comparison(let comparison):
            try locating("comparison", comparison.validate(for: type))
        case .metadata(let match):
            try locating("metadata", match.validate())
        case .attribute(let match):
            try locating("attribute", match.validate(for: type))
        case .ids(let ids):
            guard !ids.isEmpty else {
                throw HearthError(.malformedColumn, "The term names no objects to compare with.", field: "uuids.uuids")
            }
        case .sources(let identifiers):
            try checkNotEmpty(identifiers, "sources.bundle_identifiers")
        case .sourceRevisions(let patterns):
            try checkNotEmpty(patterns, "source_revisions.patterns")
        case .devices(let devices):
            try checkNotEmpty(devices, "devices.devices")
        case .allOf, .anyOf, .noneOf, .constant, .metadataKey, .deviceProperty, .inWorkout, .inCorrelation, .correlated:
            break
        }
    }
}

/// Checks that a term which needs something to compare with has it.
private func checkNotEmpty<Element>(_ elements: [Element], _ field: String) throws(HearthError) {
    guard !elements.isEmpty else {
        throw HearthError(.invalidArgument, "The term has nothing to compare with.", field: field)
    }
}

extension Interval {
    fileprivate func validate() throws(HearthError) {
        if let start, let end, end < start {
            throw HearthError(.valueOutOfRange, "The end is before the start.", field: "end")
        }
    }
}

extension Comparison {
    fileprivate func validate(for type: ObjectType) throws(HearthError) {
        guard field.applies(to: type) else {
            throw HearthError(.malformedPredicate, "Samples of the type do not have the field.", field: "field")
        }
        guard !relation.isBetweenTextsOnly else {
            throw HearthError(.malformedPredicate, "The relation is between texts only.", field: "relation")
        }
        if case .number(let number, _) = operand {
            try checkNumber(number, "number")
        }
        try validateStatisticsType()
        switch (field.operandKind, operand) {
        case (.integer, .integer), (.seconds, .number(_, nil)), (.quantity, .number(_, nil)), (.total, .number(_, nil)),
            (.statistics, .number(_, nil)):
            break
        case (.quantity, .number(_, let unit?)):
            try type.checkCompatible(unit, "unit")
        case (.statistics, .number(_, let unit?)):
            try statisticsType?.checkCompatible(unit, "unit")
        case (.total(let total), .number(_, let unit?)):
            guard total.isCompatible(with: unit) else {
                throw HearthError(.incompatibleUnit, "The unit \(unit) cannot be converted to \(total).", field: "unit")
            }
        case (.seconds, .number):
            throw HearthError(.malformedPredicate, "Seconds have no unit.", field: "unit")
        case (.integer, .number), (_, .integer):
            throw HearthError(.malformedPredicate, "The operand is not of the field's kind.", field: "operand")
        }
    }

    private func validateStatisticsType() throws(HearthError) {
        guard field.operandKind == .statistics else {
            guard statisticsType == nil else {
                throw HearthError(.malformedPredicate, "The field needs no type.", field: "type")
            }
            return
        }
        guard statisticsType?.kind == .quantity else {
            throw HearthError(.malformedPredicate, "The field needs a quantity type.", field: "type")
        }
    }
}

extension MetadataMatch {
    fileprivate func validate() throws(HearthError) {
        try checkNotEmpty(entries, "entries")
        for (index, entry) in entries.enumerated() {
            try locating("entries[\(index)]", entry.validate())
            guard relation.isBetweenTextsOnly else { continue }
            guard case .string = entry.value else {
                throw HearthError(
                    .malformedPredicate,
                    "The relation is between texts only.",
                    field: "entries[\(index)].value"
                )
            }
        }
    }
}
