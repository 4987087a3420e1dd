internal import HearthModel

/// Under which a sample replaces another: the app, the type, and the identifier that the app gave.
struct SyncKey: Hashable {
    let app: AppID
    let type: ObjectType
    let identifier: [UInt8]

    init(app: AppID, type: ObjectType, identifier: String) {
        self.app = app
        self.type = type
        self.identifier = Array(identifier.utf8)
    }

    /// What a segment keeps of it. Never 0, which stands for none; the same in all versions, as it is stored.
    var hash: UInt64 {
        var writer = ByteWriter()
        writer.sized(app.description)
        writer.sized(type.identifier)
        writer.append(identifier)
        return max(Checksum.of(writer.bytes), 1)
    }

    static func fingerprint(of hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash >> 32)
    }
}

/// The two sync keys of a sample.
struct SyncMark {
    let identifier: String
    let version: MetadataValue

    /// Nil for metadata without them.
    init?(_ metadata: Metadata) {
        guard case .string(let identifier)? = metadata[MetadataKey.syncIdentifier.rawValue],
            let version = metadata[MetadataKey.syncVersion.rawValue]
        else { return nil }
        self.identifier = identifier
        self.version = version
    }

    /// The metadata that a deletion keeps.
    static func kept(of metadata: Metadata) -> Metadata {
        // Without a copy where all of it is kept.
        guard metadata.entries.contains(where: { !$0.key.isSyncKey }) else { return metadata }
        let kept = metadata.entries.filter(\.key.isSyncKey)
        // Fewer entries of what was valid are valid.
        return (try? Metadata(kept)) ?? .none
    }
}

extension String {
    /// Whether this is one of the two keys that a deletion keeps.
    var isSyncKey: Bool {
        isIdentical(to: MetadataKey.syncIdentifier.rawValue) || isIdentical(to: MetadataKey.syncVersion.rawValue)
    }
}
