extension HKHealthStore {
    /// Begins a query. A query runs once: to begin it again stops the program, as it does in HealthKit.
    public func execute(_ query: HKQuery) {
        query.begin(on: self)
    }

    /// Ends a query that runs until it is stopped. Its handlers are not called any more, but for one that is being called.
    public func stop(_ query: HKQuery) {
        running.remove(query)
        query.cancel()
    }
}
