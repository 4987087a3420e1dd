import Foundation
import HearthKit

/// The samples of the comparison: `Tests/Comparison/drivers/data.c` says the same in C. The UUIDs are HearthKit's own.
struct HeartRates {
    private let interval: Int64

    private static let second: Int64 = 1_000_000_000
    /// 2016-01-01T00:00:00Z.
    static let beginning = 1_451_606_400 * second
    private static let seed: UInt64 = 0xD1CE
    static let days = 3_653
    static let unit = HKUnit.count().unitDivided(by: .minute())

    init(inTenYears samples: Int) {
        interval = Int64(HeartRates.days) * 86_400 * HeartRates.second / Int64(samples) / 1_000 * 1_000
    }

    /// A well mixed number for each number: sample n needs none of those before it.
    static func mixed(_ number: Int) -> UInt64 {
        var mixed = (UInt64(number) &+ seed) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private func rows(_ first: Int, _ count: Int) -> (starts: [Int64], values: [Double]) {
        var starts: [Int64] = []
        var values: [Double] = []
        for number in first..<(first + count) {
            let random = HeartRates.mixed(number)
            let jitter = Int64((random & 0xFFFF_FFFF) % UInt64(interval / 2_000 + 1))
            starts.append(HeartRates.beginning + Int64(number) * interval + jitter * 1_000)
            values.append(40 + Double((random >> 32) % 141))
        }
        return (starts, values)
    }

    /// The samples from number `first` on.
    func columns(_ first: Int, _ count: Int) throws -> HKQuantityColumns {
        let rows = rows(first, count)
        return try HKQuantityColumns(
            type: HKQuantityType(.heartRate),
            unit: HeartRates.unit,
            startNanoseconds: rows.starts,
            values: rows.values
        )
    }

    /// The same as objects.
    func objects(_ first: Int, _ count: Int, of type: HKQuantityType) -> [HKQuantitySample] {
        let rows = rows(first, count)
        return zip(rows.starts, rows.values).map { start, value in
            let date = Date(nanoseconds: start)
            let quantity = HKQuantity(unit: HeartRates.unit, doubleValue: value)
            return HKQuantitySample(type: type, quantity: quantity, start: date, end: date)
        }
    }

    static func day(_ number: Int) -> (start: Date, end: Date) {
        let start = beginning + Int64(number) * 86_400 * second
        return (Date(nanoseconds: start), Date(nanoseconds: start + 86_400 * second))
    }
}

extension Date {
    /// From 1970-01-01 UTC to Swift's own zero.
    private static let reference: Int64 = 978_307_200_000_000

    fileprivate init(nanoseconds: Int64) {
        self.init(timeIntervalSinceReferenceDate: Double(nanoseconds / 1_000 - Date.reference) / 1e6)
    }

    /// Since 1970; a date holds no more than that of these years.
    var microseconds: Int64 {
        Int64((timeIntervalSinceReferenceDate * 1e6).rounded()) + Date.reference
    }
}
