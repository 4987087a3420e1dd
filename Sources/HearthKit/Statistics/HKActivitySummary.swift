public import Foundation
internal import HearthModel
internal import HearthSystem

/// The activity of one day.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; a lock guards the contents.
open class HKActivitySummary: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private let contents: Guarded<Contents>

    private struct Contents: Equatable {
        var day: CalendarDay?
        var mode = HKActivityMoveMode.activeEnergy
        var isPaused = false
        var quantities: [Key: HKQuantity] = [:]
    }

    /// What a summary has. The raw values are stored in archives.
    private enum Key: String, CaseIterable {
        case activeEnergyBurned, activeEnergyBurnedGoal
        case appleMoveTime, appleMoveTimeGoal
        case appleExerciseTime, exerciseTimeGoal
        case appleStandHours, standHoursGoal

        var unit: Unit {
            switch self {
            case .activeEnergyBurned, .activeEnergyBurnedGoal: .kilocalorie
            case .appleMoveTime, .appleMoveTimeGoal, .appleExerciseTime, .exerciseTimeGoal: .minute
            case .appleStandHours, .standHoursGoal: .count
            }
        }
    }

    /// A summary without activity, of no day.
    override public init() {
        contents = Guarded(Contents())
    }

    /// A summary of a day.
    init(of day: CalendarDay) {
        contents = Guarded(Contents(day: day))
    }

    private init(_ contents: Contents) {
        self.contents = Guarded(contents)
    }

    var day: CalendarDay? { contents.withLock(\.day) }

    /// The era, year, month and day in a calendar; empty for a summary of no day.
    open func dateComponents(for calendar: Calendar) -> DateComponents {
        guard let noon = day?.noon(in: calendar.timeZone) else { return DateComponents(calendar: calendar) }
        var components = calendar.dateComponents([.era, .year, .month, .day], from: noon)
        components.calendar = calendar
        return components
    }

    /// Whether activity is measured in energy or in time.
    open var activityMoveMode: HKActivityMoveMode {
        get { contents.withLock(\.mode) }
        set { contents.withLock { $0.mode = newValue } }
    }

    /// Whether the person had paused the goals.
    open var isPaused: Bool {
        get { contents.withLock(\.isPaused) }
        set { contents.withLock { $0.isPaused = newValue } }
    }

    // A quantity in a unit that does not fit stops the program, as it does in HealthKit.

    /// The energy that was burned actively.
    open var activeEnergyBurned: HKQuantity {
        get { quantity(.activeEnergyBurned) }
        set { set(.activeEnergyBurned, newValue) }
    }

    /// The daily goal of energy to burn actively.
    open var activeEnergyBurnedGoal: HKQuantity {
        get { quantity(.activeEnergyBurnedGoal) }
        set { set(.activeEnergyBurnedGoal, newValue) }
    }

    /// The time in motion.
    open var appleMoveTime: HKQuantity {
        get { quantity(.appleMoveTime) }
        set { set(.appleMoveTime, newValue) }
    }

    /// The daily goal of time in motion.
    open var appleMoveTimeGoal: HKQuantity {
        get { quantity(.appleMoveTimeGoal) }
        set { set(.appleMoveTimeGoal, newValue) }
    }

    /// The time of exercise.
    open var appleExerciseTime: HKQuantity {
        get { quantity(.appleExerciseTime) }
        set { set(.appleExerciseTime, newValue) }
    }

    /// The daily goal of exercise; nil: none.
    open var exerciseTimeGoal: HKQuantity? {
        get { contents.withLock { $0.quantities[.exerciseTimeGoal] } }
        set { set(.exerciseTimeGoal, newValue) }
    }

    /// The daily goal of exercise; zero: none.
    @available(*, deprecated, renamed: "exerciseTimeGoal")
    open var appleExerciseTimeGoal: HKQuantity {
        get { quantity(.exerciseTimeGoal) }
        set { set(.exerciseTimeGoal, newValue) }
    }

    /// The number of hours in which the person stood.
    open var appleStandHours: HKQuantity {
        get { quantity(.appleStandHours) }
        set { set(.appleStandHours, newValue) }
    }

    /// The daily goal of hours with standing; nil: none.
    open var standHoursGoal: HKQuantity? {
        get { contents.withLock { $0.quantities[.standHoursGoal] } }
        set { set(.standHoursGoal, newValue) }
    }

    /// The daily goal of hours with standing; zero: none.
    @available(*, deprecated, renamed: "standHoursGoal")
    open var appleStandHoursGoal: HKQuantity {
        get { quantity(.standHoursGoal) }
        set { set(.standHoursGoal, newValue) }
    }

    private func quantity(_ key: Key) -> HKQuantity {
        contents.withLock { $0.quantities[key] } ?? HKQuantity(0, key.unit)
    }

    private func set(_ key: Key, _ quantity: HKQuantity?) {
        _ = quantity?.given(in: key.unit, "the quantity of an activity summary")
        contents.withLock { $0.quantities[key] = quantity }
    }

    override open func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKActivitySummary else { return false }
        let (own, others) = (contents.withLock { $0 }, other.contents.withLock { $0 })
        return own == others
    }

    override open var hash: Int { day.hashValue }

    override open var description: String {
        let day = day.map { "\($0)" } ?? "no day"
        return "\(day): \(activeEnergyBurned), \(appleExerciseTime), \(appleStandHours)"
    }

    // MARK: - Copying and archives

    /// An archive holds the day, the mode and the quantities.
    open class var supportsSecureCoding: Bool { true }

    private static let dayKeys = ["year", "month", "day"]

    /// The summary in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        var contents = Contents()
        if HKActivitySummary.dayKeys.allSatisfy(coder.containsValue) {
            let numbers = HKActivitySummary.dayKeys.map(coder.decodeInteger)
            contents.day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        }
        guard let mode = HKActivityMoveMode(rawValue: coder.decodeInteger(forKey: "activityMoveMode")) else {
            return nil
        }
        contents.mode = mode
        contents.isPaused = coder.decodeBool(forKey: "isPaused")
        for key in Key.allCases where coder.containsValue(forKey: key.rawValue) {
            guard let quantity = coder.decodeObject(of: HKQuantity.self, forKey: key.rawValue),
                quantity.unit.isCompatible(with: key.unit)
            else { return nil }
            contents.quantities[key] = quantity
        }
        self.contents = Guarded(contents)
    }

    /// Archives the day, the mode and the quantities.
    open func encode(with coder: NSCoder) {
        let contents = contents.withLock { $0 }
        if let day = contents.day {
            for (key, number) in zip(HKActivitySummary.dayKeys, [day.year, day.month, day.day]) {
                coder.encode(number, forKey: key)
            }
        }
        coder.encode(contents.mode.rawValue, forKey: "activityMoveMode")
        coder.encode(contents.isPaused, forKey: "isPaused")
        for (key, quantity) in contents.quantities {
            coder.encode(quantity, forKey: key.rawValue)
        }
    }

    /// A copy, which can be changed by itself.
    open func copy(with zone: NSZone? = nil) -> Any { HKActivitySummary(contents.withLock { $0 }) }
}
