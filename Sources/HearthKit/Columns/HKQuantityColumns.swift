public import Foundation
internal import HearthModel

/// Quantity samples of one type as columns, without an object for each sample. Use it for millions of samples. Beyond
/// HealthKit.
///
/// A sample is a row: the same index in each of the arrays.
public struct HKQuantityColumns: Sendable {
    /// The unit of the values.
    public let unit: HKUnit
    /// When each sample starts, in nanoseconds since 1970-01-01 UTC.
    public let startNanoseconds: [Int64]
    /// When each sample ends, in nanoseconds since 1970-01-01 UTC.
    public let endNanoseconds: [Int64]

    private let objectType: ObjectType
    private let ids: [ObjectID]
    private let quantities: QuantityColumns
    /// Whether each sample ends when it starts, so that its ends need not be sent.
    private let areMoments: Bool
    /// One origin for each entry of the provenances, and for each row the index of its origin; no indexes if all rows
    /// have the same.
    private let origins: [ObjectOrigin]
    private let originIndexes: [UInt32]
    private let attached: DictionaryColumn<Metadata>

    /// The type of the samples.
    public var type: HKQuantityType { HKObjectType.single(objectType) }

    /// How many samples there are.
    public var count: Int { ids.count }

    /// The values in `unit`; the sum or average if a sample stands for several quantities.
    public var values: [Double] { quantities.values }

    /// The identifiers of the samples. Each access creates a new array.
    public var uuids: [UUID] { ids.map(\.uuid) }

    /// The values in another unit. One that measures something else is an error.
    public func values(in unit: HKUnit) throws -> [Double] {
        do throws(HearthError) {
            var converted = values
            try UnitConversion(from: self.unit.unit, to: unit.unit).apply(to: &converted)
            return converted
        } catch {
            throw HKError(error)
        }
    }

    /// The sample of a row as an object.
    public func sample(at row: Int) -> HKQuantitySample {
        let start = Timestamp(nanoseconds: startNanoseconds[row])
        let end = Timestamp(nanoseconds: endNanoseconds[row])
        return .stored(
            SampleHead(
                type: objectType,
                id: ids[row],
                start: start.date,
                end: end.date,
                origin: origins[originIndexes.isEmpty ? 0 : Int(originIndexes[row])],
                attached: attached[row] ?? .none
            ),
            value: values[row],
            unit: unit.unit,
            condensed: quantities.condensed(row, from: start, to: end),
            isCumulative: objectType.aggregation == .cumulative
        )
    }
}

// MARK: - Making columns

extension HKQuantityColumns {
    /// Creates samples with new identifiers. Without ends, each sample ends when it starts. All have the same device
    /// and metadata.
    ///
    /// Arrays of different lengths, an end before its start, a time outside the years 1900 to 2149, a number that is
    /// not finite, and a unit that is not one of the type are errors that name the row.
    public init(
        type: HKQuantityType,
        unit: HKUnit,
        startNanoseconds: [Int64],
        endNanoseconds: [Int64]? = nil,
        values: [Double],
        metadata: [String: Any]? = nil,
        device: HKDevice? = nil
    ) throws {
        let attachment = AttachedMetadata(metadata)
        if let refusal = attachment.unstorable?.refusal {
            throw HKError(refusal)
        }
        let columns = SampleColumns(
            type: type.type,
            ids: ObjectIDGenerator.shared.next(count: values.count),
            starts: startNanoseconds.map { Timestamp(nanoseconds: $0) },
            ends: endNanoseconds.map { $0.map { Timestamp(nanoseconds: $0) } } ?? [],
            metadata: DictionaryColumn(entries: attachment.metadata == .none ? [] : [attachment.metadata]),
            payload: .quantity(QuantityColumns(values: values, unit: unit.unit))
        )
        do throws(HearthError) {
            try columns.validateAllowingNone()
        } catch {
            throw HKError(error)
        }
        self.init(columns, origins: [.new(device: device)])
    }

    /// Creates samples with new identifiers from dates, which are rounded to nanoseconds.
    ///
    /// The same errors as with nanoseconds apply.
    public init(
        type: HKQuantityType,
        unit: HKUnit,
        starts: [Date],
        ends: [Date]? = nil,
        values: [Double],
        metadata: [String: Any]? = nil,
        device: HKDevice? = nil
    ) throws {
        try self.init(
            type: type,
            unit: unit,
            startNanoseconds: HKQuantityColumns.nanoseconds(starts, "starts"),
            endNanoseconds: ends.map { try HKQuantityColumns.nanoseconds($0, "ends") },
            values: values,
            metadata: metadata,
            device: device
        )
    }

    private static func nanoseconds(_ dates: [Date], _ field: String) throws -> [Int64] {
        try dates.enumerated().map { row, date in
            guard let time = Timestamp(date) else {
                throw HKError(
                    .valueOutOfRange,
                    "The time is outside 1900-01-01 to 2150-01-01.",
                    field: "\(field)[\(row)]"
                )
            }
            return time.nanoseconds
        }
    }
}

// MARK: - In the store's terms

extension HKQuantityColumns {
    /// Quantities from the store.
    init(_ columns: SampleColumns) {
        let entries = columns.provenance.entries
        self.init(columns, origins: entries.isEmpty ? [ObjectOrigin(Provenance())] : entries.map { ObjectOrigin($0) })
    }

    private init(_ columns: SampleColumns, origins: [ObjectOrigin]) {
        guard case .quantity(let quantities) = columns.payload else {
            fatalError("samples of \(columns.type) are no quantities")
        }
        objectType = columns.type
        unit = HKUnit(quantities.unit(of: columns.type))
        ids = columns.ids
        startNanoseconds = columns.starts.map(\.nanoseconds)
        areMoments = columns.ends.isEmpty
        endNanoseconds = areMoments ? startNanoseconds : columns.ends.map(\.nanoseconds)
        self.quantities = quantities
        self.origins = origins
        originIndexes = columns.provenance.indexes
        attached = columns.metadata
    }

    /// The columns for a save.
    var sampleColumns: SampleColumns {
        let devices = origins.map { Provenance(device: $0.device?.device) }
        return SampleColumns(
            type: objectType,
            ids: ids,
            starts: startNanoseconds.map { Timestamp(nanoseconds: $0) },
            ends: areMoments ? [] : endNanoseconds.map { Timestamp(nanoseconds: $0) },
            provenance: devices.contains { $0.device != nil }
                ? DictionaryColumn(entries: devices, indexes: originIndexes) : DictionaryColumn(),
            metadata: attached,
            payload: .quantity(quantities)
        )
    }
}

extension SampleColumns {
    /// The store refuses columns without rows, but an app may have them.
    fileprivate func validateAllowingNone() throws(HearthError) {
        guard !ids.isEmpty || !starts.isEmpty || !ends.isEmpty else { return }
        try validate()
    }
}
