public import Foundation
internal import HearthModel

/// A device that measures.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKDevice: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let device: Device

    init(_ device: Device) {
        self.device = device
    }

    /// A device with these properties.
    public init(
        name: String?,
        manufacturer: String?,
        model: String?,
        hardwareVersion: String?,
        firmwareVersion: String?,
        softwareVersion: String?,
        localIdentifier: String?,
        udiDeviceIdentifier: String?
    ) {
        device = Device(
            name: name,
            manufacturer: manufacturer,
            model: model,
            hardwareVersion: hardwareVersion,
            firmwareVersion: firmwareVersion,
            softwareVersion: softwareVersion,
            localIdentifier: localIdentifier,
            udiDeviceIdentifier: udiDeviceIdentifier
        )
    }

    /// The computer that the program runs on.
    open class func local() -> HKDevice { localDevice }

    private static let localDevice = HKDevice(
        Device(
            name: Machine.current.name,
            model: AppIdentity.current.sourceRevision.productType,
            softwareVersion: Machine.current.systemVersion
        )
    )

    /// The device's name.
    open var name: String? { device.name }

    /// The manufacturer of the device.
    open var manufacturer: String? { device.manufacturer }

    /// The device's model.
    open var model: String? { device.model }

    /// The version of its hardware.
    open var hardwareVersion: String? { device.hardwareVersion }

    /// The version of its firmware.
    open var firmwareVersion: String? { device.firmwareVersion }

    /// The version of its software.
    open var softwareVersion: String? { device.softwareVersion }

    /// The local identifier of the device.
    open var localIdentifier: String? { device.localIdentifier }

    /// The part of the unique device identification that identifies the model.
    open var udiDeviceIdentifier: String? { device.udiDeviceIdentifier }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKDevice)?.device == device
    }

    override open var hash: Int { device.hashValue }

    override open var description: String {
        let known = [
            ("name", name), ("manufacturer", manufacturer), ("model", model), ("hardware", hardwareVersion),
            ("firmware", firmwareVersion), ("software", softwareVersion), ("identifier", localIdentifier),
            ("UDI", udiDeviceIdentifier),
        ]
        let texts = known.compactMap { key, value in value.map { "\(key):\($0)" } }
        return "<HKDevice, \(texts.joined(separator: ", "))>"
    }

    // MARK: - Copying and archives

    /// An archive holds only texts.
    open class var supportsSecureCoding: Bool { true }

    /// The device in an archive.
    public required init?(coder: NSCoder) {
        let texts = DeviceProperty.allCases.map { coder.decodeObject(of: NSString.self, forKey: $0.key) as? String }
        device = Device(
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

    /// Archives the device.
    open func encode(with coder: NSCoder) {
        for property in DeviceProperty.allCases {
            coder.encode(device[keyPath: property.keyPath] as NSString?, forKey: property.key)
        }
    }

    /// The device itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
