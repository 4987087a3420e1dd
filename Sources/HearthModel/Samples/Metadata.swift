/// The metadata of a sample: keys with values, sorted by the UTF-8 bytes of the keys, so that equal metadata has equal
/// encodings.
package struct Metadata: Hashable, Sendable {
    package let entries: [Entry]

    /// One key with its value.
    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: MetadataValue

        package init(key: String, value: MetadataValue) {
            self.key = key
            self.value = value
        }
    }

    /// Metadata without entries.
    package static let none = Metadata()

    private init() {
        entries = []
    }

    /// Orders the entries and checks them: every key once and not empty, texts without NUL, numbers finite, all within the limits.
    package init(_ unordered: [Entry]) throws(HearthError) {
        let limits = Limits.standard
        guard unordered.count <= limits.metadataEntries else {
            throw HearthError(
                .limitExceeded,
                "The metadata has more than \(limits.metadataEntries) entries.",
                field: "entries"
            )
        }
        var bytes = 0
        for (index, entry) in unordered.enumerated() {
            try locating("entries[\(index)]", entry.validate())
            bytes += entry.textBytes
        }
        if bytes > limits.metadataBytes {
            bytes -= unordered.reduce(0) { $0 + RetiredName.bytesAdded(to: $1.key) }
        }
        guard bytes <= limits.metadataBytes else {
            throw HearthError(
                .limitExceeded,
                "The metadata has more than \(limits.metadataBytes) bytes of keys, texts and units.",
                field: "entries"
            )
        }
        guard !unordered.isOrdered else {
            entries = unordered
            return
        }
        entries = unordered.sorted { $0.precedes($1) }
        guard entries.isOrdered else {
            throw HearthError(.invalidArgument, "The metadata has a key twice.", field: "entries")
        }
    }

    /// The value of a key. Keys are compared by bytes: another spelling of the same characters is another key.
    package subscript(key: String) -> MetadataValue? {
        entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

/// A value in metadata, of one of the kinds that HealthKit allows.
package enum MetadataValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case double(Double)
    case boolean(Bool)
    case date(Timestamp)
    case quantity(Quantity)
}

/// A number with its unit.
package struct Quantity: Hashable, Sendable {
    package var value: Double
    package var unit: Unit

    package init(value: Double, unit: Unit) {
        self.value = value
        self.unit = unit
    }
}

extension Metadata.Entry {
    /// Bytes of the key, and of a text or a unit.
    package var textBytes: Int {
        switch value {
        case .string(let text): key.utf8.count + text.utf8.count
        case .quantity(let quantity): key.utf8.count + quantity.unit.text.utf8.count
        case .integer, .double, .boolean, .date: key.utf8.count
        }
    }

    fileprivate func precedes(_ other: Metadata.Entry) -> Bool {
        let left = key.utf8Span.span
        let right = other.key.utf8Span.span
        for offset in 0..<min(left.count, right.count) {
            let (leftByte, rightByte) = (left[offset], right[offset])
            if leftByte != rightByte {
                return leftByte < rightByte
            }
        }
        return left.count < right.count
    }

    /// Checks the key and the range of the value.
    package func validate() throws(HearthError) {
        guard !key.isEmpty else {
            throw HearthError(.malformedText, "The key is empty.", field: "key")
        }
        guard !key.utf8.contains(0) else {
            throw HearthError(.malformedText, "The key holds NUL.", field: "key")
        }
        switch value {
        case .double(let number):
            try checkNumber(number, "double_value")
        case .quantity(let quantity):
            try checkNumber(quantity.value, "quantity_value.value")
        case .string(let text) where text.utf8.contains(0):
            throw HearthError(.malformedText, "The text holds NUL.", field: "string_value")
        case .string, .integer, .boolean, .date:
            break
        }
    }
}

extension [Metadata.Entry] {
    /// Whether the keys ascend, so that none occurs twice.
    fileprivate var isOrdered: Bool {
        indices.dropFirst().allSatisfy { self[$0 - 1].precedes(self[$0]) }
    }
}

// MARK: - Rules for saving

extension Metadata {
    /// Checks the two sync keys: both or neither, a text that is not empty and a number.
    func validateForSaving(of type: ObjectType) throws(HearthError) {
        let identifier = self[MetadataKey.syncIdentifier.rawValue]
        let version = self[MetadataKey.syncVersion.rawValue]
        guard identifier != nil || version != nil else { return }
        guard case .string(let text)? = identifier, !text.isEmpty else {
            throw HearthError(
                .invalidArgument,
                "The key \(MetadataKey.syncIdentifier.rawValue) is missing, empty or not a text.",
                field: "entries"
            )
        }
        switch version {
        case .integer, .double: break
        case nil, .string, .boolean, .date, .quantity:
            throw HearthError(
                .invalidArgument,
                "The key \(MetadataKey.syncVersion.rawValue) is missing or not a number.",
                field: "entries"
            )
        }
    }
}
