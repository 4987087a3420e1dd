internal import HearthModel

/// Values that metadata may have under some keys. A lookup takes constant time, but for quantities.
struct MetadataValueSet {
    fileprivate struct Values {
        var texts: Set<HashedText> = []
        /// Whole numbers, also those among the numbers that are not integers.
        var integers: Set<Int64> = []
        var fractions: Set<Double> = []
        var dates: Set<Timestamp> = []
        /// These are compared one by one, each in its unit.
        var quantities: [MetadataValue] = []
    }

    /// By the bytes of the keys.
    private var values: [[UInt8]: Values] = [:]
    /// Whether all keys are among those that deletions keep.
    private(set) var hasOnlySyncKeys = true
    /// Values that are compared one by one.
    private(set) var slowCount = 0

    init(_ entries: [Metadata.Entry]) {
        for entry in entries {
            hasOnlySyncKeys = hasOnlySyncKeys && entry.key.isSyncKey
            values[Array(entry.key.utf8), default: Values()].insert(entry.value)
            if case .quantity = entry.value {
                slowCount += 1
            }
        }
    }

    /// Adds the values of another set.
    mutating func formUnion(_ other: MetadataValueSet) {
        hasOnlySyncKeys = hasOnlySyncKeys && other.hasOnlySyncKeys
        slowCount += other.slowCount
        for (key, added) in other.values {
            values[key, default: Values()].formUnion(added)
        }
    }

    /// Whether the metadata has one of the keys with one of its values.
    func matches(_ metadata: Metadata) -> Bool {
        metadata.entries.contains { entry in
            values[Array(entry.key.utf8)].map { $0.contains(entry.value) } ?? false
        }
    }
}

extension MetadataValueSet.Values {
    fileprivate mutating func insert(_ value: MetadataValue) {
        switch value {
        case .string(let text): texts.insert(HashedText(text))
        case .date(let date): dates.insert(date)
        case .integer(let integer): integers.insert(integer)
        case .boolean(let truth): integers.insert(truth ? 1 : 0)
        case .double(let number):
            if let integer = Int64(exactly: number) {
                integers.insert(integer)
            } else {
                fractions.insert(number)
            }
        case .quantity: quantities.append(value)
        }
    }

    fileprivate mutating func formUnion(_ other: MetadataValueSet.Values) {
        texts.formUnion(other.texts)
        integers.formUnion(other.integers)
        fractions.formUnion(other.fractions)
        dates.formUnion(other.dates)
        quantities += other.quantities
    }

    /// As `MetadataMatch` compares with each of them.
    fileprivate func contains(_ value: MetadataValue) -> Bool {
        switch value {
        case .string(let text): !texts.isEmpty && texts.contains(HashedText(text))
        case .date(let date): dates.contains(date)
        case .integer(let integer): integers.contains(integer)
        case .boolean(let truth): integers.contains(truth ? 1 : 0)
        case .double(let number): Int64(exactly: number).map(integers.contains) ?? fractions.contains(number)
        case .quantity: quantities.contains { Relation.equal.holds(value, $0) }
        }
    }
}

/// The bytes of a text, which may be long, with their hash: a set that grows does not look at them again.
private struct HashedText: Hashable {
    private let bytes: [UInt8]
    private let hash: Int

    init(_ text: String) {
        bytes = Array(text.utf8)
        hash = bytes.hashValue
    }

    static func == (left: HashedText, right: HashedText) -> Bool {
        left.hash == right.hash && left.bytes == right.bytes
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
