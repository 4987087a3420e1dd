package import HearthModel

/// A block that `SegmentEncoder` made: finds its columns at once, and decodes those that are asked for.
///
/// Its reader has compared the checksum, so a fault here was written as such. The block is still refused: a file can
/// say anything.
///
/// Unsafe pointers: columns are decoded where they lie in the block's array, for the time of a call.
package struct SegmentBlock: Sendable {
    package let count: Int
    private let bytes: [UInt8]
    private var fields: [(number: UInt8, range: Range<Int>)] = []

    var byteCount: Int { bytes.count }

    /// More rows than a segment has, however it is configured, or points than all its samples can have.
    private static let rowsMax = 1 << 20
    private static let elementsMax = 1 << 20
    static let attachmentBytesMax = 1 << 28

    package init(_ bytes: [UInt8]) throws(HearthError) {
        self.bytes = bytes
        var found: [(UInt8, Range<Int>)] = []
        count = try bytes.reading { (reader: inout ByteReader) throws(HearthError) in
            guard try reader.byte() == SegmentEncoder.layout else { throw .damagedBlock }
            let count = try reader.count(atMost: SegmentBlock.rowsMax)
            while !reader.isAtEnd {
                let number = try reader.byte()
                let length = try reader.sized().count
                found.append((number, reader.offset - length..<reader.offset))
            }
            return count
        }
        fields = found
    }
}

// MARK: - Columns

extension SegmentBlock {
    func has(_ field: SegmentField) -> Bool {
        fields.contains { $0.number == field.rawValue }
    }

    /// What `decode` makes of a column; nil when the block has none.
    private func column<Value>(
        _ field: SegmentField,
        _ decode: (inout ByteReader) throws(HearthError) -> Value
    ) throws(HearthError) -> Value? {
        guard let range = fields.first(where: { $0.number == field.rawValue })?.range else { return nil }
        return try bytes.reading(range) { (reader: inout ByteReader) throws(HearthError) in
            let value = try decode(&reader)
            guard reader.isAtEnd else { throw .damagedBlock }
            return value
        }
    }

    // `rows`: those that are wanted of `count`; nil: all.

    func integers(_ field: SegmentField, _ count: Int, _ rows: Range<Int>? = nil) throws(HearthError) -> [Int64] {
        try column(field) { (reader: inout ByteReader) throws(HearthError) in
            try IntegerColumn.read(count, rows, from: &reader)
        } ?? []
    }

    func numbers(_ field: SegmentField, _ count: Int, _ rows: Range<Int>? = nil) throws(HearthError) -> [Double] {
        try column(field) { (reader: inout ByteReader) throws(HearthError) in
            try NumberColumn.read(count, rows, from: &reader)
        } ?? []
    }

    func identifiers(
        _ field: SegmentField,
        _ count: Int,
        _ rows: Range<Int>? = nil
    ) throws(HearthError) -> [ObjectID] {
        try column(field) { (reader: inout ByteReader) throws(HearthError) in
            try IdentifierColumn.read(count, rows, from: &reader)
        } ?? []
    }

    func times(_ field: SegmentField, _ count: Int, _ rows: Range<Int>? = nil) throws(HearthError) -> [Timestamp] {
        try column(field) { (reader: inout ByteReader) throws(HearthError) in
            try IntegerColumn.read(count, rows, as: Timestamp.self, from: &reader)
        } ?? []
    }

    /// Lengths of series, and how many elements they are together.
    func lengths(
        _ field: SegmentField,
        atMost most: Int = elementsMax
    ) throws(HearthError) -> (lengths: [UInt32], total: Int) {
        var total = 0
        var lengths: [UInt32] = []
        for value in try integers(field, count) {
            guard let length = UInt32(exactly: value), total + Int(length) <= most else {
                throw .damagedBlock
            }
            total += Int(length)
            lengths.append(length)
        }
        return (lengths, total)
    }

    /// Numbers that count or index something.
    func smallNumbers(_ field: SegmentField, _ count: Int, _ rows: Range<Int>? = nil) throws(HearthError) -> [UInt32] {
        let values = try integers(field, count, rows)
        var bits: UInt64 = 0
        for value in values {
            bits |= UInt64(bitPattern: value)
        }
        guard bits <= UInt64(UInt32.max) else { throw .damagedBlock }
        return values.map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Columns that must have a row for each sample, or for each of the wanted ones.
    func required<Element>(_ column: [Element], _ rows: Range<Int>? = nil) throws(HearthError) -> [Element] {
        guard column.count == rows?.count ?? count else { throw .damagedBlock }
        return column
    }

    func attachments(_ coder: MetadataCoder) throws(HearthError) -> Attachments {
        try bytes(.attachments) { (bytes) throws(HearthError) in try coder.decode(bytes) } ?? Attachments()
    }

    /// Documents, one after the other.
    func contents() throws(HearthError) -> [UInt8] {
        try bytes(.contents) { (bytes) throws(HearthError) in Array(bytes) } ?? []
    }

    /// What `decode` makes of bytes that may be compressed; nil when the block has none.
    private func bytes<Value>(
        _ field: SegmentField,
        _ decode: (UnsafeRawBufferPointer) throws(HearthError) -> Value
    ) throws(HearthError) -> Value? {
        try column(field) { (reader: inout ByteReader) throws(HearthError) -> Value in
            let length = try reader.count(atMost: SegmentBlock.attachmentBytesMax)
            let stored = try reader.rest()
            guard stored.count != length else { return try decode(stored) }
            guard length / 256 <= stored.count else { throw .damagedBlock }
            var bytes = [UInt8](repeating: 0, count: length)
            return try bytes.writing { (output) throws(HearthError) in
                try Compression.decompress(stored, into: output)
                return try decode(UnsafeRawBufferPointer(output))
            }
        }
    }
}

// MARK: - Buffers

extension [UInt8] {
    /// Calls `body` with a reader of these bytes, or of some of them.
    func reading<Value>(
        _ range: Range<Int>? = nil,
        _ body: (inout ByteReader) throws(HearthError) -> Value
    ) throws(HearthError) -> Value {
        let result = withUnsafeBytes { bytes -> Result<Value, HearthError> in
            var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[range ?? 0..<bytes.count]))
            do throws(HearthError) {
                return .success(try body(&reader))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Calls `body` with the bytes as something to write to.
    mutating func writing<Value>(
        _ body: (UnsafeMutableRawBufferPointer) throws(HearthError) -> Value
    ) throws(HearthError) -> Value {
        let result = withUnsafeMutableBytes { bytes -> Result<Value, HearthError> in
            do throws(HearthError) {
                return .success(try body(bytes))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

// MARK: - Associations

extension SegmentBlock {
    package func associatedSamples() throws(HearthError) -> [ObjectID] {
        try required(identifiers(.ids, count))
    }
}
