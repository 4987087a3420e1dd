import Foundation
import HearthKit

/// The clock of all measurements, in nanoseconds.
func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// How long single pieces of work took.
struct Times {
    private var nanoseconds: [Int64] = []

    mutating func append(_ time: Int64) {
        nanoseconds.append(max(time, 0))
    }

    func text(_ prefix: String = "") -> String {
        let sorted = nanoseconds.sorted()
        return [50, 95, 99].map { " \(prefix)p\($0)=\(sorted[(sorted.count - 1) * $0 / 100])" }.joined()
    }
}

/// What was read, added up as the drivers in C do: in the same order it is the same number.
struct Collected {
    private var count = 0
    private var sum: UInt64 = 0
    private var isOrdered = true
    private var last = Int64.min

    mutating func add(_ columns: HKQuantityColumns) {
        // As locals: the arrays belong to the columns, and are not looked for at each row.
        let starts = columns.startNanoseconds
        let values = columns.values
        for row in values.indices {
            add(starts[row], values[row])
        }
    }

    mutating func add(_ samples: [HKQuantitySample]) throws {
        for sample in samples {
            guard sample.endDate == sample.startDate else { throw DriverError("a sample is not of a moment") }
            add(sample.startDate.microseconds * 1_000, sample.quantity.doubleValue(for: HeartRates.unit))
        }
    }

    /// Another query begins.
    mutating func restart() {
        last = .min
    }

    private mutating func add(_ start: Int64, _ value: Double) {
        sum &+= (UInt64(bitPattern: start) ^ value.bitPattern) &* 0x9E37_79B9_7F4A_7C15
        isOrdered = isOrdered && start >= last
        last = start
        count += 1
    }

    var text: String { " count=\(count) sum=\(sum) ordered=\(isOrdered ? 1 : 0)" }
}

/// Sums by day, added up as the drivers in C do.
struct Tally {
    private var buckets = 0
    private var count: Int64 = 0
    private var sum: UInt64 = 0
    private var sums = 0.0

    mutating func add(_ count: Int64, _ steps: Double) {
        buckets += 1
        self.count += count
        sum = (sum &+ UInt64(count) &+ steps.bitPattern &* 8) &* 0x9E37_79B9_7F4A_7C15
        sums += steps
    }

    var text: String {
        let average = Int64(sums / Double(max(buckets, 1)) * 1_000 + 0.5)
        return " count=\(count) sum=\(sum) buckets=\(buckets) average=\(average)"
    }
}

struct DriverError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
