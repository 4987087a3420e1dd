internal import HearthModel

// The keys of device properties in predicates.

/// The device's name.
public let HKDevicePropertyKeyName = "name"
/// The manufacturer of the device.
public let HKDevicePropertyKeyManufacturer = "manufacturer"
/// The device's model.
public let HKDevicePropertyKeyModel = "model"
/// The version of the device's hardware.
public let HKDevicePropertyKeyHardwareVersion = "hardwareVersion"
/// The version of the device's firmware.
public let HKDevicePropertyKeyFirmwareVersion = "firmwareVersion"
/// The version of the device's software.
public let HKDevicePropertyKeySoftwareVersion = "softwareVersion"
/// The local identifier of the device.
public let HKDevicePropertyKeyLocalIdentifier = "localIdentifier"
/// The part of the unique device identification that identifies the model.
public let HKDevicePropertyKeyUDIDeviceIdentifier = "udiDeviceIdentifier"

extension DeviceProperty {
    /// The property with a key; nil for anything else.
    init?(key: String) {
        guard let property = DeviceProperty.allCases.first(where: { $0.key == key }) else { return nil }
        self = property
    }

    var key: String {
        switch self {
        case .name: HKDevicePropertyKeyName
        case .manufacturer: HKDevicePropertyKeyManufacturer
        case .model: HKDevicePropertyKeyModel
        case .hardwareVersion: HKDevicePropertyKeyHardwareVersion
        case .firmwareVersion: HKDevicePropertyKeyFirmwareVersion
        case .softwareVersion: HKDevicePropertyKeySoftwareVersion
        case .localIdentifier: HKDevicePropertyKeyLocalIdentifier
        case .udiDeviceIdentifier: HKDevicePropertyKeyUDIDeviceIdentifier
        }
    }
}
