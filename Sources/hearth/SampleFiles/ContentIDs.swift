import HearthFormats
import HearthModel

/// UUIDs for the samples of a file that come without one, derived from their content. A file that is imported again has
/// the same UUIDs again, so the store recognizes its samples.
///
/// A UUID depends on the type, the times, the value and its unit, on the number of equal samples before it in the file, and
/// on the key: an app without the key cannot guess which UUID a value has. Metadata and devices do not count: a stored
/// sample does not change, and a copy of it would be a duplicate.
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
    private let key: IdentityKey?
    /// The number of samples whose content occurred more than once, by hash.
    private var repetitions: [UInt64: UInt64] = [:]

    /// Type and unit of the last sample.
    private var last: (type: ObjectType, unit: Unit?, hash: ContentHash)?

    /// Without a key for a store that is older than keys.
    init(_ key: IdentityKey?) {
        self.key = key
    }

    /// The UUID of the next sample of the file.
    mutating func next(_ type: ObjectType, _ value: SampleValue, _ unit: DisplayUnit?, _ row: NewSamples.Row)
        -> ObjectID
    {
        next(type, value.bits, unit?.unit, row.start, row.end)
    }

    /// The UUID of the next sample of the file, which is more than a value: columns of one row.
    mutating func next(_ columns: SampleColumns) -> ObjectID {
        next(columns.type, columns.payload.contentBits, columns.payload.unit, columns.starts[0], columns.end(0))
    }

    private mutating func next(
        _ type: ObjectType,
        _ bits: [UInt64],
        _ unit: Unit?,
        _ start: Timestamp,
        _ end: Timestamp
    ) -> ObjectID {
        var hash = begin(type, unit)
        hash.add(UInt64(bitPattern: start.nanoseconds))
        hash.add(UInt64(bitPattern: end.nanoseconds))
        for number in bits {
            hash.add(number)
        }
        hash.add(occurrence(of: hash.lower))
        let millisecond = UInt64(bitPattern: start.nanoseconds / 1_000_000)
        return ObjectID(
            high: millisecond << 16 | UInt64(ContentIDs.version) << 12 | hash.upper & 0xFFF,
            low: 0x8000_0000_0000_0000 | hash.lower & 0x3FFF_FFFF_FFFF_FFFF
        )
    }

    /// The hash of what most samples of a file have in common.
    private mutating func begin(_ type: ObjectType, _ unit: Unit?) -> ContentHash {
        if let last, last.type == type, last.unit == unit { return last.hash }
        var hash = ContentHash(key)
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

/// A hash of the content of a sample: with the store's key, or without one.
private enum ContentHash: Sendable {
    case keyed(KeyedHash)
    case plain(FNVHash)

    init(_ key: IdentityKey?) {
        self = key.map { .keyed($0.hash(for: .content)) } ?? .plain(FNVHash())
    }

    var upper: UInt64 {
        switch self {
        case .keyed(let hash): UInt64(truncatingIfNeeded: hash.value >> 64)
        case .plain(let hash):
            UInt64(truncatingIfNeeded: hash.state >> 64) ^ UInt64(truncatingIfNeeded: hash.state >> 52)
        }
    }

    var lower: UInt64 {
        switch self {
        case .keyed(let hash): UInt64(truncatingIfNeeded: hash.value)
        case .plain(let hash): hash.folded
        }
    }

    mutating func add(_ text: String) {
        switch self {
        case .keyed(var hash):
            hash.add(text)
            self = .keyed(hash)
        case .plain(var hash):
            hash.add(text)
            self = .plain(hash)
        }
    }

    mutating func add(_ number: UInt64) {
        switch self {
        case .keyed(var hash):
            hash.add(number)
            self = .keyed(hash)
        case .plain(var hash):
            hash.add(number)
            self = .plain(hash)
        }
    }
}
