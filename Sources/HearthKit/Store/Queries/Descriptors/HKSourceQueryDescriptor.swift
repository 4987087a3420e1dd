internal import HearthClient
internal import HearthModel

/// Asks which apps have saved samples that match.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
    /// Which samples.
    public var predicate: HKSamplePredicate<Sample>

    /// Reads the apps that have saved samples that match.
    public init(predicate: HKSamplePredicate<Sample>) {
        self.predicate = predicate
    }

    /// The apps.
    public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
        try await HKError.translating {
            try await healthStore.connection.sources(of: QuerySelection(predicate.sampleType, predicate.nsPredicate))
        }
    }
}

extension Connection {
    /// The apps that have saved objects of a selection.
    func sources(of selection: QuerySelection) async throws -> [HKSource] {
        guard !selection.needsFilter else { throw HearthError.blockPredicate }
        return try await sources(of: [selection.clause]).map(HKSource.init)
    }
}

extension HearthError {
    /// For calls that the server answers without sending the objects.
    static let blockPredicate = HearthError(
        .invalidArgument,
        "A predicate made of a block cannot be used here: the server cannot run it.",
        field: "predicate"
    )
}
