extension SourceRevisionPattern {
    /// Whether samples with this provenance are of the version.
    package func matches(_ provenance: Provenance) -> Bool {
        (provenance.source?.bundleIdentifier.isIdentical(to: bundleIdentifier) ?? false)
            && version.matches(provenance.version) { $0.isIdentical(to: $1) }
            && productType.matches(provenance.productType) { $0.isIdentical(to: $1) }
            && operatingSystemVersion.matches(provenance.operatingSystemVersion, ==)
    }
}

extension SourceRevisionPattern.Part {
    fileprivate func matches(_ value: Value?, _ areEqual: (Value, Value) -> Bool) -> Bool {
        switch (self, value) {
        case (.any, _): true
        case (.exactly(nil), nil): true
        case (.exactly(let wanted?), let value?): areEqual(wanted, value)
        case (.exactly, _): false
        }
    }
}

extension DevicePropertyMatch {
    /// Whether the match includes samples of a device; nil: of samples without a device.
    package func matches(_ device: Device?) -> Bool {
        guard let value = device?[keyPath: property.keyPath] else { return values.isEmpty }
        return values.contains { $0.isIdentical(to: value) }
    }
}
