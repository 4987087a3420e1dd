import HearthModel

/// Reads the description of a device:
/// `<<HKDevice: 0x2816c6d30>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,10, software:9.1>`.
enum HealthDevice {
    private static let keys: Set<Substring> = [
        "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier", "UDI",
        "creation date",
    ]

    /// Where the description continues after the pointer, which changes with every export.
    static func properties(_ text: XMLText) -> XMLText {
        let pointer = text.buffer.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? 0
        return XMLText(start: text.start + pointer, count: text.count - pointer)
    }

    /// The description of a device, without a pointer.
    static func text(_ device: Device) -> String {
        let values = [
            ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
            ("hardware", device.hardwareVersion), ("firmware", device.firmwareVersion),
            ("software", device.softwareVersion), ("localIdentifier", device.localIdentifier),
            ("UDI", device.udiDeviceIdentifier),
        ]
        let properties = values.compactMap { key, value in value.map { ", \(key):\($0)" } }.joined()
        return "<<HKDevice: 0x0>\(properties)>"
    }

    /// Whether the description is read back as the same device.
    static func isKept(_ device: Device) -> Bool {
        let texts = [
            device.name, device.manufacturer, device.model, device.hardwareVersion, device.firmwareVersion,
            device.softwareVersion, device.localIdentifier, device.udiDeviceIdentifier,
        ]
        guard texts.contains(where: { $0?.contains(", ") ?? false }) else { return true }
        return self.device(String(text(device).drop { $0 != ">" }.dropFirst())) == device
    }

    /// The device of properties: `, name:Apple Watch, hardware:Watch6,10>`. Nil if they name nothing.
    ///
    /// A value may contain commas, so it ends only where a known key begins.
    static func device(_ properties: String) -> Device? {
        var values: [Substring: String] = [:]
        var key: Substring?
        let text = properties.hasSuffix(">") ? properties.dropLast() : properties[...]
        for part in text.split(separator: ", ", omittingEmptySubsequences: false) {
            if let colon = part.firstIndex(of: ":"), keys.contains(part[..<colon]), values[part[..<colon]] == nil {
                key = part[..<colon]
                values[part[..<colon]] = String(part[part.index(after: colon)...])
            } else if let key {
                values[key, default: ""] += ", " + part
            }
        }
        values["creation date"] = nil
        guard !values.isEmpty else { return nil }
        return Device(
            name: values["name"],
            manufacturer: values["manufacturer"],
            model: values["model"],
            hardwareVersion: values["hardware"],
            firmwareVersion: values["firmware"],
            softwareVersion: values["software"],
            localIdentifier: values["localIdentifier"],
            udiDeviceIdentifier: values["UDI"]
        )
    }
}
