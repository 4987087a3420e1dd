internal import HearthModel

/// A column of floating-point numbers, bit for bit.
///
/// People and devices record numbers of few decimal digits: 72, 36.6, 2.83. Their bits look random, but as whole numbers
/// of tenths or hundredths they are small. Where that is exact for all numbers of a column they are stored so; else their
/// bits are.
enum NumberColumn {
    private static let asBits: UInt8 = 0xFF
    private static let powers: [Double] = [1, 10, 100, 1_000, 10_000]
    /// Whole numbers up to here are exact.
    private static let exactMax = 9_007_199_254_740_992.0

    static func write(_ values: [Double], to writer: inout ByteWriter) {
        guard !values.isEmpty else { return }
        for (digits, power) in powers.enumerated() {
            guard let scaled = scaled(values, by: power) else { continue }
            writer.byte(UInt8(digits))
            IntegerColumn.write(scaled, to: &writer)
            return
        }
        writer.byte(asBits)
        IntegerColumn.write(values.map { Int64(bitPattern: $0.bitPattern) }, to: &writer)
    }

    /// The numbers as whole multiples of 1/power; nil when that would lose a bit of one.
    private static func scaled(_ values: [Double], by power: Double) -> [Int64]? {
        var scaled: [Int64] = []
        scaled.reserveCapacity(values.count)
        for value in values {
            let whole = (value * power).rounded()
            guard abs(whole) < exactMax, (whole / power).bitPattern == value.bitPattern,
                whole != 0 || value.sign == .plus
            else { return nil }
            scaled.append(Int64(whole))
        }
        return scaled
    }

    static func read(
        _ count: Int,
        _ rows: Range<Int>? = nil,
        from reader: inout ByteReader
    ) throws(HearthError) -> [Double] {
        guard count > 0 else { return [] }
        let digits = try reader.byte()
        guard digits != asBits else {
            return try IntegerColumn.read(count, rows, as: Double.self, from: &reader)
        }
        guard digits < powers.count else { throw .damagedBlock }
        let stored = try IntegerColumn.read(count, rows, from: &reader)
        let power = powers[Int(digits)]
        return digits == 0 ? stored.map { Double($0) } : stored.map { Double($0) / power }
    }
}
