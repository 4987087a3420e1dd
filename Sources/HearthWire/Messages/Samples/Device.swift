internal import CHearthProtocol
internal import HearthModel

extension Device: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Device> { hearth__v1__device__init }

    convenience init(_ message: Hearth__V1__Device, _ reader: MessageReader) throws(HearthError) {
        self.init(
            name: try reader.text(message.name, "name", if: message.name_presence_case),
            manufacturer: try reader.text(message.manufacturer, "manufacturer", if: message.manufacturer_presence_case),
            model: try reader.text(message.model, "model", if: message.model_presence_case),
            hardwareVersion: try reader.text(
                message.hardware_version,
                "hardware_version",
                if: message.hardware_version_presence_case
            ),
            firmwareVersion: try reader.text(
                message.firmware_version,
                "firmware_version",
                if: message.firmware_version_presence_case
            ),
            softwareVersion: try reader.text(
                message.software_version,
                "software_version",
                if: message.software_version_presence_case
            ),
            localIdentifier: try reader.text(
                message.local_identifier,
                "local_identifier",
                if: message.local_identifier_presence_case
            ),
            udiDeviceIdentifier: try reader.text(
                message.udi_device_identifier,
                "udi_device_identifier",
                if: message.udi_device_identifier_presence_case
            )
        )
    }

    func write(to message: inout Hearth__V1__Device, _ writer: MessageWriter) {
        if let name {
            message.name_presence_case = HEARTH__V1__DEVICE__NAME_PRESENCE_NAME
            message.name = writer.text(name)
        }
        if let manufacturer {
            message.manufacturer_presence_case = HEARTH__V1__DEVICE__MANUFACTURER_PRESENCE_MANUFACTURER
            message.manufacturer = writer.text(manufacturer)
        }
        if let model {
            message.model_presence_case = HEARTH__V1__DEVICE__MODEL_PRESENCE_MODEL
            message.model = writer.text(model)
        }
        if let hardwareVersion {
            message.hardware_version_presence_case = HEARTH__V1__DEVICE__HARDWARE_VERSION_PRESENCE_HARDWARE_VERSION
            message.hardware_version = writer.text(hardwareVersion)
        }
        if let firmwareVersion {
            message.firmware_version_presence_case = HEARTH__V1__DEVICE__FIRMWARE_VERSION_PRESENCE_FIRMWARE_VERSION
            message.firmware_version = writer.text(firmwareVersion)
        }
        if let softwareVersion {
            message.software_version_presence_case = HEARTH__V1__DEVICE__SOFTWARE_VERSION_PRESENCE_SOFTWARE_VERSION
            message.software_version = writer.text(softwareVersion)
        }
        if let localIdentifier {
            message.local_identifier_presence_case = HEARTH__V1__DEVICE__LOCAL_IDENTIFIER_PRESENCE_LOCAL_IDENTIFIER
            message.local_identifier = writer.text(localIdentifier)
        }
        if let udiDeviceIdentifier {
            message.udi_device_identifier_presence_case =
                HEARTH__V1__DEVICE__UDI_DEVICE_IDENTIFIER_PRESENCE_UDI_DEVICE_IDENTIFIER
            message.udi_device_identifier = writer.text(udiDeviceIdentifier)
        }
    }
}
