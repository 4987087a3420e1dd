internal import HearthModel

/// A column of 64-bit integers, as small as its values are alike.
///
/// The values, or the differences of neighbours where those are closer together, are taken relative to the least one and
/// divided by a power of ten that divides them all. What remains needs few bytes: the first bytes of all of them are
/// stored first, then the second bytes, and so on, and LZ4 finds similar bytes next to each other. Equal distances
/// remain as zeros, which need no bytes at all.
///
/// Unsafe pointers: values are assembled and split byte by byte in buffers of known sizes.
enum IntegerColumn {
    private static let usesDifferences: UInt8 = 1
    private static let isCompressed: UInt8 = 2

    /// What a difference of times may be a multiple of: seconds, milliseconds, microseconds, in nanoseconds.
    private static let scales: [UInt64] = [1_000_000_000, 1_000_000, 1_000]

    // MARK: Writing

    static func write(_ values: [Int64], to writer: inout ByteWriter) {
        guard let first = values.first else { return }
        guard values.count > 1 else {
            // Most saves are of one sample.
            writeHeader(usesDifferences: false, scale: 1, base: first, step: 0, to: &writer)
            writePlanes([], width: 0, to: &writer)
            return
        }
        var least = first
        var greatest = first
        var leastStep = Int64.max
        var greatestStep = Int64.min
        var previous = first
        for value in values.dropFirst() {
            least = min(least, value)
            greatest = max(greatest, value)
            let step = value &- previous
            leastStep = min(leastStep, step)
            greatestStep = max(greatestStep, step)
            previous = value
        }
        let range = UInt64(bitPattern: greatest &- least)
        let stepRange = UInt64(bitPattern: greatestStep &- leastStep)
        let differs = width(of: stepRange) < width(of: range)
        var residuals = differs ? steps(values, above: leastStep) : values.map { UInt64(bitPattern: $0 &- least) }
        let scale = divide(&residuals)
        writeHeader(
            usesDifferences: differs,
            scale: scale,
            base: differs ? first : least,
            step: leastStep,
            to: &writer
        )
        writePlanes(residuals, width: width(of: (differs ? stepRange : range) / scale), to: &writer)
    }

    private static func writeHeader(
        usesDifferences differs: Bool,
        scale: UInt64,
        base: Int64,
        step: Int64,
        to writer: inout ByteWriter
    ) {
        writer.byte(differs ? usesDifferences : 0)
        writer.number(scale)
        writer.signed(base)
        if differs {
            writer.signed(step)
        }
    }

    private static func steps(_ values: [Int64], above leastStep: Int64) -> [UInt64] {
        var steps: [UInt64] = []
        steps.reserveCapacity(values.count)
        steps.append(0)
        for row in 1..<values.count {
            steps.append(UInt64(bitPattern: values[row] &- values[row - 1] &- leastStep))
        }
        return steps
    }

    /// Divides by the greatest of the scales that leaves no remainder anywhere.
    private static func divide(_ residuals: inout [UInt64]) -> UInt64 {
        for scale in scales where residuals.allSatisfy({ $0.isMultiple(of: scale) }) {
            guard residuals.contains(where: { $0 != 0 }) else { return 1 }
            for row in residuals.indices {
                residuals[row] /= scale
            }
            return scale
        }
        return 1
    }

    private static func width(of range: UInt64) -> Int {
        (64 - range.leadingZeroBitCount + 7) / 8
    }

    private static func writePlanes(_ residuals: [UInt64], width: Int, to writer: inout ByteWriter) {
        writer.byte(UInt8(width))
        guard width > 0 else { return }
        let planes = [UInt8](unsafeUninitializedCapacity: residuals.count * width) { planes, count in
            var position = 0
            for plane in 0..<width {
                let shift = UInt64(plane * 8)
                for residual in residuals {
                    planes[position] = UInt8(truncatingIfNeeded: residual >> shift)
                    position += 1
                }
            }
            count = position
        }
        if let compressed = Compression.compressed(planes) {
            writer.byte(isCompressed)
            writer.sized(compressed)
        } else {
            writer.byte(0)
            writer.append(planes)
        }
    }

    // MARK: Reading

    /// `rows`: those that are wanted of `count`; nil: all.
    static func read(
        _ count: Int,
        _ rows: Range<Int>? = nil,
        from reader: inout ByteReader
    ) throws(HearthError) -> [Int64] {
        try read(count, rows, as: Int64.self, from: &reader)
    }

    /// The values as something that has the layout of a 64-bit integer.
    static func read<Element: BitwiseCopyable>(
        _ count: Int,
        _ rows: Range<Int>? = nil,
        as _: Element.Type,
        from reader: inout ByteReader
    ) throws(HearthError) -> [Element] {
        precondition(MemoryLayout<Element>.stride == MemoryLayout<Int64>.stride, "a column of 64-bit values")
        let stored = try Stored(count, rows ?? 0..<count, from: &reader)
        guard stored.isCompressed, let bytes = stored.bytes else {
            return stored.restored(stored.bytes, as: Element.self)
        }
        var planes = [UInt8](unsafeUninitializedCapacity: count * stored.width) { _, initialized in
            initialized = count * stored.width
        }
        return try planes.writing { (planes) throws(HearthError) in
            try Compression.decompress(bytes, into: planes)
            return stored.restored(UnsafeRawBufferPointer(planes), as: Element.self)
        }
    }

