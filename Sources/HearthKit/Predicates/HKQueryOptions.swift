/// Which samples count as within a time interval.
public struct HKQueryOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Options from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// A sample has to start in the range.
    public static let strictStartDate = HKQueryOptions(rawValue: 1 << 0)
    /// A sample has to end in the range.
    public static let strictEndDate = HKQueryOptions(rawValue: 1 << 1)
}
