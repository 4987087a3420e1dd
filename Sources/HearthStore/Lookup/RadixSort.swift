/// Sorts numbers by 32 of their bits, in three passes over all of them. For hundreds of thousands of hashes that is ten
/// times as fast as comparing them.
enum RadixSort {
    private static let digitBits: UInt64 = 11
    private static let digits = 3
    private static let values = 1 << Int(digitBits)

    /// Fewer numbers than this are compared.
    private static let worthwhile = 512

    /// Sorts by the 32 bits from `lowest` on. Numbers in which these are equal keep their order, if it is ascending.
    static func sort(_ numbers: inout [UInt64], byBitsFrom lowest: UInt64) {
        guard numbers.count >= worthwhile else {
            numbers.sort()
            return
        }
        var other = [UInt64](repeating: 0, count: numbers.count)
        for digit in 0..<digits {
            sort(numbers, to: &other, shift: lowest + UInt64(digit) * digitBits, mask: mask(of: digit))
            swap(&numbers, &other)
        }
    }

    /// The bits of a digit. The last one has those that are left of the 32.
    private static func mask(of digit: Int) -> UInt64 {
        1 << min(digitBits, 32 - UInt64(digit) * digitBits) - 1
    }

    /// Distributes numbers by one digit.
    private static func sort(_ numbers: [UInt64], to sorted: inout [UInt64], shift: UInt64, mask: UInt64) {
        var ends = [Int](repeating: 0, count: values)
        for number in numbers {
            ends[Int(number >> shift & mask)] += 1
        }
        var start = 0
        for value in ends.indices {
            (ends[value], start) = (start, start + ends[value])
        }
        for number in numbers {
            let value = Int(number >> shift & mask)
            sorted[ends[value]] = number
            ends[value] += 1
        }
    }
}
