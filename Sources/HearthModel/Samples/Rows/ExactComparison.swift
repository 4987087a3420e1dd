/// Something that can be the same to the bit.
///
/// `==` is more generous: it takes two spellings of a character for the same, and 0 for -0. What was saved has to come
/// back as it was, so values are put together only where they are identical.
package protocol ExactlyComparable {
    func isIdentical(to other: Self) -> Bool
}

extension String: ExactlyComparable {
    package func isIdentical(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Byte for byte where both lie in memory, as nearly all texts do: an iterator takes three times as long.
        let isIdentical = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                left.indices.allSatisfy { left[$0] == right[$0] }
            }
        }
        return isIdentical.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }
}

extension UInt32: ExactlyComparable {
    package func isIdentical(to other: UInt32) -> Bool {
        self == other
    }
}

extension Optional: ExactlyComparable where Wrapped: ExactlyComparable {
    package func isIdentical(to other: Wrapped?) -> Bool {
        switch (self, other) {
        case (let left?, let right?): left.isIdentical(to: right)
        case (nil, nil): true
        default: false
        }
    }
}

extension Metadata: ExactlyComparable {
    package func isIdentical(to other: Metadata) -> Bool {
        entries.elementsEqual(other.entries) { $0.key.isIdentical(to: $1.key) && $0.value.isIdentical(to: $1.value) }
    }
}

extension MetadataValue: ExactlyComparable {
    package func isIdentical(to other: MetadataValue) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): left.isIdentical(to: right)
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.quantity(let left), .quantity(let right)):
            left.value.bitPattern == right.value.bitPattern && left.unit == right.unit
        default: self == other
        }
    }
}

extension Source: ExactlyComparable {
    package func isIdentical(to other: Source) -> Bool {
        bundleIdentifier.isIdentical(to: other.bundleIdentifier) && name.isIdentical(to: other.name)
    }
}

extension Device: ExactlyComparable {
    package func isIdentical(to other: Device) -> Bool {
        // On the path of every save that names a device, where key paths take ten times as long. A test goes through all
        // properties.
        self === other
            || name.isIdentical(to: other.name) && manufacturer.isIdentical(to: other.manufacturer)
                && model.isIdentical(to: other.model) && hardwareVersion.isIdentical(to: other.hardwareVersion)
                && firmwareVersion.isIdentical(to: other.firmwareVersion)
                && softwareVersion.isIdentical(to: other.softwareVersion)
                && localIdentifier.isIdentical(to: other.localIdentifier)
                && udiDeviceIdentifier.isIdentical(to: other.udiDeviceIdentifier)
    }

    /// Whether both are identical, or absent. On the path of every save, and therefore here: what is generic is made for
    /// devices in this module only.
    package static func areIdentical(_ left: Device?, _ right: Device?) -> Bool {
        left.isIdentical(to: right)
    }
}

extension Provenance: ExactlyComparable {
    package func isIdentical(to other: Provenance) -> Bool {
        source.isIdentical(to: other.source) && version.isIdentical(to: other.version)
            && productType.isIdentical(to: other.productType)
            && operatingSystemVersion == other.operatingSystemVersion && device.isIdentical(to: other.device)
    }
}
