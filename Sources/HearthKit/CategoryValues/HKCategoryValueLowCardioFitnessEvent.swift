/// An event of low cardio fitness.
public enum HKCategoryValueLowCardioFitnessEvent: Int, Sendable {
    /// It is low.
    case lowFitness = 1
}
