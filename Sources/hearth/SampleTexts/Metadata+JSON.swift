import HearthModel

// What samples of all kinds have: source, device and metadata.

extension Provenance {
    var jsonMembers: [(String, JSON)] {
        [("source", source?.json(version: version) ?? .null), ("device", device?.json ?? .null)]
    }
}

extension Source {
    fileprivate func json(version: String?) -> JSON {
        .object([
            "identifier": .string(bundleIdentifier),
            "name": name == bundleIdentifier || name.isEmpty ? .null : .string(name),
            "version": .text(version),
        ])
    }
}

extension Device {
    fileprivate var json: JSON {
        .object([
            "name": .text(name),
            "manufacturer": .text(manufacturer),
            "model": .text(model),
            "hardware_version": .text(hardwareVersion),
            "firmware_version": .text(firmwareVersion),
            "software_version": .text(softwareVersion),
            "local_identifier": .text(localIdentifier),
            "udi_device_identifier": .text(udiDeviceIdentifier),
        ])
    }
}

extension Metadata {
    var json: JSON { .members(entries.map { ($0.key, $0.value.json) }) }
}

extension MetadataValue {
    fileprivate var json: JSON {
        switch self {
        case .string(let text): return .string(text)
        case .integer(let number): return .integer(number)
        case .double(let number): return number.isFinite ? .decimal(number.textWithPoint) : .null
        case .boolean(let boolean): return .bool(boolean)
        case .date(let date): return .object(["date": .string(DateText.utc(date))])
        case .quantity(let quantity):
            let unit = DisplayUnit(quantity.unit)
            return .object(["value": unit.json(of: quantity.value), "unit": .string(unit.text)])
        }
    }
}

extension Double {
    /// With a point or an exponent, so that it does not read as an integer.
    fileprivate var textWithPoint: String {
        let text = description
        return text.contains(where: { $0 == "." || $0 == "e" }) ? text : text + ".0"
    }
}

extension SampleRow {
    /// The metadata as JSON; empty without metadata.
    var metadataText: String {
        guard let metadata, metadata != .none else { return "" }
        return metadata.json.text
    }
}
