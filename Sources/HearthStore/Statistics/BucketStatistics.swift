internal import HearthModel
internal import HearthSystem

/// The statistics of one bucket, as far as data were added: of all sources together, or of one.
struct BucketStatistics {
    private(set) var count: Int64 = 0
    private(set) var start = Int64.max
    private(set) var end = Int64.min
    /// Of a cumulative type the sum; of any other the sum of the weighted values.
    private var sum = ExactSum()
    /// Of sound levels: the band of the loudest, whose energies are in `sum`. Those of the band below are in `lower`; all
    /// others are too low to be heard.
    private var band = -Double.infinity
    private var lower: ExactSum?
    private var weight: Int128 = 0
    private var minimum = Double.infinity
    private var maximum = -Double.infinity
    private var mostRecent = Datum.MostRecent(value: 0, start: .min, end: .min)
    /// The time that is covered, and up to where that was counted.
    private var covered: Int64 = 0
    private var coveredEnd = Int64.min

    /// Notes a datum. `part`: the part of its time that lies in the bucket. Data come by their starts.
    mutating func note(_ datum: Datum, in part: Range<Int64>) {
        note(datum.count, from: datum.start, to: datum.end, in: part, datum.mostRecent)
    }

    /// Notes one quantity or several. `part`: the part of their time that lies in the bucket.
    @inline(__always)
    mutating func note(
        _ quantities: Int64,
        from start: Int64,
        to end: Int64,
        in part: Range<Int64>,
        _ latest: Datum.MostRecent
    ) {
        addToCount(quantities)
        self.start = min(self.start, start)
        self.end = max(self.end, end)
        if mostRecent.isEarlier(than: latest) {
            mostRecent = latest
        }
        let from = max(part.lowerBound, coveredEnd)
        if from < part.upperBound {
            covered += part.upperBound - from
        }
        coveredEnd = max(coveredEnd, part.upperBound)
    }

    /// Series say themselves how many quantities they hold: any number up to the greatest.
    @inline(__always)
    private mutating func addToCount(_ quantities: Int64) {
        let (sum, isTooLarge) = count.addingReportingOverflow(quantities)
        count = isTooLarge ? .max : sum
    }

    /// Adds to the sum of a cumulative type.
    mutating func add(_ value: Double) {
        sum.add(value)
    }

    /// Adds a datum of a discrete type. `part`: the part of its time that lies in the bucket.
    mutating func addDiscrete(_ datum: Datum, in part: Range<Int64>, _ aggregation: Aggregation) {
        minimum = min(minimum, datum.minimum)
        maximum = max(maximum, datum.maximum)
        let length = max(part.upperBound - part.lowerBound, QuantityRun.weightMin)
        switch aggregation {
        case .discreteTemporallyWeighted:
            sum.add(datum.value, times: length)
            weight += Int128(length)
        case .discreteEquivalentContinuousLevel: addLevel(datum.value, length)
        case .discreteArithmetic, .cumulative:
            if datum.count == 1 {
                sum.add(datum.value)
            } else {
                sum.add(datum.value, times: datum.count)
            }
            weight += Int128(datum.count)
        }
    }

    /// Adds a single quantity that lies in the bucket whole: as the functions above do.
    @inline(__always)
    mutating func add(_ value: Double, from start: Int64, to end: Int64, _ aggregation: Aggregation) {
        let latest = Datum.MostRecent(value: value, start: start, end: end)
        note(1, from: start, to: end, in: start..<end, latest)
        minimum = min(minimum, value)
        maximum = max(maximum, value)
        switch aggregation {
        case .cumulative: sum.add(value)
        case .discreteArithmetic:
            sum.add(value)
            weight += 1
        case .discreteTemporallyWeighted:
            let length = max(end - start, QuantityRun.weightMin)
            sum.add(value, times: length)
            weight += Int128(length)
        case .discreteEquivalentContinuousLevel: addLevel(value, max(end - start, QuantityRun.weightMin))
        }
    }

    /// Adds single quantities that lie in the bucket whole: as the functions above do, as far as it is asked for.
    mutating func add(_ run: QuantityRun, _ options: StatisticsOptions, _ aggregation: Aggregation) {
        let latest = run.latest
        let (latestStart, latestEnd) = (run.starts[latest].nanoseconds, run.end(latest))
        addToCount(Int64(run.count))
        start = min(start, run.starts[0].nanoseconds)
        end = max(end, latestEnd)
        let last = Datum.MostRecent(value: run.values[latest], start: latestStart, end: latestEnd)
        if mostRecent.isEarlier(than: last) {
            mostRecent = last
        }
        if options.contains(.duration) {
            let (time, end) = run.covered(after: coveredEnd)
            covered += time
            coveredEnd = end
        }
        if aggregation == .cumulative {
            if options.contains(.sum) {
                sum.add(run.values)
            }
            return
        }
        let bounds = run.values.bounds
        minimum = min(minimum, bounds.least)
        maximum = max(maximum, bounds.greatest)
        guard options.contains(.average) else { return }
        switch aggregation {
        case .cumulative, .discreteArithmetic:
            sum.add(run.values)
            weight += Int128(run.count)
        case .discreteTemporallyWeighted: run.addWeighted(to: &sum, &weight, nil)
        case .discreteEquivalentContinuousLevel: addLevels(run, bounds)
        }
    }

