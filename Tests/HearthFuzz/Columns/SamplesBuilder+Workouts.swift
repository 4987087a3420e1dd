internal import HearthModel

extension SamplesBuilder {
    mutating func workouts(_ times: RowTimes) -> WireBytes {
        var message = WireBytes()
        message.bytes(1, column(each(times.count) { UInt32($0.choices.byte()) }))
        var durations = optional(times.count) { $0.notNegative() }
        spoil(&durations, -1, -.leastNonzeroMagnitude)
        message.bytes(2, numbers(durations))
        if choices.flag() {
            let details = zip(times.starts, times.ends).map { detail(from: $0, to: $1) }
            message.messages(3, details)
            if fails() { message.messages(3, details) }
        }
        return message
    }

    private mutating func detail(from start: Int64, to end: Int64) -> WireBytes {
        var message = WireBytes()
        for field in 1...4 where choices.flag() {
            message.double(field, fails() ? -1 : notNegative())
        }
        message.messages(5, events(from: start, to: end))
        message.messages(6, each(choices.below(3)) { $0.activity() })
        message.messages(7, statistics())
        return message
    }

    private mutating func events(from first: Int64, to last: Int64) -> [WireBytes] {
        ascending(choices.below(4), from: first, to: last).map { start in
            let type = choices.below(9) + 1
            // 3 is a lap, 7 a segment, 9 of a newer peer.
            let canLast = type == 3 || type == 7 || type == 9
            let end = canLast ? start + span(atMost: last - start) : start
            var message = WireBytes()
            message.number(1, UInt64(type))
            message.number(2, fails() ? first - 1 : start)
            message.number(3, fails() ? last + 1 : end)
            if choices.flag() { message.message(4, metadata()) }
            return message
        }
    }

    private mutating func activity() -> WireBytes {
        let start = time()
        var message = WireBytes()
        message.bytes(1, fails() ? Array(id().bytes.dropLast()) : id().bytes)
        for field in 2...4 {
            message.number(field, UInt64(choices.byte()))
        }
        if choices.flag() { message.double(5, fails() ? -0.0 : 25) }
        message.number(6, fails() ? wrongTimes[0] : start)
        if choices.flag() { message.number(7, fails() ? start - 1 : start + span()) }
        message.double(8, fails() ? -1 : notNegative())
        if choices.flag() { message.message(9, metadata()) }
        message.messages(10, statistics())
        return message
    }

    private mutating func statistics() -> [WireBytes] {
        var all: [WireBytes] = []
        var types: Set<ObjectType> = []
        for _ in 0..<choices.below(3) {
            if isUnknown() {
                all.append(making(hidden: true) { $0.statistics(of: "HKQuantityTypeIdentifierOfTheFuture") })
                continue
            }
            let type = type(of: fails() ? .category : .quantity)
            guard types.insert(type).inserted else { break }
            all.append(statistics(of: type.identifier))
            if fails() { all.append(statistics(of: type.identifier)) }
        }
        return all
    }

    private mutating func statistics(of type: String) -> WireBytes {
        var message = WireBytes()
        message.text(1, type)
        addTimes(to: &message)
        for field in 4...5 where choices.flag() {
            message.double(field, fails() ? .nan : finite())
        }
        if choices.flag() {
            let minimum = notNegative()
            message.double(6, minimum)
            message.double(7, fails() ? -1 : minimum)
        }
        if choices.flag() {
            var mostRecent = WireBytes()
            mostRecent.double(1, fails() ? .infinity : finite())
            addTimes(to: &mostRecent)
            message.message(8, mostRecent)
        }
        return message
    }

    private mutating func addTimes(to message: inout WireBytes) {
        let start = time()
        message.number(2, fails() ? wrongTimes[choices.below(4)] : start)
        message.number(3, fails() ? start - 1 : start + span())
    }
}