    /// A stored column, and the rows of it that are wanted.
    private struct Stored {
        let count: Int
        let rows: Range<Int>
        let step: Int64?
        let scale: Int64
        let base: Int64
        let width: Int
        let isCompressed: Bool
        let bytes: UnsafeRawBufferPointer?

        init(_ count: Int, _ rows: Range<Int>, from reader: inout ByteReader) throws(HearthError) {
            self.count = count
            self.rows = rows
            guard count > 0 else {
                (step, scale, base, width, isCompressed, bytes) = (nil, 1, 0, 0, false, nil)
                return
            }
            let differs = try reader.byte() & IntegerColumn.usesDifferences != 0
            scale = Int64(bitPattern: try reader.number())
            base = try reader.signed()
            step = differs ? try reader.signed() : nil
            width = Int(try reader.byte())
            guard width <= 8 else { throw .damagedBlock }
            guard width > 0 else {
                isCompressed = false
                bytes = nil
                return
            }
            isCompressed = try reader.byte() & IntegerColumn.isCompressed != 0
            bytes = isCompressed ? try reader.sized() : try reader.take(count * width)
        }

        /// The values, from their bytes, those of each position together; nil when they need none.
        func restored<Element: BitwiseCopyable>(
            _ planes: UnsafeRawBufferPointer?,
            as _: Element.Type
        ) -> [Element] {
            [Element](unsafeUninitializedCapacity: rows.count) { elements, initialized in
                elements.withMemoryRebound(to: Int64.self) { restore(planes, into: $0) }
                initialized = rows.count
            }
        }

        private func restore(_ planes: UnsafeRawBufferPointer?, into values: UnsafeMutableBufferPointer<Int64>) {
            let first = Int64(rows.lowerBound)
            guard let planes else {
                var value = base &+ first &* (step ?? 0)
                for row in 0..<rows.count {
                    values[row] = value
                    value = value &+ (step ?? 0)
                }
                return
            }
            IntegerColumn.join(planes, count, width, rows, into: values)
            if let step {
                // The first value has no difference to one before it: its residual is 0.
                var value = base &- step &+ first &* step
                value = value &+ IntegerColumn.sum(planes, count, width, before: rows.lowerBound) &* scale
                for row in 0..<rows.count {
                    value = value &+ values[row] &* scale &+ step
                    values[row] = value
                }
            } else {
                for row in 0..<rows.count {
                    values[row] = values[row] &* scale &+ base
                }
            }
        }
    }

    /// The sum of the values before a row.
    private static func sum(_ planes: UnsafeRawBufferPointer, _ count: Int, _ width: Int, before row: Int) -> Int64 {
        var sum: Int64 = 0
        for plane in 0..<width {
            let bytes = UnsafeRawBufferPointer(rebasing: planes[plane * count..<plane * count + row])
            var ofPlane: Int64 = 0
            for byte in bytes {
                ofPlane += Int64(byte)
            }
            sum = sum &+ ofPlane << Int64(plane * 8)
        }
        return sum
    }

    /// The bytes of the values of some rows, one from each plane. Two and four planes at once, as most columns have few.
    private static func join(
        _ planes: UnsafeRawBufferPointer,
        _ all: Int,
        _ width: Int,
        _ rows: Range<Int>,
        into values: UnsafeMutableBufferPointer<Int64>
    ) {
        guard let start = planes.baseAddress, let output = values.baseAddress else { return }
        let count = rows.count
        let plane = { (index: Int) in
            (start + index * all + rows.lowerBound).assumingMemoryBound(to: UInt8.self)
        }
        let first = plane(0)
        switch width {
        case 1:
            for row in 0..<count {
                output[row] = Int64(first[row])
            }
        case 2:
            let second = plane(1)
            for row in 0..<count {
                output[row] = Int64(UInt32(first[row]) | UInt32(second[row]) << 8)
            }
        case 3:
            let (second, third) = (plane(1), plane(2))
            for row in 0..<count {
                output[row] = Int64(UInt32(first[row]) | UInt32(second[row]) << 8 | UInt32(third[row]) << 16)
            }
        default:
            let (second, third, fourth) = (plane(1), plane(2), plane(3))
            for row in 0..<count {
                output[row] = Int64(
                    UInt32(first[row]) | UInt32(second[row]) << 8 | UInt32(third[row]) << 16
                        | UInt32(fourth[row]) << 24
                )
            }
            for index in 4..<max(width, 4) {
                let bytes = plane(index)
                let shift = Int64(index * 8)
                for row in 0..<count {
                    output[row] |= Int64(bytes[row]) << shift
                }
            }
        }
    }
}
