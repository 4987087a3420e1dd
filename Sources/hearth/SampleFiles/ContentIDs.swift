import HearthModel

/// UUIDs for the samples of a file that come without one, derived from their content. A file that is imported again has
/// the same UUIDs again, so the store recognizes its samples.
///
/// A UUID depends on the type, the times, the value and its unit, and on the number of equal samples before it in the
/// file. Metadata and devices do not count: a stored sample does not change, and a copy of it would be a duplicate.
///
/// From the most significant bit (version 8 of RFC 9562):
///
///     48 bits  start in milliseconds since 1970, so that neighbours in time are neighbours in the store
///      4 bits  version, 8
///     12 bits  hash, upper part
///      2 bits  variant, 10
///     62 bits  hash, lower part
///
/// The memory grows by 8 to 16 bytes for each sample of the file.
struct ContentIDs: Sendable {
    static let version: UInt8 = 8

    /// Hashes of the contents so far.
    private var seen = SeenHashes()
    /// The number of samples whose content occurred more than once, by hash.
    private var repetitions: [UInt64: UInt64] = [:]

    /// Type and unit of the last sample.
    private var last: (type: ObjectType, unit: Unit?, hash: FNVHash)?

    /// The UUID of the next sample of the file.
    mutating func next(_ type: ObjectType, _ value: SampleValue, _ unit: DisplayUnit?, _ row: NewSamples.Row)
        -> ObjectID
    {
        var hash = begin(type, unit?.unit)
        hash.add(UInt64(bitPattern: row.start.nanoseconds))
        hash.add(UInt64(bitPattern: row.end.nanoseconds))
        for number in value.bits {
            hash.add(number)
        }
        hash.add(occurrence(of: hash.folded))
        let upper = UInt64(truncatingIfNeeded: hash.state >> 64) ^ UInt64(truncatingIfNeeded: hash.state >> 52)
        let lower = hash.folded
        let millisecond = UInt64(bitPattern: row.start.nanoseconds / 1_000_000)
        return ObjectID(
            high: millisecond << 16 | UInt64(ContentIDs.version) << 12 | upper & 0xFFF,
            low: 0x8000_0000_0000_0000 | lower & 0x3FFF_FFFF_FFFF_FFFF
        )
    }

    /// The hash of what most samples of a file have in common.
    private mutating func begin(_ type: ObjectType, _ unit: Unit?) -> FNVHash {
        if let last, last.type == type, last.unit == unit { return last.hash }
        var hash = FNVHash()
        hash.add(type.identifier)
        hash.add(unit?.text ?? "")
        last = (type, unit, hash)
        return hash
    }

    /// The number of samples with this content before this one.
    private mutating func occurrence(of content: UInt64) -> UInt64 {
        guard !seen.insert(content) else { return 0 }
        repetitions[content, default: 0] += 1
        return repetitions[content] ?? 0
    }
}
