public import Foundation

/// The device or program that recorded a workout, or wrote the file.
public struct RecordedDevice: Hashable, Sendable {
    /// The name, for example `Edge 530` or the `creator` of a GPX file.
    public var name: String?
    /// The manufacturer's number in FIT's profile; 1 is Garmin.
    public var manufacturer: UInt16?
    /// The product's number, which the manufacturer chose.
    public var product: UInt16?
    /// The serial number.
    public var serialNumber: UInt32?
    /// When the file was created.
    public var created: Date?

    /// An unknown device.
    public init() {}
}
