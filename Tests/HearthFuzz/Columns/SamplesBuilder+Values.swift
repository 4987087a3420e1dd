internal import HearthModel

// Single values, each of them right.
extension SamplesBuilder {
    mutating func id() -> ObjectID {
        ObjectID(high: UInt64(choices.number(UInt16.self)) << 48, low: 0)
    }

    mutating func finite() -> Double {
        let small = choices.byte()
        guard small >= 0x80 else { return Double(small) }
        let number = Double(bitPattern: choices.number())
        return number.isFinite ? number : 0
    }

    mutating func notNegative() -> Double {
        finite().magnitude
    }

    /// -`limit` to `limit`.
    mutating func degrees(_ limit: Double) -> Double {
        let number = max(choices.number(Int16.self), -.max)
        return Double(number) / Double(Int16.max) * limit
    }

    /// A time after which `span()` still leads to a valid one.
    mutating func time() -> Int64 {
        let (first, last) = (Timestamp.earliest.nanoseconds, Timestamp.latest.nanoseconds - 1 - longestSpan)
        return first + Int64(choices.number(UInt64.self) % UInt64(last - first + 1))
    }

    mutating func span(atMost longest: Int64 = longestSpan) -> Int64 {
        Int64(choices.number(UInt64.self) % UInt64(longest + 1))
    }

    /// Times from `start` to `end` that ascend.
    mutating func ascending(_ count: Int, from start: Int64, to end: Int64) -> [Int64] {
        each(count) { start + $0.span(atMost: end - start) }.sorted()
    }

    /// A text of at most `limit` bytes, or one that no reader makes a string of.
    mutating func text(atMost limit: UInt32 = Limits.standard.stringBytes) -> [UInt8] {
        let texts = ["", "a", "e\u{301}", "\u{e9}", "⌚️ 7"]
        var text = Array(texts[choices.below(texts.count)].utf8)
        if fails() {
            let wrong: [[UInt8]] = [[0], [0xFF], [0xC3], [UInt8](repeating: 0x61, count: Int(limit) + 1)]
            text += wrong[choices.below(wrong.count)]
        }
        return text
    }
}

/// A quarter of an hour, in nanoseconds.
let longestSpan: Int64 = 900_000_000_000

/// Times that no sample may have.
let wrongTimes = [Timestamp.earliest.nanoseconds - 1, Timestamp.latest.nanoseconds, .min, .max]
