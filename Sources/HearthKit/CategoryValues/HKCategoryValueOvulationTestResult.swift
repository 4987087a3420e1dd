/// The result of an ovulation test.
public enum HKCategoryValueOvulationTestResult: Int, Sendable {
    /// Negative.
    case negative = 1
    /// Luteinizing hormone surge.
    case luteinizingHormoneSurge = 2
    /// Indeterminate.
    case indeterminate = 3
    /// Estrogen surge.
    case estrogenSurge = 4

    /// The former name of `luteinizingHormoneSurge`.
    @available(*, deprecated, renamed: "luteinizingHormoneSurge")
    public static var positive: HKCategoryValueOvulationTestResult { .luteinizingHormoneSurge }
}
