internal import HearthModel

/// A column of UUIDs. Time-ordered ones differ from their neighbours by little; random ones are stored as they are.
///
/// Unsafe pointers: random UUIDs are taken from the block as they lie there.
enum IdentifierColumn {
    private static let asHalves: UInt8 = 1
    private static let asBytes: UInt8 = 0

    static func write(_ ids: [ObjectID], to writer: inout ByteWriter) {
        guard isOrdered(ids) else {
            writer.byte(asBytes)
            writer.raw(ids)
            return
        }
        writer.byte(asHalves)
        IntegerColumn.write(ids.map { Int64(bitPattern: $0.high) }, to: &writer)
        IntegerColumn.write(ids.map { Int64(bitPattern: $0.low) }, to: &writer)
    }

    /// Whether the identifiers carry times, so that neighbours are alike.
    private static func isOrdered(_ ids: [ObjectID]) -> Bool {
        ids.allSatisfy { $0.version == 7 }
    }

    static func read(
        _ count: Int,
        _ rows: Range<Int>? = nil,
        from reader: inout ByteReader
    ) throws(HearthError) -> [ObjectID] {
        guard count > 0 else { return [] }
        let rows = rows ?? 0..<count
        guard try reader.byte() == asHalves else {
            let all = try reader.take(count * ObjectID.byteCount)
            let bytes = all[rows.lowerBound * ObjectID.byteCount..<rows.upperBound * ObjectID.byteCount]
            return [ObjectID](unsafeUninitializedCapacity: rows.count) { ids, initialized in
                UnsafeMutableRawBufferPointer(ids).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
                initialized = rows.count
            }
        }
        let highs = try IntegerColumn.read(count, rows, from: &reader)
        let lows = try IntegerColumn.read(count, rows, from: &reader)
        return [ObjectID](unsafeUninitializedCapacity: rows.count) { ids, initialized in
            let halves = UnsafeMutableRawBufferPointer(ids).assumingMemoryBound(to: Int64.self)
            for row in 0..<rows.count {
                // Each half as its bytes lie in a UUID: the most significant one first.
                halves[2 * row] = highs[row].bigEndian
                halves[2 * row + 1] = lows[row].bigEndian
            }
            initialized = rows.count
        }
    }
}
