internal import HearthModel

/// The units that a decoder has read, by their texts.
///
/// Reading a unit takes a few microseconds, longer than all the rest of a small frame, and a session speaks of a few
/// units again and again.
///
/// Unsafe pointers: a text of protobuf-c's is compared where it lies.
final class UnitCache {
    private var units: [String: Unit] = [:]
    /// The unit that was read last, with its text.
    @exclusivity(unchecked) private var last: (text: [UInt8], unit: Unit)?

    /// A peer that makes up units gains nothing: from here on the cache begins anew.
    private static let unitsMax = 256

    /// The unit that was read last, if that is what a text means; nil when it may be another one.
    func last(_ text: UnsafeBufferPointer<UInt8>) -> Unit? {
        guard let last, last.text.count == text.count else { return nil }
        for index in text.indices where text[index] != last.text[index] {
            return nil
        }
        return last.unit
    }

    /// The unit that a text means.
    func unit(_ text: String) throws(HearthError) -> Unit {
        let unit = try find(text)
        last = (Array(text.utf8), unit)
        return unit
    }

    private func find(_ text: String) throws(HearthError) -> Unit {
        // Strings are equal when their characters are, and the kelvin sign is a K; only of ASCII each has one spelling.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return try Unit(text) }
        if let unit = units[text] {
            return unit
        }
        let unit = try Unit(text)
        if units.count >= UnitCache.unitsMax {
            units.removeAll(keepingCapacity: true)
        }
        units[text] = unit
        return unit
    }
}
