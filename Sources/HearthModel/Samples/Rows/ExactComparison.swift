/// A value that can be compared bit for bit.
///
/// Unsafe pointers: a hasher takes the bytes of a text by their address only.
///
/// `==` is more generous: it takes two spellings of a character for the same, and 0 for -0. What was saved has to come
/// back as it was, so values are merged only where they are identical.
package protocol ExactlyComparable {
    func isIdentical(to other: Self) -> Bool
    /// Feeds a hasher what `isIdentical` compares. The hash of `==` is the same for all spellings of a text, and a client
    /// can write one text in thousands of spellings.
    func hashExactly(into hasher: inout Hasher)
}

/// A value as a key of a dictionary or a set, where two keys are the same if their values are identical.
package struct ExactKey<Value: ExactlyComparable>: Hashable {
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package static func == (left: ExactKey, right: ExactKey) -> Bool { left.value.isIdentical(to: right.value) }

    package func hash(into hasher: inout Hasher) {
        value.hashExactly(into: &hasher)
    }
}

extension ExactKey: Sendable where Value: Sendable {}

extension String: ExactlyComparable {
    package func isIdentical(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Compares contiguous bytes, which nearly all texts have: an iterator takes three times as long.
        let isIdentical = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                left.indices.allSatisfy { left[$0] == right[$0] }
            }
        }
        return isIdentical.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }

    package func hashExactly(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        let isHashed: Void? = utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil {
            Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }
}

extension UInt32: ExactlyComparable {
    package func isIdentical(to other: UInt32) -> Bool {
        self == other
    }

    package func hashExactly(into hasher: inout Hasher) {
        hasher.combine(self)
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

    package func hashExactly(into hasher: inout Hasher) {
        hasher.combine(self == nil)
        self?.hashExactly(into: &hasher)
    }
}

extension Metadata: ExactlyComparable {
    package func isIdentical(to other: Metadata) -> Bool {
        entries.elementsEqual(other.entries) { $0.key.isIdentical(to: $1.key) && $0.value.isIdentical(to: $1.value) }
    }

    package func hashExactly(into hasher: inout Hasher) {
        hasher.combine(entries.count)
        for entry in entries {
            entry.key.hashExactly(into: &hasher)
            entry.value.hashExactly(into: &hasher)
        }
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

    package func hashExactly(into hasher: inout Hasher) {
        switch self {
        case .string(let text): text.hashExactly(into: &hasher)
        case .double(let number): hasher.combine(number.bitPattern)
        case .quantity(let quantity):
            hasher.combine(quantity.value.bitPattern)
            hasher.combine(quantity.unit)
        case .integer, .boolean, .date: hasher.combine(self)
        }
    }
}

extension Source: ExactlyComparable {
    package func isIdentical(to other: Source) -> Bool {
        bundleIdentifier.isIdentical(to: other.bundleIdentifier) && name.isIdentical(to: other.name)
    }

    package func hashExactly(into hasher: inout Hasher) {
        bundleIdentifier.hashExactly(into: &hasher)
        name.hashExactly(into: &hasher)
    }
}

extension Device: ExactlyComparable {
    package func isIdentical(to other: Device) -> Bool {
        // Every save with a device calls this, and key paths would take ten times as long. A test covers all
        // properties.
        self === other
            || name.isIdentical(to: other.name) && manufacturer.isIdentical(to: other.manufacturer)
                && model.isIdentical(to: other.model) && hardwareVersion.isIdentical(to: other.hardwareVersion)
                && firmwareVersion.isIdentical(to: other.firmwareVersion)
                && softwareVersion.isIdentical(to: other.softwareVersion)
                && localIdentifier.isIdentical(to: other.localIdentifier)
                && udiDeviceIdentifier.isIdentical(to: other.udiDeviceIdentifier)
    }

    package func hashExactly(into hasher: inout Hasher) {
        name.hashExactly(into: &hasher)
        manufacturer.hashExactly(into: &hasher)
        model.hashExactly(into: &hasher)
        hardwareVersion.hashExactly(into: &hasher)
        firmwareVersion.hashExactly(into: &hasher)
        softwareVersion.hashExactly(into: &hasher)
        localIdentifier.hashExactly(into: &hasher)
        udiDeviceIdentifier.hashExactly(into: &hasher)
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
            && owner.isIdentical(to: other.owner)
    }

    package func hashExactly(into hasher: inout Hasher) {
        source.hashExactly(into: &hasher)
        version.hashExactly(into: &hasher)
        productType.hashExactly(into: &hasher)
        hasher.combine(operatingSystemVersion)
        device.hashExactly(into: &hasher)
        owner.hashExactly(into: &hasher)
    }
}
