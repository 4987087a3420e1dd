import HearthKit

/// The steps of a phone and a watch: `Tests/Comparison/drivers/data.c` says the same in C.
struct Steps {
    private let partsAnHour: Int

    private static let wornHours = 6..<22
    private static let firstNumber = 1 << 33
    private static let hour = 3_600_000_000  // microseconds
    static let unit = HKUnit.count()

    enum Counter: CaseIterable {
        case phone, watch

        /// By the model, the server knows that the watch is worn: it comes before the phone.
        var device: HKDevice {
            HKDevice(
                name: nil,
                manufacturer: nil,
                model: self == .watch ? "Watch" : "Phone",
                hardwareVersion: nil,
                firmwareVersion: nil,
                softwareVersion: nil,
                localIdentifier: nil,
                udiDeviceIdentifier: nil
            )
        }
    }

    init(inTenYears samples: Int) {
        partsAnHour = max(samples / (HeartRates.days * (24 + Steps.wornHours.count)), 1)
    }

    var parts: Int { HeartRates.days * 24 * partsAnHour }

    /// The samples of some of the parts; nil if the watch is not worn then.
    func columns(_ counter: Counter, _ first: Int, _ count: Int) throws -> HKQuantityColumns? {
        var starts: [Int64] = []
        var ends: [Int64] = []
        var values: [Double] = []
        for part in first..<(first + count) where counter == .phone || isWorn(part) {
            let random = HeartRates.mixed(Steps.firstNumber + 2 * part + (counter == .watch ? 1 : 0))
            switch counter {
            case .phone:
                starts.append(beginning(of: part) + shift(random))
                ends.append(beginning(of: part + 1) - shift(random >> 7))
            case .watch:
                starts.append(watchEdge(part))
                ends.append(watchEdge(part + 1))
            }
            values.append(1 + Double((random >> 40) % 120))
        }
        guard !values.isEmpty else { return nil }
        return try HKQuantityColumns(
            type: HKQuantityType(.stepCount),
            unit: Steps.unit,
            startNanoseconds: starts,
            endNanoseconds: ends,
            values: values,
            device: counter.device
        )
    }

    private func beginning(of part: Int) -> Int64 {
        let (hours, within) = part.quotientAndRemainder(dividingBy: partsAnHour)
        return HeartRates.beginning + Int64(hours * Steps.hour + within * Steps.hour / partsAnHour) * 1_000
    }

    private func isWorn(_ part: Int) -> Bool {
        Steps.wornHours.contains(part / partsAnHour % 24)
    }

    /// Up to a quarter of a part, in whole microseconds.
    private func shift(_ random: UInt64) -> Int64 {
        Int64((random & 0xFFFF_FFFF) % UInt64(Steps.hour / partsAnHour / 4)) * 1_000
    }

    /// When the watch begins the sample of a part, and ends the one before.
    private func watchEdge(_ part: Int) -> Int64 {
        let isFirst = part % partsAnHour == 0
        return beginning(of: part) + (isFirst ? 0 : shift(HeartRates.mixed(Steps.firstNumber + 2 * part + 1)))
    }
}
