import HearthModel

/// An audiogram between its start and its end.
struct HealthAudiogram {
    /// The attributes of one ear in a point.
    struct Ear {
        /// The number of the ear in records.
        let number: Int64
        let value, unit, masked, lower, upper: HealthAttribute

        static let left = Ear(
            number: 0,
            value: .leftEarValue,
            unit: .leftEarUnit,
            masked: .leftEarMasked,
            lower: .leftEarClampingRangeLowerBound,
            upper: .leftEarClampingRangeUpperBound
        )
        static let right = Ear(
            number: 1,
            value: .rightEarValue,
            unit: .rightEarUnit,
            masked: .rightEarMasked,
            lower: .rightEarClampingRangeLowerBound,
            upper: .rightEarClampingRangeUpperBound
        )
    }

    let times: HealthTimes
    let source: HealthSource
    private var frequencies: [Double] = []
    private var ears: [Int64] = []
    private var sensitivities: [Double] = []
    private var masked: [Int64] = []
    private var clampings: [Int64] = []
    private var lowerBounds: [Double] = []
    private var upperBounds: [Double] = []
    /// One test more than a record can have.
    private var isTooLarge = false

    /// Nil if it is not taken, which is counted.
    init?(_ attributes: inout HealthAttributes, _ output: inout HealthOutput) {
        guard output.selection.wants(.audiogram) else { return nil }
        switch HealthTimes.read(&attributes) {
        case .failure(let omission):
            output.tally.omit(ObjectType.audiogram.identifier, omission.reason)
            return nil
        case .success(let times): self.times = times
        }
        guard let source = output.source(&attributes) else {
            output.tally.omit(ObjectType.audiogram.identifier, .invalidMetadata)
            return nil
        }
        self.source = source
    }

    /// Adds the tests of a tone, one for each ear.
    mutating func addPoint(_ attributes: inout HealthAttributes, _ tally: inout HealthTally) {
        guard let hertz = attributes.number(.frequencyValue, .frequencyUnit, in: .hertz), hertz > 0 else {
            return tally.omit(HealthElement.sensitivityPoint.rawValue, .invalidValue)
        }
        for ear in [Ear.left, .right] where attributes[ear.value] != nil {
            guard let decibels = attributes.number(ear.value, ear.unit, in: .decibelHearingLevel) else {
                tally.omit(HealthElement.sensitivityPoint.rawValue, .invalidValue)
                continue
            }
            guard ears.count < Limits.attributeValues else {
                isTooLarge = true
                return
            }
            let lower = attributes.number(ear.lower)
            let upper = attributes.number(ear.upper)
            frequencies.append(hertz)
            ears.append(ear.number)
            sensitivities.append(decibels)
            masked.append(attributes.isTrue(ear.masked) ? 1 : 0)
            clampings.append((lower == nil ? 0 : 1) + (upper == nil ? 0 : 2))
            lowerBounds.append(lower ?? 0)
            upperBounds.append(upper ?? 0)
        }
    }

    func record() -> Result<Record, HealthOmission> {
        guard !isTooLarge else { return .failure(HealthOmission(.tooLarge)) }
        guard !ears.isEmpty else { return .failure(HealthOmission(.empty)) }
        var record = Record()
        record.set(.frequencies, frequencies)
        record.set(.ears, ears)
        record.set(.sensitivities, sensitivities)
        record.set(.conductionTypes, ears.map { _ in 0 as Int64 })
        record.set(.masked, masked)
        record.set(.clampings, clampings)
        record.set(.clampingLowerBounds, lowerBounds)
        record.set(.clampingUpperBounds, upperBounds)
        return .success(record)
    }
}
