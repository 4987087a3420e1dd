/// What clauses take in memory while a call with them is open: as they came, and prepared for looking at samples. What
/// several calls share counts for each.
extension Clause {
    package var heldBytes: Int {
        MemoryLayout<Clause>.stride + (predicate?.heldBytes ?? 0)
    }
}

extension [Clause] {
    package var heldBytes: Int { Heap.array + reduce(0) { $0 + $1.heldBytes } }
}

extension Predicate {
    fileprivate var heldBytes: Int {
        // Twice: as a term, and as what is prepared of it.
        2 * (Heap.array + terms.count * MemoryLayout<Term>.stride) + terms.reduce(0) { $0 + $1.heldBytes }
    }
}

extension Predicate.Term {
    /// Beyond the term itself.
    fileprivate var heldBytes: Int {
        switch self {
        case .allOf, .anyOf, .noneOf, .anyActivity, .constant, .interval, .comparison, .correlated, .inWorkout,
            .inCorrelation:
            0
        case .ids(let ids): Heap.array + ids.count * MemoryLayout<ObjectID>.stride + Heap.set(ids.count)
        case .metadataKey(let key): Heap.text(key)
        case .metadata(let match):
            match.entries.reduce(Heap.array) { bytes, entry in
                bytes + MemoryLayout<Metadata.Entry>.stride + Heap.text(entry.key) + entry.value.heldBytes
            }
        case .sources(let identifiers): Heap.texts(identifiers)
        case .sourceRevisions(let patterns):
            patterns.reduce(Heap.array) { bytes, pattern in
                bytes + MemoryLayout<SourceRevisionPattern>.stride + Heap.text(pattern.bundleIdentifier)
                    + pattern.version.heldBytes + pattern.productType.heldBytes
            }
        case .devices(let devices):
            devices.reduce(Heap.array) { bytes, device in
                DeviceProperty.allCases.reduce(bytes + MemoryLayout<Device>.stride) { bytes, property in
                    bytes + (device[keyPath: property.keyPath].map(Heap.text) ?? 0)
                }
            }
        case .deviceProperty(let match): Heap.texts(match.values)
        }
    }
}

extension MetadataValue {
    fileprivate var heldBytes: Int {
        if case .string(let text) = self { Heap.text(text) } else { 0 }
    }
}

extension SourceRevisionPattern.Part<String> {
    fileprivate var heldBytes: Int {
        if case .exactly(let text?) = self { Heap.text(text) } else { 0 }
    }
}

/// What the language's own types take beside what they hold.
private enum Heap {
    static let array = 32

    /// Texts of up to 15 bytes lie where they are named.
    static func text(_ text: String) -> Int {
        let bytes = text.utf8.count
        return bytes > 15 ? (32 + bytes + 1 + 15) & ~15 : 0
    }

    static func texts(_ texts: [String]) -> Int {
        texts.reduce(array) { $0 + MemoryLayout<String>.stride + text($1) }
    }

    /// A set of identifiers has places for at least a third more, in a power of two.
    static func set(_ count: Int) -> Int {
        var places = 1
        while places * 3 < count * 4 {
            places *= 2
        }
        return array + places * MemoryLayout<ObjectID>.stride + places / 8
    }
}
