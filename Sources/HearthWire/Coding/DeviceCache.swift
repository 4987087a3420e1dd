internal import CHearthProtocol
internal import HearthModel

/// The devices that a decoder has read most recently.
///
/// Each save of an app names its device, nearly always the same one. Recognising it costs a quarter of checking and
/// creating its texts, and later comparisons need not compare texts.
final class DeviceCache {
    private struct Known {
        let device: Device
        let texts: DeviceTexts
    }

    private var known: [Known] = []
    /// The slot for the next device.
    private var next = 0

    /// Few enough to look at each.
    private static let devicesMax = 8

    /// The device of a message; nil: it is not cached.
    func device(_ message: Hearth__V1__Device, _ reader: MessageReader) -> Device? {
        for index in known.indices where known[index].texts.are(in: message, reader) {
            return known[index].device
        }
        return nil
    }

    /// Caches a device instead of the oldest one.
    func remember(_ device: Device) {
        let known = Known(device: device, texts: DeviceTexts(device))
        if self.known.count < DeviceCache.devicesMax {
            self.known.append(known)
        } else {
            self.known[next] = known
        }
        next = (next + 1) % DeviceCache.devicesMax
    }
}

/// The properties of a device as bytes, for comparison with an unpacked message.
private struct DeviceTexts {
    /// A bit for each property that the device has.
    private var presence: UInt8 = 0
    /// Each with a trailing NUL, which no text contains.
    private var bytes: [UInt8] = []

    init(_ device: Device) {
        for (index, property) in DeviceProperty.allCases.enumerated() {
            guard let text = device[keyPath: property.keyPath] else { continue }
            presence |= 1 << index
            bytes += text.utf8
            bytes.append(0)
        }
    }

    /// Whether a message has just these.
    func are(in message: Hearth__V1__Device, _ reader: MessageReader) -> Bool {
        guard message.presence == presence else { return false }
        let texts = message.texts
        var position = 0
        for index in texts.indices where presence & 1 << index != 0 {
            // Nil means a text without bytes.
            if let text = reader.bytes(ofText: texts[index]) {
                guard text.count < bytes.count - position else { return false }
                for byte in text {
                    guard byte == bytes[position] else { return false }
                    position += 1
                }
            }
            guard position < bytes.count, bytes[position] == 0 else { return false }
            position += 1
        }
        return position == bytes.count
    }
}

/// Unsafe pointers: protobuf-c's texts are addresses, which are read while the frame exists.
extension Hearth__V1__Device {
    /// A bit for each present property, in order.
    fileprivate var presence: UInt8 {
        let presence: InlineArray<8, UInt32> = [
            name_presence_case.rawValue, manufacturer_presence_case.rawValue, model_presence_case.rawValue,
            hardware_version_presence_case.rawValue, firmware_version_presence_case.rawValue,
            software_version_presence_case.rawValue, local_identifier_presence_case.rawValue,
            udi_device_identifier_presence_case.rawValue,
        ]
        var bits: UInt8 = 0
        for index in presence.indices where presence[index] != 0 {
            bits |= 1 << index
        }
        return bits
    }

    fileprivate var texts: InlineArray<8, UnsafeMutablePointer<CChar>?> {
        [
            name, manufacturer, model, hardware_version, firmware_version, software_version, local_identifier,
            udi_device_identifier,
        ]
    }
}
