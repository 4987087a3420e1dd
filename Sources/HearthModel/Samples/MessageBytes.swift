// The most bytes that values take in a message of the protocol, counted without encoding them. Batches and segments are
// cut by these sums, and a sample is refused by them that no frame could carry.

extension Metadata {
    /// Bytes in a message, at most.
    package var messageBytes: Int {
        entries.reduce(8) { total, entry in
            switch entry.value {
            case .string(let text): total + 16 + entry.key.utf8.count + text.utf8.count
            case .quantity(let quantity): total + 32 + entry.key.utf8.count + quantity.unit.text.utf8.count
            case .integer, .double, .boolean, .date: total + 24 + entry.key.utf8.count
            }
        }
    }
}

extension Provenance {
    private var texts: [String?] {
        [
            source?.bundleIdentifier, source?.name, version, productType, owner,
            device?.name, device?.manufacturer, device?.model, device?.hardwareVersion, device?.firmwareVersion,
            device?.softwareVersion, device?.localIdentifier, device?.udiDeviceIdentifier,
        ]
    }

    /// Bytes in a message, at most.
    package var messageBytes: Int { texts.reduce(64) { $0 + ($1.map { $0.utf8.count + 8 } ?? 0) } }

    /// Bytes of its texts.
    package var textBytes: Int { texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
}

extension Source {
    /// Bytes in a message, at most.
    package var messageBytes: Int { 16 + bundleIdentifier.utf8.count + name.utf8.count }
}

extension WorkoutDetail {
    /// Bytes in a message, at most.
    package var messageBytes: Int {
        64 + events.reduce(0) { $0 + 40 + $1.metadata.messageBytes } + statistics.reduce(0) { $0 + $1.messageBytes }
            + activities.reduce(0) { total, activity in
                total + 96 + activity.metadata.messageBytes + activity.statistics.reduce(0) { $0 + $1.messageBytes }
            }
    }

    /// Checks that a reply can carry the workout. There is also room for its own metadata and its source.
    func checkSize() throws(HearthError) {
        let bytes = messageBytes
        guard bytes <= Limits.sampleBytes else {
            throw HearthError(
                .limitExceeded,
                "The events, activities and statistics of the workout take up to \(bytes) bytes in a reply, and the limit is"
                    + " \(Limits.sampleBytes): divide it into several workouts, or leave out metadata of its events.",
                field: ""
            )
        }
    }
}

extension WorkoutStatistics {
    fileprivate var messageBytes: Int { 128 + type.identifier.utf8.count }
}
