public import Foundation
internal import HearthClient
internal import HearthModel

// MARK: - Saving

extension HKHealthStore {
    /// Saves an object. It is safe on the disk when this returns.
    public func save(_ object: HKObject) async throws {
        try await save([object])
    }

    /// Saves objects, all or none. They are safe on the disk when this returns.
    ///
    /// To save an object again that is stored already is no error; one with the same UUID and other contents is
    /// `errorInvalidArgument`.
    public func save(_ objects: [HKObject]) async throws {
        guard !objects.isEmpty else { return }
        try await HKError.translating {
            _ = try await connection.save(try SampleEncoder.columns(of: objects))
        }
    }

    /// Saves columns of quantities, all or none, without an object for each.
    public func save(_ columns: HKQuantityColumns) async throws {
        guard columns.count > 0 else { return }
        try await HKError.translating {
            _ = try await connection.save([columns.sampleColumns])
        }
    }

    /// Saves an object and then calls `completion`.
    @preconcurrency
    public func save(
        _ object: HKObject,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        save([object], withCompletion: completion)
    }

    /// Saves objects, all or none, and then calls `completion`.
    @preconcurrency
    public func save(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.save(objects) }
    }
}

// MARK: - Deleting

extension HKHealthStore {
    /// Deletes an object that this app has saved.
    public func delete(_ object: HKObject) async throws {
        try await delete([object])
    }

    /// Deletes objects that this app has saved, all or none. One that is not stored is `errorInvalidArgument`.
    public func delete(_ objects: [HKObject]) async throws {
        guard !objects.isEmpty else { return }
        try await HKError.translating {
            _ = try await connection.delete(objects.map(\.id))
        }
    }

    /// Deletes the objects of a type that this app has saved and that match; returns how many there were.
    @discardableResult
    public func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
        try await HKError.translating {
            let selection = try Selection(objectType, predicate)
            guard !selection.needsFilter else { throw HearthError.blockPredicate }
            return Int(clamping: try await connection.delete(matching: selection.clause).deleted)
        }
    }

    /// Deletes an object that this app has saved, and then calls `completion`.
    @preconcurrency
    public func delete(
        _ object: HKObject,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        delete([object], withCompletion: completion)
    }

    /// Deletes objects that this app has saved, all or none, and then calls `completion`.
    @preconcurrency
    public func delete(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.delete(objects) }
    }

    /// Deletes the objects of a type that this app has saved and that match, and then calls `completion` with their number.
    @preconcurrency
    public func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        run { [predicate = Handed(predicate)] store in
            try await store.deleteObjects(of: objectType, predicate: predicate.value)
        } then: { result in
            switch result {
            case .success(let count): completion(true, count, nil)
            case .failure(let error): completion(false, 0, error)
            }
        }
    }
}
