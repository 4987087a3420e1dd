extension Predicate {
    /// The memory that the predicate takes while a call with it is open.
    var heldBytes: Int {
        // Twice: as a term, and prepared for testing samples.
        2 * (Heap.array + terms.count * MemoryLayout<Term>.stride) + terms.reduce(0) { $0 + $1.heldBytes }
    }
}

extension Predicate.Term {
    /// The memory in addition to the term itself.
    fileprivate var heldBytes: Int {
        switch self {
        case .allOf, .anyOf, .noneOf, .anyActivity, .constant, .interval, .comparison, .correlated, .inWorkout,
            .inCorrelation:
            0
        case .ids(let ids): Heap.array + ids.count * MemoryLayout<ObjectID>.stride + Heap.set(ids.count)
        case .metadataKey(let key): Heap.text(key)
        case .metadata(let match):
            match.entries.reduce(Heap.array) { bytes, entry in
                bytes + MemoryLayout<Metadata.Entry>.stride + Heap.text(entry.key) + Heap.value(entry.value)
            }
        case .attribute(let match): Heap.array + 2 * match.operands.messageBytes
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

extension SourceRevisionPattern.Part<String> {
    fileprivate var heldBytes: Int {
        if case .exactly(let text?) = self { Heap.text(text) } else { 0 }
    }
}
