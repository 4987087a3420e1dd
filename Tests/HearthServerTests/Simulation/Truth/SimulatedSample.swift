import HearthModel
import HearthWire

/// A sample as simulated apps know it: one number, whatever the type.
struct SimulatedSample: Hashable {
    let id: ObjectID
    let type: ObjectType
    let start: Int64
    let value: Double
    /// Under which it replaces another sample of the app.
    var sync: Sync?

    struct Sync: Hashable {
        let identifier: String
        let version: Int64
    }

    static let types: [ObjectType] = [
        "HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount",
        "HKCategoryTypeIdentifierSleepAnalysis", "HKWorkoutTypeIdentifier",
    ].compactMap { ObjectType(identifier: $0) }

    /// Columns of them, one for each run of a type, so that their order stays.
    static func columns(_ samples: [SimulatedSample]) -> [SampleColumns] {
        var runs: [[SimulatedSample]] = []
        for sample in samples {
            if runs.last?.first?.type == sample.type {
                runs[runs.count - 1].append(sample)
            } else {
                runs.append([sample])
            }
        }
        return runs.map { run in
            let values = run.map(\.value)
            let payload: SampleColumns.Payload =
                switch run[0].type.kind {
                case .quantity: .quantity(QuantityColumns(values: values))
                case .category: .category(CategoryColumns(values: values.map { Int64($0) }))
                default:
                    .workout(WorkoutColumns(activityTypes: values.map { WorkoutActivityType(rawValue: UInt32($0)) }))
                }
            let metadata = run.map { Metadata($0.sync) }
            return SampleColumns(
                type: run[0].type,
                ids: run.map(\.id),
                starts: run.map { Timestamp(nanoseconds: $0.start) },
                metadata: metadata.allSatisfy { $0 == .none } ? DictionaryColumn() : DictionaryColumn(metadata),
                payload: payload
            )
        }
    }

    /// The samples in columns, in their order.
    static func samples(_ columns: [SampleColumns]) -> [SimulatedSample] {
        columns.flatMap { part in
            let values: [Double] =
                switch part.payload {
                case .quantity(let quantity): quantity.values
                case .category(let category): category.values.map { Double($0) }
                case .workout(let workout): workout.activityTypes.map { Double($0.rawValue) }
                default: part.ids.map { _ in .nan }
                }
            return part.ids.indices.map { row in
                SimulatedSample(
                    id: part.ids[row],
                    type: part.type,
                    start: part.starts[row].nanoseconds,
                    value: values[row],
                    sync: SimulatedSample.Sync(part.metadata[row])
                )
            }
        }
    }

    /// The samples of a batch, in the order that it says.
    static func samples(_ batch: SampleBatch) throws(Violation) -> [SimulatedSample] {
        guard batch.columns.count > 1 else { return samples(batch.columns) }
        var columns = batch.columns.map { samples([$0])[...] }
        var inOrder: [SimulatedSample] = []
        for index in batch.interleaving {
            guard index < columns.count, let next = columns[Int(index)].popFirst() else {
                throw Violation(.consistentQueries, "the interleaving takes what is not there")
            }
            inOrder.append(next)
        }
        try ensure(columns.allSatisfy(\.isEmpty), .consistentQueries, "the interleaving leaves samples out")
        return inOrder
    }
}

extension SimulatedSample.Sync {
    init?(_ metadata: Metadata?) {
        guard let metadata, case .string(let identifier)? = metadata[MetadataKey.syncIdentifier.rawValue],
            case .integer(let version)? = metadata[MetadataKey.syncVersion.rawValue]
        else { return nil }
        self.init(identifier: identifier, version: version)
    }
}

extension Metadata {
    fileprivate init(_ sync: SimulatedSample.Sync?) {
        self = .none
        guard let sync else { return }
        let entries = [
            Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string(sync.identifier)),
            Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(sync.version)),
        ]
        do throws(HearthError) {
            self = try Metadata(entries)
        } catch {
            preconditionFailure("two short entries are no metadata: \(error)")
        }
    }
}
