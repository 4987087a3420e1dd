internal import HearthModel

/// When the samples that are being made start and end.
struct RowTimes {
    var starts: [Int64]
    /// The starts again where the message says nothing.
    var ends: [Int64]

    var count: Int { starts.count }
}

extension SamplesBuilder {
    /// A SampleColumns, and how many rows it has.
    mutating func samples() -> (message: WireBytes, rows: Int) {
        let isOfUnknownType = isUnknown()
        let isOfUnknownKind = isUnknown()
        let isHidden = isOfUnknownType || isOfUnknownKind
        knownSamples += isHidden ? 0 : 1
        let rows = choices.below(4) + 1
        let message = making(hidden: isHidden) { builder in
            let type = builder.type(of: kinds[builder.choices.below(kinds.count)])
            var message = WireBytes()
            message.text(1, isOfUnknownType ? builder.unknownType() : builder.identifier(of: type))
            message.bytes(2, builder.column(builder.each(rows) { $0.id() }))
            let times = builder.times(rows, &message)
            builder.addDictionaries(to: &message, rows)
            if !isOfUnknownKind {
                builder.addPayload(to: &message, type, times)
            }
            return message
        }
        return (message, rows)
    }

    private mutating func addDictionaries(to message: inout WireBytes, _ rows: Int) {
        let provenances = each(choices.below(3)) { $0.provenance() }
        message.messages(5, provenances)
        message.bytes(6, indexes(rows: rows, entries: provenances.count))
        let metadata = each(choices.below(3)) { $0.metadata() }
        message.messages(7, metadata)
        message.bytes(8, indexes(rows: rows, entries: metadata.count))
    }

    /// The type's identifier, or that of a type whose samples hold something else.
    private mutating func identifier(of type: ObjectType) -> String {
        guard fails() else { return type.identifier }
        let kinds = kinds.filter { $0 != type.kind }
        return self.type(of: kinds[choices.below(kinds.count)]).identifier
    }

    /// A type that this version does not know, or one of a kind that no store holds.
    mutating func unknownType() -> String {
        choices.flag() ? type(of: .activitySummary).identifier : "HKQuantityTypeIdentifierOfTheFuture"
    }

    mutating func type(of kind: ObjectType.Kind) -> ObjectType {
        let types = typesOfKind[kind] ?? []
        return types[choices.below(types.count)]
    }

    private mutating func times(_ rows: Int, _ message: inout WireBytes) -> RowTimes {
        var starts = each(rows) { $0.time() }
        var ends = starts
        let haveEnds = choices.flag()
        if haveEnds {
            ends = each(rows) { $0.span() }.enumerated().map { starts[$0] + $1 }
        }
        let times = RowTimes(starts: starts, ends: ends)
        spoil(&starts, wrongTimes[0], wrongTimes[1], wrongTimes[2], wrongTimes[3])
        message.bytes(3, column(starts))
        if haveEnds {
            spoil(&ends, times.starts.reduce(.max, min) - 1, wrongTimes[1], wrongTimes[3])
            message.bytes(4, column(ends))
        }
        return times
    }

    private mutating func addPayload(to message: inout WireBytes, _ type: ObjectType, _ times: RowTimes) {
        switch type.kind {
        case .category: message.message(11, categories(times.count))
        case .correlation: message.message(12, correlations(times.count))
        case .workout: message.message(13, workouts(times))
        case .workoutRoute: message.message(14, routes(times.count))
        case .heartbeatSeries: message.message(15, heartbeats(times.count))
        default: message.message(10, quantities(type, times))
        }
    }
}

/// The kinds that have a payload.
private let kinds: [ObjectType.Kind] = [.quantity, .category, .correlation, .workout, .workoutRoute, .heartbeatSeries]
private let typesOfKind = Dictionary(grouping: ObjectType.all, by: \.kind)
