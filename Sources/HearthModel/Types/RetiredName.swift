/// An identifier that versions of Hearth before protocol 1.3 used where HealthKit has another one. Clients and files of
/// those versions still say it: it is read as the current one, and never written.
package struct RetiredName: Hashable, Sendable {
    package let retired: String
    package let current: String

    package static let types = [
        RetiredName(
            retired: "HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent",
            current: "HKCategoryTypeIdentifierAudioExposureEvent"
        )
    ]

    package static let metadataKeys = [
        RetiredName(retired: "HKAppleFitnessPlusSession", current: "HKMetadataKeyAppleFitnessPlusSession"),
        RetiredName(
            retired: "HKGlassesPrescriptionDescription",
            current: "HKMetadataKeyGlassesPrescriptionDescription"
        ),
        RetiredName(retired: "HKQuantityClampedToLowerBound", current: "HKMetadataKeyQuantityClampedToLowerBound"),
        RetiredName(retired: "HKQuantityClampedToUpperBound", current: "HKMetadataKeyQuantityClampedToUpperBound"),
    ]

    private init(retired: String, current: String) {
        self.retired = retired
        self.current = current
    }
}

extension MetadataKey {
    /// The key that takes the place of a retired one; nil for any other.
    package static func successor(of key: String) -> String? {
        let length = key.utf8.count
        return RetiredName.metadataKeys.first { $0.retired.utf8.count == length && key.isIdentical(to: $0.retired) }?
            .current
    }
}

extension RetiredName {
    /// Bytes by which a current key is longer than the retired one, which do not count against the limits: what was
    /// within them before stays within them. 0 for any other key.
    static func bytesAdded(to key: String) -> Int {
        let length = key.utf8.count
        let name = metadataKeys.first { $0.current.utf8.count == length && key.isIdentical(to: $0.current) }
        return name.map { length - $0.retired.utf8.count } ?? 0
    }
}

extension MetadataKey {
    /// The key itself, or the one that takes its place.
    package static func current(_ key: String) -> String { successor(of: key) ?? key }
}

extension [Metadata.Entry] {
    /// The entries with current keys. Where the current key is there as well, the entry with the retired one is dropped.
    package var withCurrentKeys: [Metadata.Entry] {
        guard contains(where: { MetadataKey.successor(of: $0.key) != nil }) else { return self }
        let keys = Set(map { Array<UInt8>($0.key.utf8) })
        return compactMap { entry -> Metadata.Entry? in
            guard let current = MetadataKey.successor(of: entry.key) else { return entry }
            return keys.contains(Array<UInt8>(current.utf8)) ? nil : Metadata.Entry(key: current, value: entry.value)
        }
    }
}
