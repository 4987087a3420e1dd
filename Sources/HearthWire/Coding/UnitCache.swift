internal import HearthModel

/// The units that a decoder has read, by their texts.
///
/// Reading a unit takes a few microseconds, longer than all the rest of a small frame, and a session speaks of a few
/// units again and again.
final class UnitCache {
    private var units: [String: Unit] = [:]

    /// A peer that makes up units gains nothing: from here on the cache begins anew.
    private static let unitsMax = 256

    /// The unit that a text means.
    func unit(_ text: String) throws(HearthError) -> Unit {
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
