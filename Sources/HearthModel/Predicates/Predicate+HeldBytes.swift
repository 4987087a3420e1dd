extension Predicate {
    /// The memory that the predicate takes while a call with it is open.
    var heldBytes: Int {
        2 * Heap.array + terms.count * (MemoryLayout<Term>.stride + 2 * Predicate.preparedTermBytes)
            + terms.reduce(0) { $0 + $1.heldBytes }
    }

    /// What the store keeps of a term to test samples with it, at most. Operators between two terms take as much again.
    package static let preparedTermBytes = 40
}

extension Predicate.Term {
    /// For the sets with which a sample is compared, apart from what they contain.
    private static let setsBytes = 192

    /// The memory in addition to the term itself, also for what the store looks values up in.
    fileprivate var heldBytes: Int {
        switch self {
        case .allOf, .anyOf, .noneOf, .anyActivity, .constant, .interval, .comparison, .correlated, .inWorkout,
            .inCorrelation:
            0
        case .ids(let ids): Heap.array + ids.count * MemoryLayout<ObjectID>.stride + Heap.set(ids.count)
        case .metadataKey(let key): Heap.text(key)
        case .metadata(let match):
            match.entries.reduce(Heap.array) { bytes, entry in
                bytes + MemoryLayout<Metadata.Entry>.stride + Self.setsBytes + 2 * Heap.text(entry.key)
                    + 2 * Heap.value(entry.value)
            }
        case .attribute(let match): Heap.array + 2 * match.operands.messageBytes
        case .sources(let identifiers): Self.setsBytes + 3 * Heap.texts(identifiers)
        case .sourceRevisions(let patterns):
            patterns.reduce(Heap.array + Self.setsBytes) { bytes, pattern in
                bytes + 3 * MemoryLayout<SourceRevisionPattern>.stride + Heap.text(pattern.bundleIdentifier)
                    + pattern.version.heldBytes + pattern.productType.heldBytes
            }
        case .devices(let devices):
            devices.reduce(Heap.array + Self.setsBytes) { bytes, device in
                DeviceProperty.allCases.reduce(bytes + 3 * MemoryLayout<Device>.stride) { bytes, property in
                    bytes + (device[keyPath: property.keyPath].map(Heap.text) ?? 0)
                }
            }
        case .deviceProperty(let match): Self.setsBytes + 3 * Heap.texts(match.values)
        }
    }
}

extension SourceRevisionPattern.Part<String> {
    fileprivate var heldBytes: Int {
        if case .exactly(let text?) = self { Heap.text(text) } else { 0 }
    }
}
