internal import HearthModel

/// What is asked of one type: the samples that match one of its clauses, in a unit.
struct TypeSelection {
    let type: ObjectType
    /// One for each clause. None: every sample.
    let predicates: [PreparedPredicate]
    /// The unit of the values in the reply, and how stored ones are converted to it.
    let unit: Unit?
    let conversion: UnitConversion?
    /// The first of the clauses; nil: none names the type.
    let clause: Int?
    /// Where samples lie that match.
    let bounds: TimeBounds

    /// The selections of clauses and their prepared predicates, in the order in which the types first appear.
    static func selections(
        _ clauses: [Clause],
        _ prepared: [PreparedPredicate]
    ) throws(HearthError) -> [TypeSelection] {
        var types: [ObjectType] = []
        var units: [ObjectType: Unit?] = [:]
        var predicates: [ObjectType: [PreparedPredicate]] = [:]
        for (index, clause) in clauses.enumerated() {
            if let unit = units[clause.type] {
                guard unit == clause.unit else {
                    throw HearthError(
                        .invalidArgument,
                        "Clauses of one type name one unit.",
                        field: "clauses[\(index)].unit"
                    )
                }
            } else {
                types.append(clause.type)
                units[clause.type] = clause.unit
            }
            predicates[clause.type, default: []].append(prepared[index])
        }
        var selections: [TypeSelection] = []
        for type in types {
            let clause = clauses.firstIndex { $0.type == type }
            selections.append(
                try TypeSelection(type, predicates[type] ?? [], in: units[type] ?? nil, clause: clause)
            )
        }
        return selections
    }

    init(
        _ type: ObjectType,
        _ predicates: [PreparedPredicate],
        in unit: Unit?,
        clause: Int? = nil
    ) throws(HearthError) {
        self.type = type
        self.clause = clause
        self.predicates = predicates.contains(where: \.isEmpty) ? [] : predicates
        var bounds = self.predicates.isEmpty ? TimeBounds.none : nil
        for predicate in self.predicates {
            let own = try predicate.bounds
            bounds?.formOr(own)
            bounds = bounds ?? own
        }
        self.bounds = bounds ?? .none
        self.unit = unit ?? type.storageUnit
        if let unit, let stored = type.storageUnit {
            conversion = try UnitConversion(from: stored, to: unit)
        } else {
            conversion = nil
        }
    }

    /// What has to be read of a segment to judge its rows.
    var parts: SegmentParts { predicates.reduce([]) { $0.union($1.parts) } }

    /// Whether samples of a segment can match.
    func certainty(for segment: SegmentSummary, _ reader: SegmentReader) throws(HearthError) -> Certainty {
        guard !predicates.isEmpty else { return .always }
        var certainty = Certainty.never
        for predicate in predicates {
            reader.charge(predicate.work(for: segment))
            certainty.formOr(try predicate.certainty(for: segment))
        }
        return certainty
    }

    /// Whether the sample of a deletion can have matched. `kept`: its sync keys; nil: the reader does not see them.
    func canHaveMatched(
        _ rows: DeletionRows,
        _ row: Int,
        _ kept: Metadata?,
        _ reader: SegmentReader
    ) throws(HearthError) -> Bool {
        guard !predicates.isEmpty else { return true }
        let textBytes = kept?.entries.reduce(0) { $0 + $1.textBytes } ?? 0
        for predicate in predicates {
            reader.charge(predicate.terms.count * (1 + textBytes / 16))
            if try predicate.certainty(forDeleted: rows.ids[row], kept, of: rows.owner(row)) != .never { return true }
        }
        return false
    }

    /// The search for the segments in which samples can lie, when the clauses name their identifiers; nil when they do not.
    var namedSegments: CandidateSearch? {
        guard !predicates.isEmpty else { return nil }
        var members: [CandidateSearch.Members] = []
        for predicate in predicates {
            guard let required = predicate.requiredIDs else { return nil }
            members.append(CandidateSearch.Members(set: required))
        }
        return CandidateSearch(of: type, members)
    }
}
