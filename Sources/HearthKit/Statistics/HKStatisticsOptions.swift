internal import HearthModel

/// Which statistics to compute.
public struct HKStatisticsOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// The options with these bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Also the statistics of each source by itself.
    public static let separateBySource = HKStatisticsOptions(rawValue: 1)
    /// The average; for discrete types.
    public static let discreteAverage = HKStatisticsOptions(rawValue: 2)
    /// The smallest quantity; for discrete types.
    public static let discreteMin = HKStatisticsOptions(rawValue: 4)
    /// The largest quantity; for discrete types.
    public static let discreteMax = HKStatisticsOptions(rawValue: 8)
    /// The sum; for cumulative types.
    public static let cumulativeSum = HKStatisticsOptions(rawValue: 16)
    /// The latest quantity.
    public static let mostRecent = HKStatisticsOptions(rawValue: 32)
    /// The latest quantity.
    @available(*, deprecated, renamed: "mostRecent")
    public static let discreteMostRecent = HKStatisticsOptions(rawValue: 32)
    /// The time that the samples cover.
    public static let duration = HKStatisticsOptions(rawValue: 64)
}

extension HKStatisticsOptions {
    private static let discrete: HKStatisticsOptions = [.discreteAverage, .discreteMin, .discreteMax]

    /// Why the options cannot be used for a type; nil: they can.
    func conflict(with type: ObjectType) -> String? {
        if type.aggregation == .cumulative, !isDisjoint(with: .discrete) {
            return "\(type) is cumulative: it has no average, minimum or maximum"
        }
        if type.aggregation != .cumulative, contains(.cumulativeSum) {
            return "\(type) is discrete: it has no sum"
        }
        return nil
    }

    /// Stops the program if the options cannot be used for a type.
    func requireFit(_ type: HKQuantityType) {
        if let conflict = conflict(with: type.type) {
            fatalError(conflict)
        }
    }

    /// What the server is to compute.
    var computed: StatisticsOptions {
        let pairs: [(HKStatisticsOptions, StatisticsOptions)] = [
            (.cumulativeSum, .sum), (.discreteAverage, .average), (.discreteMin, .minimum), (.discreteMax, .maximum),
            (.mostRecent, .mostRecent), (.duration, .duration),
        ]
        return pairs.reduce(into: []) { chosen, pair in
            if contains(pair.0) { chosen.insert(pair.1) }
        }
    }
}
