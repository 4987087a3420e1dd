/// A query that is asked once.
public protocol HKAsyncQuery {
    /// The type of the result.
    associatedtype Output

    /// Asks the store.
    func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A query with a sequence of results.
public protocol HKAsyncSequenceQuery {
    /// The answers.
    associatedtype Sequence: AsyncSequence

    /// Asks the store when the first answer is asked for. To cancel the task that iterates, or to drop the iterator,
    /// ends the query at the server as well.
    func results(for healthStore: HKHealthStore) -> Sequence
}
