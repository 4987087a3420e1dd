import HearthModel

// MARK: - Metadata

extension RandomValues {
    private static let keys = MetadataKey.all.filter { $0 != .syncIdentifier && $0 != .syncVersion }.map(\.rawValue)

    /// What is attached to a sample; the two sync keys come together.
    mutating func metadata(with required: String? = nil) throws -> Metadata {
        let mostEntries = Int(Limits.standard.metadataEntries)
        var entries: [String: MetadataValue] = [:]
        for _ in 0..<(chance(oneIn: 60) ? mostEntries - 3 : count(0...4)) {
            entries[flag() ? pick(Self.keys) : name()] = metadataValue()
        }
        // Long texts add up.
        let bytes = entries.reduce(0) { $0 + $1.key.utf8.count + 128 }
        if bytes > Limits.standard.metadataBytes { entries = [:] }
        if chance(oneIn: 4) {
            entries[MetadataKey.syncIdentifier.rawValue] = .string("id " + pick(["1", "é", "\u{10FFFF}"]))
            entries[MetadataKey.syncVersion.rawValue] = flag() ? .integer(integer()) : .double(number())
        }
        if let required {
            entries[required] = metadataValue()
        }
        return try Metadata(entries.map { Metadata.Entry(key: $0.key, value: $0.value) }.shuffled(using: &random))
    }

    mutating func metadataValue() -> MetadataValue {
        switch count(1...6) {
        case 1: .string(text(atMost: 128))
        case 2: .integer(integer())
        case 3: .double(number())
        case 4: .boolean(flag())
        case 5: .date(anyTime())
        default: .quantity(Quantity(value: singular(number()), unit: unit()))
        }
    }

    /// As many keys and texts as one Metadata may hold: the keys, and one text that fills the rest.
    func largestMetadata() throws -> Metadata {
        let limits = Limits.standard
        var entries = (1..<limits.metadataEntries).map { Metadata.Entry(key: "k\($0)", value: .integer(1)) }
        let rest = Int(limits.metadataBytes) - entries.reduce(1) { $0 + $1.key.utf8.count }
        entries.append(Metadata.Entry(key: "l", value: .string(String(repeating: "x", count: rest))))
        return try Metadata(entries)
    }
}

// MARK: - Provenance

extension RandomValues {
    mutating func provenance() -> Provenance {
        Provenance(
            source: maybe { $0.source() },
            version: maybe { $0.text() },
            productType: maybe { $0.text() },
            operatingSystemVersion: maybe { $0.operatingSystemVersion() },
            device: maybe { $0.device() },
            owner: maybe { $0.name() }
        )
    }

    mutating func source() -> Source {
        Source(bundleIdentifier: name(), name: text())
    }

    mutating func operatingSystemVersion() -> OperatingSystemVersion {
        OperatingSystemVersion(major: unsigned32(), minor: unsigned32(), patch: unsigned32())
    }

    mutating func device() -> Device {
        Device(
            name: maybe { $0.text() },
            manufacturer: maybe { $0.text() },
            model: maybe { $0.text() },
            hardwareVersion: maybe { $0.text() },
            firmwareVersion: maybe { $0.text() },
            softwareVersion: maybe { $0.text() },
            localIdentifier: maybe { $0.text() },
            udiDeviceIdentifier: maybe { $0.text() }
        )
    }
}

// MARK: - Dictionaries

extension RandomValues {
    /// A dictionary of none, one or several entries for so many rows.
    mutating func dictionary<Entry: Hashable & Sendable>(
        rows: Int,
        atLeast least: Int = 0,
        of make: (inout RandomValues) throws -> Entry
    ) rethrows -> DictionaryColumn<Entry> {
        guard rows > 0 else { return DictionaryColumn() }
        var entries: [Entry] = []
        for _ in 0..<max(least, pick([0, 1, 1, 3])) {
            let entry = try make(&self)
            if !entries.contains(entry) { entries.append(entry) }
        }
        guard entries.count > 1 || entries.count == 1 && chance(oneIn: 4) else {
            return DictionaryColumn(entries: entries)
        }
        let indexes = array(rows) { UInt32($0.count(0...entries.count - 1)) }
        return DictionaryColumn(entries: entries, indexes: indexes)
    }
}
