import HearthModel

/// Reads and writes the metadata of Apple's export: keys with texts, whose kind the key decides.
enum HealthMetadataTexts {
    private static let importedPrefix = "org.hearth.imported."

    /// `bytes`: key, NUL, value, NUL, and so on.
    static func metadata(_ bytes: ArraySlice<UInt8>, number: Int) -> HealthMetadata {
        var texts = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        texts.removeLast()
        var entries: [Metadata.Entry] = []
        var keys: Set<String> = []
        var textBytes = 0
        var omitted = 0
        for index in stride(from: 0, to: texts.count - 1, by: 2) {
            let entry = Self.entry(MetadataKey.current(texts[index]), texts[index + 1])
            let isRepeated = !keys.insert(entry.key).inserted
            if isRepeated, entries.contains(entry) { continue }
            textBytes += entry.textBytes
            guard !isRepeated, isValid(entry),
                entries.count < Limits.standard.metadataEntries, textBytes <= Int(Limits.standard.metadataBytes)
            else {
                omitted += 1
                continue
            }
            entries.append(entry)
        }
        return HealthMetadata((try? Metadata(entries)) ?? .none, number: number, omitted: omitted)
    }

    private static func isValid(_ entry: Metadata.Entry) -> Bool {
        do throws(HearthError) {
            try entry.validate()
            return entry.textBytes <= Int(Limits.standard.stringBytes)
        } catch {
            return false
        }
    }

    private static func entry(_ key: String, _ text: String) -> Metadata.Entry {
        // An imported sample must not replace one that an app saved, nor be replaced by it.
        if key == MetadataKey.syncIdentifier.rawValue || key == MetadataKey.syncVersion.rawValue {
            return Metadata.Entry(key: importedPrefix + key, value: .string(text))
        }
        let value = MetadataKey(rawValue: key).flatMap { key in
            key == .weatherHumidity ? humidity(text) : Self.value(text, key.valueKind)
        }
        return Metadata.Entry(key: key, value: value ?? .string(text))
    }

    /// Nil if the text is not of the kind.
    private static func value(_ text: String, _ kind: MetadataKey.ValueKind) -> MetadataValue? {
        switch kind {
        case .string:
            return nil
        case .boolean:
            switch text.lowercased() {
            case "1", "true", "yes": return .boolean(true)
            case "0", "false", "no": return .boolean(false)
            default: return nil
            }
        case .number, .enumeration:
            if let integer = Int64(text) { return .integer(integer) }
            return XMLNumber.number(text.utf8Span.span).map { .double($0) }
        case .date:
            return HealthDate(text.utf8Span.span).map { .date($0.timestamp) }
        case .quantity:
            return quantity(text).map { .quantity($0) }
        }
    }

    /// An entry as the export has it, and whether it is read back as it is.
    static func text(_ entry: Metadata.Entry) -> (String, isKept: Bool) {
        let text =
            switch entry.value {
            case .string(let text): text
            case .boolean(let boolean): boolean ? "1" : "0"
            case .integer(let number): "\(number)"
            case .double(let number): "\(number)"
            case .date(let date): HealthWriter.text(date)
            case .quantity(let quantity): "\(XMLNumber.text(quantity.value)) \(quantity.unit.text)"
            }
        return (text, self.entry(MetadataKey.current(entry.key), text) == entry)
    }

    /// Phones write hundredths of a percent, `3600 %` for 36 %, and others a percentage. As in a quantity of HealthKit, a
    /// percentage is a share, at most 1. Nil for a text that is not one.
    private static func humidity(_ text: String) -> MetadataValue? {
        guard let quantity = quantity(text), quantity.unit == .percent else { return nil }
        let share: Double
        switch quantity.value {
        case 0...1: share = quantity.value
        case 1...100: share = quantity.value / 100
        case 100...10_000: share = quantity.value / 10_000
        default: return nil
        }
        return .quantity(Quantity(value: share, unit: .percent))
    }

    /// `418 cm`: a number, a blank and a unit.
    private static func quantity(_ text: String) -> Quantity? {
        guard let blank = text.firstIndex(of: " "), let number = XMLNumber.number(text[..<blank].utf8Span.span),
            let unit = HealthUnit.unit(String(text[text.index(after: blank)...]))
        else { return nil }
        return Quantity(value: number, unit: unit)
    }
}
