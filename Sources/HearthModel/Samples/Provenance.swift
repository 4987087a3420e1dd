/// The origin of samples: the app that saved them, and the device that measured.
package struct Provenance: Hashable, Sendable {
    /// Nil in a save: the server knows the app.
    package var source: Source?
    package var version: String?
    package var productType: String?
    package var operatingSystemVersion: OperatingSystemVersion?
    package var device: Device?
    /// The bundle identifier of the app that saved the samples on behalf of the source; nil: the source itself.
    package var owner: String?

    package init(
        source: Source? = nil,
        version: String? = nil,
        productType: String? = nil,
        operatingSystemVersion: OperatingSystemVersion? = nil,
        device: Device? = nil,
        owner: String? = nil
    ) {
        self.source = source
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
        self.device = device
        self.owner = owner
    }

    /// The app that may delete and replace the samples.
    package var owningApp: AppID? { owner.map { AppID($0) } ?? source?.app }
}

/// An app that saves samples.
package struct Source: Hashable, Sendable {
    /// Identifies it, by its bytes.
    package var bundleIdentifier: String
    /// Its name for people.
    package var name: String

    package var app: AppID { AppID(bundleIdentifier) }

    package init(bundleIdentifier: String, name: String) {
        self.bundleIdentifier = bundleIdentifier
        self.name = name
    }

    /// An app whose name is not known: the identifier takes its place.
    package init(_ app: AppID) {
        self.init(bundleIdentifier: app.description, name: app.description)
    }
}

/// The version of an operating system.
package struct OperatingSystemVersion: Hashable, Sendable {
    package var major: UInt32
    package var minor: UInt32
    package var patch: UInt32

    package init(major: UInt32, minor: UInt32, patch: UInt32) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }
}

/// A device that measures. Each property may be absent, which differs from "".
///
/// It is a class, because many provenances share a device, and comparing two references is cheaper than comparing eight
/// texts.
package final class Device: Hashable, Sendable {
    package let name: String?
    package let manufacturer: String?
    package let model: String?
    package let hardwareVersion: String?
    package let firmwareVersion: String?
    package let softwareVersion: String?
    package let localIdentifier: String?
    package let udiDeviceIdentifier: String?

    package init(
        name: String? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        hardwareVersion: String? = nil,
        firmwareVersion: String? = nil,
        softwareVersion: String? = nil,
        localIdentifier: String? = nil,
        udiDeviceIdentifier: String? = nil
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.hardwareVersion = hardwareVersion
        self.firmwareVersion = firmwareVersion
        self.softwareVersion = softwareVersion
        self.localIdentifier = localIdentifier
        self.udiDeviceIdentifier = udiDeviceIdentifier
    }

    package static func == (left: Device, right: Device) -> Bool {
        left === right
            || left.name == right.name && left.manufacturer == right.manufacturer && left.model == right.model
                && left.hardwareVersion == right.hardwareVersion && left.firmwareVersion == right.firmwareVersion
                && left.softwareVersion == right.softwareVersion && left.localIdentifier == right.localIdentifier
                && left.udiDeviceIdentifier == right.udiDeviceIdentifier
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(manufacturer)
        hasher.combine(model)
        hasher.combine(hardwareVersion)
        hasher.combine(firmwareVersion)
        hasher.combine(softwareVersion)
        hasher.combine(localIdentifier)
        hasher.combine(udiDeviceIdentifier)
    }
}
