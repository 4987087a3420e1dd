public import Foundation
internal import HearthModel

/// A device that measures.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKDevice: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let device: Device

    init(_ device: Device) {
        self.device = device
    }

    /// A device of which this is known.
    public convenience init(
        name: String?,
        manufacturer: String?,
        model: String?,
        hardwareVersion: String?,
        firmwareVersion: String?,
        softwareVersion: String?,
        localIdentifier: String?,
        udiDeviceIdentifier: String?
    ) {
        self.init(
            Device(
                name: name,
                manufacturer: manufacturer,
                model: model,
                hardwareVersion: hardwareVersion,
                firmwareVersion: firmwareVersion,
                softwareVersion: softwareVersion,
                localIdentifier: localIdentifier,
                udiDeviceIdentifier: udiDeviceIdentifier
            )
        )
    }

    /// The computer that the program runs on.
    public static func local() -> HKDevice { localDevice }

    private static let localDevice = HKDevice(
        Device(
            name: Machine.current.name,
            model: AppIdentity.current.sourceRevision.productType,
            softwareVersion: Machine.current.systemVersion
        )
    )

    /// The device's name.
    public var name: String? { device.name }

    /// Who made the device.
    public var manufacturer: String? { device.manufacturer }

    /// The device's model.
    public var model: String? { device.model }

    /// The version of its hardware.
    public var hardwareVersion: String? { device.hardwareVersion }

    /// The version of its firmware.
    public var firmwareVersion: String? { device.firmwareVersion }

    /// The version of its software.
    public var softwareVersion: String? { device.softwareVersion }

    /// What identifies the device on this machine.
    public var localIdentifier: String? { device.localIdentifier }

    /// The part of the unique device identification that names the model.
    public var udiDeviceIdentifier: String? { device.udiDeviceIdentifier }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKDevice)?.device == device
    }

    override public var hash: Int { device.hashValue }

    // MARK: - Copying and archives

    /// Archives hold texts only, so that nothing else can come out of them.
    public static var supportsSecureCoding: Bool { true }

    /// The device in an archive, with what is known of it there.
    public convenience init?(coder: NSCoder) {
        let texts = DeviceProperty.allCases.map { coder.decodeObject(of: NSString.self, forKey: $0.key) as? String }
        self.init(
            name: texts[0],
            manufacturer: texts[1],
            model: texts[2],
            hardwareVersion: texts[3],
            firmwareVersion: texts[4],
            softwareVersion: texts[5],
            localIdentifier: texts[6],
            udiDeviceIdentifier: texts[7]
        )
    }

    /// Archives what is known of the device.
    public func encode(with coder: NSCoder) {
        for property in DeviceProperty.allCases {
            coder.encode(device[keyPath: property.keyPath] as NSString?, forKey: property.key)
        }
    }

    /// The device itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
