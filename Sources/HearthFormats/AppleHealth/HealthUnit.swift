import HearthModel

/// Units as the export spells them.
enum HealthUnit {
    /// Nil if the text is not a unit.
    ///
    /// Apple divides by everything after the stroke: `mL/min·kg` is `mL/(min·kg)`.
    static func unit(_ text: String) -> Unit? {
        guard let stroke = text.firstIndex(of: "/"), text.contains("·"), !text.contains("(") else {
            return try? Unit(text)
        }
        return try? Unit("\(text[...stroke])(\(text[text.index(after: stroke)...]))")
    }
}
