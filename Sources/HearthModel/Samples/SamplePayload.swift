/// The columns that only samples of one kind have. Indirect, because columns are passed on more often than they are read:
/// copying a reference is cheaper than copying a dozen arrays.
package indirect enum SamplePayload: Hashable, Sendable {
    case quantity(QuantityColumns)
    case category(CategoryColumns)
    case correlation(CorrelationColumns)
    case workout(WorkoutColumns)
    case route(RouteColumns)
    case heartbeat(HeartbeatColumns)
    /// Of every kind that has a `RecordSchema`.
    case record(RecordColumns)

    /// Whether samples of a type have this payload.
    package func fits(_ type: ObjectType) -> Bool {
        switch self {
        case .quantity: type.kind == .quantity
        case .category: type.kind == .category
        case .correlation: type.kind == .correlation
        case .workout: type.kind == .workout
        case .route: type.kind == .workoutRoute
        case .heartbeat: type.kind == .heartbeatSeries
        case .record: RecordSchema.of(type) != nil
        }
    }

    /// The name of its field in a message.
    var field: String {
        switch self {
        case .quantity: "quantity"
        case .category: "category"
        case .correlation: "correlation"
        case .workout: "workout"
        case .route: "route"
        case .heartbeat: "heartbeat"
        case .record: "record"
        }
    }
}

// MARK: - Rules

// In methods of the payload: methods of `SampleColumns` would copy the columns for each check.
extension SamplePayload {
    func validate(in samples: SampleColumns) throws(HearthError) {
        switch self {
        case .quantity(let columns): try columns.validate(in: samples)
        case .category(let columns): try columns.validate(in: samples)
        case .correlation(let columns): try columns.validate(in: samples)
        case .workout(let columns): try columns.validate(in: samples)
        case .route(let columns): try columns.validate(in: samples)
        case .heartbeat(let columns): try columns.validate(in: samples)
        case .record(let columns): try columns.validate(in: samples)
        }
    }

    func validateForSaving(in samples: SampleColumns) throws(HearthError) {
        switch self {
        case .quantity(let columns): try columns.validateForSaving()
        case .category(let columns): try columns.validateForSaving(of: samples.type)
        case .correlation: break
        case .workout(let columns): try columns.validateForSaving()
        case .route(let columns): try columns.validateForSaving(samples.count)
        case .heartbeat(let columns): try columns.validateForSaving(samples.count)
        case .record(let columns): try columns.validateForSaving(of: samples.type)
        }
    }
}
