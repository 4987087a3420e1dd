import HearthModel

/// UUIDs for the samples of files that have none. The same file, or a later export of the same phone, has the same UUIDs
/// again, so the store recognizes its samples.
///
/// From the most significant bit (the form of version 7 in RFC 9562, so that they sort by time):
///
///     48 bits  start in milliseconds since 1970
///      4 bits  version, 7
///     12 bits  hash of the end and what else tells samples apart; the next free number on a collision
///      2 bits  variant, 10
///     62 bits  hash of type, origin and format, and with a key of the day
///
/// Both hashes depend on the store's key, so that the UUIDs that an app sees say nothing about those of other types, sources
/// and days. A store that is older than keys has none.
///
/// Value, unit and device do not count: they change with settings and systems.
/// The memory grows by 8 to 16 bytes for each sample.
struct SampleIdentities {
    private static let slots: UInt64 = 1 << 12

    /// Hashes of the UUIDs so far.
    private var seen = SeenHashes()
    private let key: IdentityKey?
    /// The last 62 bits of the last sample's UUID, which those of its origin and day share.
    private var last: (origin: UInt64, day: Int64, hash: UInt64)?

    private static let nanosecondsOfDay: Int64 = 86_400_000_000_000

    init(_ key: IdentityKey?) {
        self.key = key
    }

    /// The number of a type and an origin, such as the name of a source: the last 62 bits without a key.
    static func origin(_ origin: String, of type: ObjectType, in format: String) -> UInt64 {
        var hash = FNVHash()
        hash.add(type.identifier)
        hash.add(origin)
        hash.add(format)
        return hash.folded & 0x3FFF_FFFF_FFFF_FFFF
    }

    /// The UUID of the next sample; nil: all numbers of its millisecond are taken.
    ///
    /// `detail`: what tells samples of one end apart, such as the date of creation.
    mutating func next(from start: Timestamp, to end: Timestamp, detail: Int64 = 0, origin: UInt64) -> ObjectID? {
        let millisecond = UInt64(bitPattern: start.nanoseconds / 1_000_000) & 0xFFFF_FFFF_FFFF
        let low = 0x8000_0000_0000_0000 | shared(by: origin, at: start)
        var slot = details(from: start, to: end, detail, origin) % Self.slots
        for _ in 0..<Self.slots {
            let high = millisecond << 16 | 7 << 12 | slot
            if seen.insert(Self.mixed(high ^ Self.mixed(low))) {
                return ObjectID(high: high, low: low)
            }
            slot = (slot + 1) % Self.slots
        }
        return nil
    }

    /// Whether a UUID was derived for a sample of an origin, whatever its end.
    mutating func isDerived(_ id: ObjectID, from start: Timestamp, origin: UInt64) -> Bool {
        id.version == 7 && id.low == 0x8000_0000_0000_0000 | shared(by: origin, at: start)
    }

    /// What the samples of an origin and a day share.
    private mutating func shared(by origin: UInt64, at start: Timestamp) -> UInt64 {
        guard let key else { return origin }
        let (quotient, rest) = start.nanoseconds.quotientAndRemainder(dividingBy: Self.nanosecondsOfDay)
        let day = rest < 0 ? quotient - 1 : quotient
        if let last, last.origin == origin, last.day == day { return last.hash }
        var keyed = key.hash(for: .origin)
        keyed.add(origin)
        keyed.add(UInt64(bitPattern: day))
        let hash = UInt64(truncatingIfNeeded: keyed.value) & 0x3FFF_FFFF_FFFF_FFFF
        last = (origin, day, hash)
        return hash
    }

    private func details(from start: Timestamp, to end: Timestamp, _ detail: Int64, _ origin: UInt64) -> UInt64 {
        guard var keyed = key?.hash(for: .detail) else {
            return Self.mixed(
                UInt64(bitPattern: end.nanoseconds) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: detail)
            )
        }
        keyed.add(origin)
        for number in [start.nanoseconds, end.nanoseconds, detail] {
            keyed.add(UInt64(bitPattern: number))
        }
        return UInt64(truncatingIfNeeded: keyed.value)
    }

    /// The finalizer of MurmurHash3: each bit of the result depends on all bits.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 33) &* 0xff51_afd7_ed55_8ccd
        value = (value ^ value >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return value ^ value >> 33
    }
}
