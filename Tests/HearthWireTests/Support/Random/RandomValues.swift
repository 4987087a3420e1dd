import HearthModel
import HearthTestSupport

/// Random values that are valid, everything that they can hold included, all from one seed.
///
/// Values at the edges of what is allowed are much more frequent than chance would have them.
struct RandomValues {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// What samples are made for: a reply may hold more than an app may save.
    enum Purpose {
        case saving
        case reply
    }
}

// MARK: - Choices

extension RandomValues {
    /// True once in so many times.
    mutating func chance(oneIn times: Int) -> Bool {
        Int.random(in: 0..<times, using: &random) == 0
    }

    mutating func flag() -> Bool {
        Bool.random(using: &random)
    }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    mutating func count(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    mutating func maybe<Value>(_ make: (inout RandomValues) throws -> Value) rethrows -> Value? {
        guard flag() else { return nil }
        return try make(&self)
    }

    mutating func array<Value>(
        _ count: Int,
        of make: (inout RandomValues) throws -> Value
    ) rethrows -> [Value] {
        var values: [Value] = []
        for _ in 0..<count {
            values.append(try make(&self))
        }
        return values
    }

    /// An array that is as often empty as it has `count` elements.
    mutating func emptyOr<Value>(
        _ count: Int,
        of make: (inout RandomValues) throws -> Value
    ) rethrows -> [Value] {
        guard flag() else { return [] }
        return try array(count, of: make)
    }
}

// MARK: - Numbers

extension RandomValues {
    mutating func unsigned() -> UInt64 {
        chance(oneIn: 3) ? pick([0, 1, 127, 128, 1 << 32, .max]) : random.next() >> (random.next() % 64)
    }

    mutating func unsigned32() -> UInt32 {
        UInt32(truncatingIfNeeded: unsigned())
    }

    mutating func integer() -> Int64 {
        chance(oneIn: 3) ? pick([.min, -1, 0, 1, .max]) : Int64(truncatingIfNeeded: random.next())
    }

    /// A finite number.
    mutating func number() -> Double {
        if chance(oneIn: 3) {
            let edges: [Double] = [
                0, -0.0, 1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude.nextDown,
                .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0.1, .pi,
            ]
            return pick(edges)
        }
        let number = Double(bitPattern: random.next())
        return number.isFinite ? number : Double.random(in: -1e6...1e6, using: &random)
    }

    /// A finite number that is not negative; minus zero is not.
    mutating func amount() -> Double {
        let number = number()
        return number == 0 ? number : abs(number)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        chance(oneIn: 4) ? pick([range.lowerBound, range.upperBound]) : Double.random(in: range, using: &random)
    }

    /// A singular number of proto3: minus zero, which protobuf-c does not send there, has a test of its own.
    func singular(_ number: Double) -> Double {
        number == 0 ? 0 : number
    }
}

// MARK: - Times and identifiers

extension RandomValues {
    /// The last moment that a sample can have.
    static let last = Timestamp(nanoseconds: Timestamp.latest.nanoseconds - 1)

    /// A time that a sample can have.
    mutating func time() -> Timestamp {
        time(in: Timestamp.earliest...Self.last)
    }

    mutating func time(in range: ClosedRange<Timestamp>) -> Timestamp {
        if chance(oneIn: 6) { return pick([range.lowerBound, range.upperBound]) }
        let (first, last) = (range.lowerBound.nanoseconds, range.upperBound.nanoseconds)
        return Timestamp(nanoseconds: Int64.random(in: first...last, using: &random))
    }

    /// Any time that an int64 holds.
    mutating func anyTime() -> Timestamp {
        Timestamp(nanoseconds: integer())
    }

    mutating func id() -> ObjectID {
        ObjectID(high: random.next(), low: random.next())
    }

    mutating func bytes(atMost limit: Int) -> [UInt8] {
        let length = chance(oneIn: 4) ? pick([0, limit]) : count(0...limit)
        return array(length) { UInt8.random(in: 0...255, using: &$0.random) }
    }

    mutating func anchor() -> EncodedAnchor {
        EncodedAnchor(bytes(atMost: Limits.anchorBytes))
    }
}

// MARK: - Texts

extension RandomValues {
    private static let pieces = [
        "a", "Z", "9", " ", "\t", "\n", "\"", "\\", "\u{1}", "\u{7F}", "é", "e\u{301}", "\u{212A}", "ß", "İ", "日本",
        "שלום", "👩‍👩‍👧‍👦", "🇩🇪", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}", "\u{E000}", "\u{D7FF}", "org.example",
    ]

    /// A text of at most so many bytes; may be empty.
    mutating func text(atMost limit: Int = Int(Limits.standard.stringBytes)) -> String {
        if chance(oneIn: 6) { return "" }
        if chance(oneIn: 150) { return String(repeating: "x", count: limit) }
        var text = ""
        for _ in 0..<count(1...6) {
            let piece = pick(Self.pieces)
            if text.utf8.count + piece.utf8.count <= limit { text += piece }
        }
        return text
    }

    /// A text that is not empty.
    mutating func name() -> String {
        let text = text()
        return text.isEmpty ? "n" : text
    }
}
