internal import Foundation

private let valueKey = "value"

/// A characteristic is archived as its number.
extension RawRepresentable<Int> {
    /// The value in an archive; nil: the number is missing, or this version does not know it.
    init?(characteristicIn coder: NSCoder) {
        guard coder.containsValue(forKey: valueKey) else { return nil }
        self.init(rawValue: coder.decodeInteger(forKey: valueKey))
    }

    /// Archives the number.
    func encodeCharacteristic(with coder: NSCoder) {
        coder.encode(rawValue, forKey: valueKey)
    }
}
