import HearthModel

/// Reads metadata written as KEY=VALUE. No error repeats a value.
struct MetadataReader: Sendable {
    let dates: DateReader

    func metadata(_ texts: [String]) throws -> Metadata {
        let entries = try texts.map(entry)
        for (index, entry) in entries.enumerated() where entries[..<index].contains(where: { $0.key == entry.key }) {
            throw InputError("The metadata key \(entry.key.printable) is given twice.")
        }
        return try Metadata(entries)
    }

    /// Throws when the type needs a key that is not among the metadata.
    static func check(_ metadata: Metadata, of type: ObjectType) throws(InputError) {
        guard let key = type.requiredMetadataKey, metadata[key.rawValue] == nil else { return }
        throw InputError("\(type.shortName) needs --metadata \(key.rawValue)=VALUE. VALUE is \(expectation(of: key)).")
    }

    private func entry(_ text: String) throws(InputError) -> Metadata.Entry {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw InputError("Write metadata as KEY=VALUE.")
        }
        let name = String(text[..<equals])
        let value = String(text[text.index(after: equals)...])
        guard let key = MetadataReader.key(named: name) else { return Metadata.Entry(key: name, value: .string(value)) }
        return Metadata.Entry(key: key.rawValue, value: try self.value(value, of: key))
    }

    /// One of HealthKit's keys, by a name that it may have.
    static func key(named name: String) -> MetadataKey? {
        MetadataKey(rawValue: name) ?? MetadataKey.all.first { $0.names.contains(name) }
    }

    /// More names than these are not listed in an error.
    private static let namesMax = 12

    /// The keys that HealthKit defines have values of a kind; an app's own are texts here.
    private func value(_ text: String, of key: MetadataKey) throws(InputError) -> MetadataValue {
        let found: MetadataValue? =
            switch key.valueKind {
            case .string: .string(text)
            case .number: Int64(text).map { .integer($0) } ?? Double(text).map { .double($0) }
            case .enumeration: MetadataReader.number(text, of: key).map { .integer($0) }
            case .boolean: MetadataReader.booleans[text.lowercased()].map { .boolean($0) }
            case .date: (try? dates.moment(text)).map { .date($0) }
            case .quantity: MetadataReader.quantity(text).map { .quantity($0) }
            }
        guard let found else {
            throw InputError(
                "The value of \(key.rawValue) must be \(MetadataReader.expectation(of: key))."
            )
        }
        return found
    }

    private static let booleans = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false]

    /// `5 kcal/(kg*hr)`, `64 %`, `64%`
    private static func quantity(_ text: String) -> Quantity? {
        let parts = (text.hasSuffix("%") ? text.dropLast() + " %" : text[...]).split(separator: " ", maxSplits: 1)
        guard let first = parts.first,
            let unit = try? DisplayUnit(parts.count > 1 ? parts[1].trimmed : "count"),
            let value = unit.value(String(first).utf8Span.span)
        else { return nil }
        return Quantity(value: value, unit: unit.unit)
    }

    /// The number of an enumeration's value, which has a name or is a number.
    private static func number(_ text: String, of key: MetadataKey) -> Int64? {
        Int64(text)
            ?? MetadataValueNames.names(of: key).first { $0.name.lowercased() == text.lowercased() }?.number
    }

    /// What a value of the key must be.
    static func expectation(of key: MetadataKey) -> String {
        let names = MetadataValueNames.names(of: key).prefix(namesMax).map { "\($0.name) (\($0.number))" }
        guard names.isEmpty else {
            return names.count < namesMax ? names.joined(separator: " or ") : names.joined(separator: ", ") + ", ..."
        }
        return switch key.valueKind {
        case .string: "a text"
        case .number: "a number"
        case .enumeration: "a whole number"
        case .boolean: "true or false"
        case .date: "a date"
        case .quantity: "a number and a unit, such as '5 km'"
        }
    }
}

extension MetadataKey {
    /// How the key may be written: as the constant's name, with or without the part that all constants share.
    fileprivate var names: [String] {
        [constantName, "HK" + constantName.dropFirst("HKMetadataKey".count)]
    }
}
