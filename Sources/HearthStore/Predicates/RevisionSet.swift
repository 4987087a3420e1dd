internal import HearthModel

/// Patterns for versions of apps. Those that mean a provenance are looked up, not searched.
struct RevisionSet: Sendable {
    private typealias Part = SourceRevisionPattern.Part

    private struct Key: Hashable {
        let bundleIdentifier: ExactKey<String>
        let version: Part<ExactKey<String>>
        let productType: Part<ExactKey<String>>
        let operatingSystemVersion: Part<OperatingSystemVersion>
    }

    /// The parts that a pattern specifies.
    private struct Shape: Hashable {
        let version: Bool
        let productType: Bool
        let operatingSystemVersion: Bool
    }

    private var keys: Set<Key> = []
    /// The shapes of the patterns: eight at most.
    private var shapes: Set<Shape> = []

    mutating func insert(_ pattern: SourceRevisionPattern) {
        let key = Key(
            bundleIdentifier: ExactKey(pattern.bundleIdentifier),
            version: RevisionSet.exact(pattern.version),
            productType: RevisionSet.exact(pattern.productType),
            operatingSystemVersion: pattern.operatingSystemVersion
        )
        keys.insert(key)
        shapes.insert(
            Shape(
                version: key.version != .any,
                productType: key.productType != .any,
                operatingSystemVersion: key.operatingSystemVersion != .any
            )
        )
    }

    mutating func formUnion(_ other: RevisionSet) {
        keys.formUnion(other.keys)
        shapes.formUnion(other.shapes)
    }

    /// Whether a pattern means the provenance, which has this source.
    func contains(_ provenance: Provenance, of source: Source) -> Bool {
        shapes.contains { shape in
            keys.contains(
                Key(
                    bundleIdentifier: ExactKey(source.bundleIdentifier),
                    version: shape.version ? .exactly(provenance.version.map { ExactKey($0) }) : .any,
                    productType: shape.productType ? .exactly(provenance.productType.map { ExactKey($0) }) : .any,
                    operatingSystemVersion: shape.operatingSystemVersion
                        ? .exactly(provenance.operatingSystemVersion) : .any
                )
            )
        }
    }

    private static func exact(_ part: Part<String>) -> Part<ExactKey<String>> {
        switch part {
        case .any: .any
        case .exactly(let text): .exactly(text.map { ExactKey($0) })
        }
    }
}
