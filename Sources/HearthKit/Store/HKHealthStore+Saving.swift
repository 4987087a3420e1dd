internal import Foundation
internal import HearthClient
internal import HearthModel

extension HKHealthStore {
    /// Saves columns of quantities, all or none, without an object for each.
    public func save(_ columns: HKQuantityColumns) async throws {
        guard columns.count > 0 else { return }
        try await HKError.translating {
            _ = try await connection.save([columns.sampleColumns])
        }
    }

    func write(_ objects: [HKObject]) async throws {
        guard !objects.isEmpty else { return }
        try await HKError.translating {
            _ = try await connection.save(try SampleEncoder.columns(of: objects))
        }
    }

    func remove(_ objects: [HKObject]) async throws {
        guard !objects.isEmpty else { return }
        try await HKError.translating {
            _ = try await connection.delete(objects.map(\.id))
        }
    }

    func remove(_ objectType: HKObjectType, matching predicate: NSPredicate) async throws -> Int {
        try await HKError.translating {
            let selection = try Selection(objectType, predicate)
            guard !selection.needsFilter else { throw HearthError.blockPredicate }
            return Int(clamping: try await connection.delete(matching: selection.clause).deleted)
        }
    }

    func remove(
        _ objectType: HKObjectType,
        matching predicate: NSPredicate,
        then completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        run { [predicate = Transferred(predicate)] store in
            try await store.remove(objectType, matching: predicate.value)
        } then: { result in
            switch result {
            case .success(let count): completion(true, count, nil)
            case .failure(let error): completion(false, 0, error)
            }
        }
    }
}
