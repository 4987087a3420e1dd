internal import HearthModel

/// For each provenance of the store whether a predicate means it. What is compared with is looked up: there may be
/// hundreds of thousands of names, and thousands of provenances.
extension PredicateContext {
    /// Those of samples that one of these apps saved.
    func provenances(savedBy identifiers: [String]) -> [Bool] {
        let wanted = Set(identifiers.map { Array($0.utf8) })
        return snapshot.provenances.all.map { provenance in
            provenance.source.map { wanted.contains(Array($0.bundleIdentifier.utf8)) } ?? false
        }
    }

    /// Those of versions of apps.
    func provenances(of patterns: [SourceRevisionPattern]) -> [Bool] {
        let wanted = Set(patterns.map(RevisionKey.init))
        return snapshot.provenances.all.map { !RevisionKey.keys(of: $0).isDisjoint(with: wanted) }
    }

    /// Those of samples that one of these devices measured.
    func provenances(of devices: [Device]) -> [Bool] {
        let wanted = Set(devices.map(\.propertyBytes))
        return snapshot.provenances.all.map { $0.device.map { wanted.contains($0.propertyBytes) } ?? false }
    }

    /// Those of devices with a property.
    func provenances(with match: DevicePropertyMatch) -> [Bool] {
        let wanted = Set(match.values.map { Array($0.utf8) })
        return snapshot.provenances.all.map { provenance in
            guard let value = provenance.device?[keyPath: match.property.keyPath] else { return wanted.isEmpty }
            return wanted.contains(Array(value.utf8))
        }
    }
}

/// What a pattern asks of a provenance, by the bytes of its texts.
private struct RevisionKey: Hashable {
    let bundleIdentifier: [UInt8]
    let version: SourceRevisionPattern.Part<[UInt8]>
    let productType: SourceRevisionPattern.Part<[UInt8]>
    let operatingSystemVersion: SourceRevisionPattern.Part<OperatingSystemVersion>

    /// What the patterns ask that mean the provenance: of each part any, or what it has.
    static func keys(of provenance: Provenance) -> Set<RevisionKey> {
        guard let source = provenance.source else { return [] }
        let (version, productType) = (
            provenance.version.map { Array($0.utf8) }, provenance.productType.map { Array($0.utf8) }
        )
        var keys: Set<RevisionKey> = []
        for version: SourceRevisionPattern.Part<[UInt8]> in [.any, .exactly(version)] {
            for productType: SourceRevisionPattern.Part<[UInt8]> in [.any, .exactly(productType)] {
                for system: SourceRevisionPattern.Part<OperatingSystemVersion> in [
                    .any, .exactly(provenance.operatingSystemVersion),
                ] {
                    keys.insert(RevisionKey(Array(source.bundleIdentifier.utf8), version, productType, system))
                }
            }
        }
        return keys
    }

    private init(
        _ bundleIdentifier: [UInt8],
        _ version: SourceRevisionPattern.Part<[UInt8]>,
        _ productType: SourceRevisionPattern.Part<[UInt8]>,
        _ operatingSystemVersion: SourceRevisionPattern.Part<OperatingSystemVersion>
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }

    init(_ pattern: SourceRevisionPattern) {
        self.init(
            Array(pattern.bundleIdentifier.utf8),
            pattern.version.bytes,
            pattern.productType.bytes,
            pattern.operatingSystemVersion
        )
    }
}

extension SourceRevisionPattern.Part<String> {
    fileprivate var bytes: SourceRevisionPattern.Part<[UInt8]> {
        switch self {
        case .any: .any
        case .exactly(let text): .exactly(text.map { Array($0.utf8) })
        }
    }
}

extension Device {
    /// The bytes of each property.
    fileprivate var propertyBytes: [[UInt8]?] {
        DeviceProperty.allCases.map { self[keyPath: $0.keyPath].map { Array($0.utf8) } }
    }
}
