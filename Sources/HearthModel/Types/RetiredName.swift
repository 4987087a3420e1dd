/// An identifier that versions of Hearth before protocol 1.3 used instead of HealthKit's. Clients and files of those
/// versions still contain it: it is read as the current one, and never written.
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
    /// The key that replaces a retired one; nil for any other.
    package static func successor(of key: String) -> String? {
        let length = key.utf8.count
        return RetiredName.metadataKeys.first { $0.retired.utf8.count == length && key.isIdentical(to: $0.retired) }?
            .current
    }
}

extension RetiredName {
    /// The bytes by which a current key is longer than its retired one; 0 for any other key. They do not count against
    /// the limits, so that old metadata stays within them.
    static func bytesAdded(to key: String) -> Int {
        let length = key.utf8.count
        let name = metadataKeys.first { $0.current.utf8.count == length && key.isIdentical(to: $0.current) }
        return name.map { length - $0.retired.utf8.count } ?? 0
    }
}

extension MetadataKey {
    /// The key itself, or the one that replaces it.
    package static func current(_ key: String) -> String { successor(of: key) ?? key }
}
