internal import Foundation

private let valueKey = "value"

/// What is known of a person stands in archives as its number.
extension RawRepresentable<Int> {
    /// The value in an archive; nil when there is no number, or one that this version does not know.
    init?(characteristicIn coder: NSCoder) {
        guard coder.containsValue(forKey: valueKey) else { return nil }
        self.init(rawValue: coder.decodeInteger(forKey: valueKey))
    }

    /// Archives the number.
    func encodeCharacteristic(with coder: NSCoder) {
        coder.encode(rawValue, forKey: valueKey)
    }
}
