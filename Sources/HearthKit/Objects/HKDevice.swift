public import Foundation
internal import HearthModel

/// A device that measures.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKDevice: NSObject, @unchecked Sendable {
    let device: Device

    init(_ device: Device) {
        self.device = device
    }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKDevice)?.device == device
    }

    override public var hash: Int { device.hashValue }
}
