import HearthClient
import HearthModel
import HearthWire

/// Makes stored samples part of workouts, as the lines of a file say.
struct WorkoutAssociation: Sendable {
    let connection: Connection

    /// What one call names: a quarter of a megabyte.
    private static let idsPerCall = 1 << 14

    /// Returns how many samples of each type are not stored.
    func add(_ members: [WorkoutMembers]) async throws -> [ObjectType: Int] {
        var missing: [ObjectType: Int] = [:]
        for members in members {
            for part in members.parts {
                for start in stride(from: 0, to: part.ids.count, by: WorkoutAssociation.idsPerCall) {
                    let ids = Array(part.ids[start...].prefix(WorkoutAssociation.idsPerCall))
                    let left = try await add(ids, of: part.type, to: members)
                    if left > 0 {
                        missing[part.type, default: 0] += left
                    }
                }
            }
        }
        return missing
    }

    /// Returns how many are not stored.
    private func add(_ ids: [ObjectID], of type: ObjectType, to members: WorkoutMembers) async throws -> Int {
        do {
            do {
                _ = try await connection.add([], stored: ids, to: members.workout)
                return 0
            } catch let error as HearthError where error.code == .objectNotFound {
                let stored = try await stored(ids, of: type)
                if !stored.isEmpty {
                    _ = try await connection.add([], stored: stored, to: members.workout)
                }
                return ids.count - stored.count
            }
        } catch let error as HearthError {
            throw CommandError(
                "Line \(members.line): The samples of type \(type.shortName) could not be added to the workout."
                    + " \(ErrorText.text(of: error))"
            )
        }
    }

    private func stored(_ ids: [ObjectID], of type: ObjectType) async throws -> [ObjectID] {
        var stored: Set<ObjectID> = []
        try await SampleLookup(connection: connection).each(of: Set(ids), types: [type]) { columns in
            stored.formUnion(columns.ids)
        }
        return ids.filter(stored.contains)
    }
}
