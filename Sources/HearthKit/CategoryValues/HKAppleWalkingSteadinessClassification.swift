/// What a walking steadiness means.
public enum HKAppleWalkingSteadinessClassification: Int, CaseIterable, Sendable {
    /// A low risk of falling.
    case ok = 1
    /// An increased risk of falling.
    case low = 2
    /// A high risk of falling.
    case veryLow = 3

    /// Always throws `errorNoData`: Apple has not published which steadiness means what, and a guess would mislead.
    public init(for value: HKQuantity) throws {
        throw HKError(.noData, "The limits of the classes of walking steadiness are not published.")
    }
}
