internal import CHearthProtocol
internal import HearthModel

/// Devices on the wire.
struct DeviceMatch {
    let devices: [Device]
}

extension DeviceMatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__DeviceMatch> { hearth__v1__device_match__init }

    init(_ message: Hearth__V1__DeviceMatch, _ reader: MessageReader) throws(HearthError) {
        devices = try reader.messages(message.devices, message.n_devices, "devices")
    }

    func write(to message: inout Hearth__V1__DeviceMatch, _ writer: MessageWriter) {
        message.n_devices = devices.count
        message.devices = writer.messages(devices)
    }
}
