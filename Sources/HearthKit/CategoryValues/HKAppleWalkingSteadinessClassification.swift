/// The classification of a walking steadiness.
public enum HKAppleWalkingSteadinessClassification: Int, CaseIterable, Sendable {
    /// A low risk of falling.
    case ok = 1
    /// An increased risk of falling.
    case low = 2
    /// A high risk of falling.
    case veryLow = 3

    /// Always throws `errorNoData`: Apple has not published the thresholds, and a guess would mislead.
    public init(for value: HKQuantity) throws {
        throw HKError(.noData, "The limits of the classes of walking steadiness are not published.")
    }
}
