/// How strong menstrual flow was. `HKCategoryValueVaginalBleeding` is its newer name, with the same numbers.
public enum HKCategoryValueMenstrualFlow: Int, Sendable {
    /// There was flow; how strong is not said.
    case unspecified = 1
    /// Light.
    case light = 2
    /// Medium.
    case medium = 3
    /// Heavy.
    case heavy = 4
    /// No flow.
    case none = 5
}
