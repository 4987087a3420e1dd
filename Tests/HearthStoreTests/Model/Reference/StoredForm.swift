import HearthModel
import HearthStore

extension SampleRow {
    /// What is stored for a row that an app saves: the app's provenance, values in the storage unit, and what follows
    /// from the points of a series.
    func asStored(_ columns: SampleColumns, _ origin: Write.Origin) -> SampleRow {
        var row = self
        if case .quantity(let payload) = columns.payload, let unit = payload.unit, let storage = type.storageUnit,
            let conversion = try? UnitConversion(from: unit, to: storage)
        {
            row = converted(conversion)
        }
        row.provenance = Provenance(
            source: origin.source,
            version: origin.version,
            productType: origin.productType,
            operatingSystemVersion: origin.operatingSystemVersion,
            device: provenance.device
        )
        if case .quantity(var quantity) = row.content, let last = quantity.points.last {
            quantity.minimum = quantity.points.map(\.value).min() ?? quantity.minimum
            quantity.maximum = quantity.points.map(\.value).max() ?? quantity.maximum
            quantity.mostRecent = last.value
            quantity.mostRecentStart = last.start
            quantity.mostRecentEnd = last.end
            row.content = .quantity(quantity)
        }
        return row
    }

    /// Whether saving the other one again changes nothing.
    func isSame(as other: SampleRow) -> Bool {
        id == other.id && type == other.type && start == other.start && end == other.end
            && sameBytes(bundleIdentifier, other.bundleIdentifier)
            && provenance.device == other.provenance.device
            && metadata == other.metadata
            && content == other.content
    }
}

/// What the sync keys of a sample say.
struct SyncKey: Sendable {
    var bundleIdentifier: String
    var type: ObjectType
    var identifier: String
    var version: ExactNumber

    /// Nil for a sample without sync keys.
    init?(_ row: SampleRow) {
        guard case .string(let identifier)? = row.metadata[MetadataKey.syncIdentifier.rawValue],
            let version = row.metadata[MetadataKey.syncVersion.rawValue].flatMap(ExactNumber.init)
        else { return nil }
        self.identifier = identifier
        self.version = version
        bundleIdentifier = row.bundleIdentifier
        type = row.type
    }

    /// Whether both name the same thing, of whatever version.
    func names(_ other: SyncKey) -> Bool {
        type == other.type && sameBytes(bundleIdentifier, other.bundleIdentifier)
            && sameBytes(identifier, other.identifier)
    }
}
