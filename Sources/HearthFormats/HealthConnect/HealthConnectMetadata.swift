import HearthModel

/// The metadata of records: where they were measured, whether they were typed in, and what else they say.
struct HealthConnectMetadata {
    private struct Key: Hashable {
        let zone: Int64?
        let isManual: Bool
    }

    /// That of records that say nothing else, which are most.
    private var known: [Key: HealthMetadata] = [:]
    private static let maxKnown = 10_000

    /// `zone`: seconds east of Greenwich; nil: not said.
    mutating func metadata(_ entries: [Metadata.Entry], zone: Int64?, isManual: Bool) -> HealthMetadata {
        let key = Key(zone: zone, isManual: isManual)
        if entries.isEmpty, let known = known[key] { return known }
        var all = entries
        if let name = zone.flatMap(Self.zoneName) {
            all.append(Metadata.Entry(key: MetadataKey.timeZone.rawValue, value: .string(name)))
        }
        if isManual {
            all.append(Metadata.Entry(key: MetadataKey.wasUserEntered.rawValue, value: .boolean(true)))
        }
        let metadata = (try? Metadata(all)) ?? .none
        guard entries.isEmpty, known.count < Self.maxKnown else { return HealthMetadata(metadata, number: nil) }
        let result = HealthMetadata(metadata, number: known.count + 1)
        known[key] = result
        return result
    }

    /// `GMT+0530`, as Foundation names a zone if only its offset is known.
    static func zoneName(_ seconds: Int64) -> String? {
        guard -64_800...64_800 ~= seconds else { return nil }
        let minutes = abs(seconds) / 60
        func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "GMT\(seconds < 0 ? "-" : "+")\(digits(minutes / 60))\(digits(minutes % 60))"
    }
}
