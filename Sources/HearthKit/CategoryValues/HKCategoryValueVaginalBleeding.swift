/// How strong bleeding was.
public enum HKCategoryValueVaginalBleeding: Int, Sendable {
    /// There was bleeding; how strong is not said.
    case unspecified = 1
    /// Light.
    case light = 2
    /// Medium.
    case medium = 3
    /// Heavy.
    case heavy = 4
    /// No bleeding.
    case none = 5
}
