internal import HearthClient
internal import HearthModel

/// Asks which apps have saved samples that match.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
    /// Which samples.
    public var predicate: HKSamplePredicate<Sample>

    /// Asks for the apps that have saved samples that match.
    public init(predicate: HKSamplePredicate<Sample>) {
        self.predicate = predicate
    }

    /// The apps.
    public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
        try await HKError.translating {
            try await healthStore.connection.sources(of: Selection(predicate.sampleType, predicate.nsPredicate))
        }
    }
}

extension Connection {
    /// The apps that have saved what a selection selects.
    func sources(of selection: Selection) async throws -> [HKSource] {
        guard !selection.needsFilter else { throw HearthError.blockPredicate }
        return try await sources(of: [selection.clause]).map(HKSource.init)
    }
}

extension HearthError {
    /// For calls whose answer the server gives without the objects.
    static let blockPredicate = HearthError(
        .invalidArgument,
        "A predicate made of a block cannot be used here: the server cannot run it.",
        field: "predicate"
    )
}