    /// Adds a segment that lies in the bucket whole. No other quantity is at a moment that it covers, unless neither the
    /// latest quantity nor the duration is asked for.
    mutating func add(_ segment: SegmentSummary, _ totals: SegmentTotals, _ aggregation: Aggregation) {
        addToCount(Int64(segment.count))
        start = min(start, segment.starts.lowerBound.nanoseconds)
        end = max(end, segment.ends.upperBound.nanoseconds)
        let last = Datum.MostRecent(
            value: totals.mostRecent,
            start: totals.mostRecentTimes.lowerBound.nanoseconds,
            end: totals.mostRecentTimes.upperBound.nanoseconds
        )
        if mostRecent.isEarlier(than: last) {
            mostRecent = last
        }
        covered += totals.covered
        if let values = segment.values {
            minimum = min(minimum, values.least)
            maximum = max(maximum, values.greatest)
        }
        for part in totals.sum {
            sum.add(part)
        }
        weight += aggregation == .discreteTemporallyWeighted ? Int128(totals.weight) : Int128(segment.count)
    }

    mutating func clear() {
        self.count = 0
        start = .max
        end = .min
        sum.clear()
        band = -.infinity
        lower = nil
        weight = 0
        minimum = .infinity
        maximum = -.infinity
        mostRecent = Datum.MostRecent(value: 0, start: .min, end: .min)
        covered = 0
        coveredEnd = .min
    }
}

// MARK: - Sound levels

extension BucketStatistics {
    /// A band has the levels that are nearest to a multiple of this. In the one around 0 dB lies all that is heard; those
    /// beyond have energies that no number can hold, and are counted from the middle of their band.
    private static let bandWidth = 1_000.0

    private mutating func addLevel(_ level: Double, _ length: Int64) {
        weight += Int128(length)
        let band = (level / BucketStatistics.bandWidth).rounded()
        raise(to: band)
        let energy = BucketStatistics.energy(level - band * BucketStatistics.bandWidth) * Double(length)
        if band == self.band {
            sum.add(energy)
        } else if band == self.band - 1 {
            lower = lower ?? ExactSum()
            lower?.add(energy)
        }
    }

    private mutating func addLevels(_ run: QuantityRun, _ bounds: (least: Double, greatest: Double)) {
        let half = BucketStatistics.bandWidth / 2
        if band <= 0, bounds.least > -half, bounds.greatest < half {
            raise(to: 0)
            run.addWeighted(to: &sum, &weight, BucketStatistics.energy)
        } else {
            for row in 0..<run.count {
                addLevel(run.values[row], run.length(row))
            }
        }
    }

    /// Begins a band, unless it is below that of the loudest.
    private mutating func raise(to band: Double) {
        guard band > self.band else { return }
        lower = self.band == band - 1 ? sum : nil
        sum.clear()
        self.band = band
    }

    private var meanLevel: Double {
        // Beyond, an average is nearest to the loudest level.
        guard abs(band) < 0x1p40 else { return maximum }
        // The middle of the band below has 10^-100 of the energy.
        let energy = sum.rounded + (lower?.rounded ?? 0) * 1e-100
        return band * BucketStatistics.bandWidth + 10 * log10(energy / Double(weight))
    }

    /// The energy of a sound level in decibels. Far away a level's position in its band is rounding, and may be beyond
    /// it.
    private static func energy(_ level: Double) -> Double { pow(10, min(max(level, -bandWidth), bandWidth) / 10) }
}

// MARK: - Results

extension BucketStatistics {
    /// The statistics that are asked for, in storage units.
    func row(of bucket: UInt32, _ options: StatisticsOptions, _ aggregation: Aggregation) -> StatisticsRow {
        StatisticsRow(
            bucket: bucket,
            count: count,
            start: start,
            end: end,
            sum: options.contains(.sum) ? sum.nearest : 0,
            average: options.contains(.average) ? average(aggregation) : 0,
            minimum: options.contains(.minimum) ? minimum : 0,
            maximum: options.contains(.maximum) ? maximum : 0,
            mostRecent: options.contains(.mostRecent) ? mostRecent : Datum.MostRecent(value: 0, start: 0, end: 0),
            duration: options.contains(.duration) ? Double(covered) / 1e9 : 0
        )
    }

    /// Never below the least value nor above the greatest, however it was rounded.
    private func average(_ aggregation: Aggregation) -> Double {
        let average = aggregation == .discreteEquivalentContinuousLevel ? meanLevel : sum.mean(of: weight)
        return min(max(average, minimum), maximum)
    }
}

/// A row of a reply. What is not asked for is 0.
struct StatisticsRow: Hashable {
    let bucket: UInt32
    var count: Int64 = 0
    var start: Int64 = 0
    var end: Int64 = 0
    var sum = 0.0
    var average = 0.0
    var minimum = 0.0
    var maximum = 0.0
    var mostRecent = Datum.MostRecent(value: 0, start: 0, end: 0)
    var duration = 0.0
}
