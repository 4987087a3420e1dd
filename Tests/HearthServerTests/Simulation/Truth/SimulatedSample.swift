import HearthModel

/// A sample as simulated apps know it: one number, whatever the type.
struct SimulatedSample: Hashable {
    let id: ObjectID
    let type: ObjectType
    let start: Int64
    let value: Double

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
            return SampleColumns(
                type: run[0].type,
                ids: run.map(\.id),
                starts: run.map { Timestamp(nanoseconds: $0.start) },
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
                    value: values[row]
                )
            }
        }
    }
}

/// A clause that a model can evaluate: a type, and a least value.
struct Selection: Hashable {
    let type: ObjectType
    let least: Double?

    var clause: Clause {
        guard let least else { return Clause(type: type) }
        let comparison = Comparison(field: .quantity, relation: .greaterOrEqual, operand: .number(least, nil))
        return Clause(type: type, predicate: Predicate(terms: [.comparison(comparison)]))
    }

    func matches(_ sample: SimulatedSample) -> Bool {
        sample.type == type && (least.map { sample.value >= $0 } ?? true)
    }
}

extension [Selection] {
    /// None: everything.
    func matches(_ sample: SimulatedSample) -> Bool { isEmpty || contains { $0.matches(sample) } }
}
