internal import Foundation
internal import HearthClient
internal import HearthModel

/// Saves and deletes objects.
struct ObjectWriter {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func save(_ objects: [HKObject]) async throws {
        guard !objects.isEmpty else { return }
        try await HKError.translating {
            _ = try await connection.save(try SampleEncoder.columns(of: objects))
        }
    }

    func save(_ columns: HKQuantityColumns) async throws {
        guard columns.count > 0 else { return }
        try await HKError.translating {
            _ = try await connection.save([columns.sampleColumns])
        }
    }

    func delete(_ objects: [HKObject]) async throws {
        guard !objects.isEmpty else { return }
        try await HKError.translating {
            _ = try await connection.delete(objects.map(\.id))
        }
    }

    /// Deletes the objects of a type that match, and returns how many there were.
    func delete(_ type: HKObjectType, matching predicate: NSPredicate) async throws -> Int {
        try await HKError.translating {
            let selection = try QuerySelection(type, predicate)
            guard !selection.needsFilter else { throw HearthError.blockPredicate }
            return Int(clamping: try await connection.delete(matching: selection.clause).deleted)
        }
    }
}
