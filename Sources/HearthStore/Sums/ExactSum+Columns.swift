/// Adds many numbers at once.
///
/// Unsafe pointers: four numbers are loaded at a time from a column.
extension ExactSum {
    /// The numbers that are added at once, at most: as many as two sums below have room for.
    private static let mostAtOnce = 2_040
    /// Fewer are added one by one.
    private static let leastAtOnce = 16

    mutating func add(_ numbers: UnsafeBufferPointer<Double>) {
        var start = 0
        while start < numbers.count {
            let end = min(start + ExactSum.mostAtOnce, numbers.count)
            let piece = UnsafeBufferPointer(rebasing: numbers[start..<end])
            if piece.count < ExactSum.leastAtOnce || !addAtOnce(piece) {
                for number in piece {
                    add(number)
                }
            }
            start = end
        }
    }

    /// Cuts each number in two, so that the upper halves add up without rounding and the lower ones too: adding a large
    /// power of two and taking it away again rounds a number to a multiple of that power's last bit (Rump, Ogita and Oishi,
    /// "Accurate floating-point summation"). False: a number has bits below both halves, and nothing was added.
    private mutating func addAtOnce(_ numbers: UnsafeBufferPointer<Double>) -> Bool {
        let whole = numbers.count & ~3
        var greatest = SIMD4<Double>.zero
        for index in stride(from: 0, to: whole, by: 4) {
            let number = numbers.four(at: index)
            let magnitude = unsafeBitCast(
                unsafeBitCast(number, to: SIMD4<UInt64>.self) & (1 << 63 - 1),
                to: SIMD4<Double>.self
            )
            greatest.replace(with: magnitude, where: magnitude .> greatest)
        }
        let largest = greatest.max()
        guard largest > 0x1p-900, largest < 0x1p+900 else { return false }
        // 2^11 times a power of two above all numbers, and the last bit of that, again with room for 2^11.
        let high = Double(sign: .plus, exponent: largest.exponent + 12, significand: 1)
        let low = high * 0x1p-42
        var highs = SIMD4<Double>.zero
        var lows = SIMD4<Double>.zero
        var isLeft = SIMDMask<SIMD4<Int64>>()
        for index in stride(from: 0, to: whole, by: 4) {
            let number = numbers.four(at: index)
            let upper = (number + high) - high
            let rest = number - upper
            let lower = (rest + low) - low
            highs += upper
            lows += lower
            isLeft .|= rest .!= lower
        }
        guard isLeft == SIMDMask<SIMD4<Int64>>() else { return false }
        add(highs.sum())
        add(lows.sum())
        for number in numbers[whole...] {
            add(number)
        }
        return true
    }

    /// The numbers whose sum this is: the first is the sum rounded, each of the others what the ones before it leave,
    /// rounded. Empty for zero. Nil when the sum is not finite.
    var parts: [Double]? {
        var rest = self
        var parts: [Double] = []
        while true {
            let part = rest.rounded
            guard part.isFinite else { return nil }
            guard part != 0 else { return parts }
            parts.append(part)
            rest.add(-part)
        }
    }
}

extension UnsafeBufferPointer<Double> {
    /// The least number and the greatest; there is one at least.
    var bounds: (least: Double, greatest: Double) {
        let whole = count & ~3
        var least = SIMD4(repeating: self[0])
        var greatest = least
        for index in stride(from: 0, to: whole, by: 4) {
            let number = four(at: index)
            least.replace(with: number, where: number .< least)
            greatest.replace(with: number, where: number .> greatest)
        }
        var bounds = (least: least.min(), greatest: greatest.max())
        for number in self[whole...] {
            bounds = (Swift.min(bounds.least, number), Swift.max(bounds.greatest, number))
        }
        return bounds
    }

    @inline(__always)
    fileprivate func four(at index: Int) -> SIMD4<Double> {
        UnsafeRawPointer(baseAddress.unsafelyUnwrapped + index).loadUnaligned(as: SIMD4<Double>.self)
    }
}

extension [Double] {
    /// The least number and the greatest; there is one at least.
    var bounds: (least: Double, greatest: Double) { withUnsafeBufferPointer { $0.bounds } }
}
