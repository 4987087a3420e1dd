/// The kind of water in which the workout took place.
public enum HKWaterSalinity: Int, Sendable {
    /// Fresh water.
    case freshWater = 1
    /// Salt water.
    case saltWater = 2
}
