import HearthClient
import HearthModel
import HearthWire

/// The deletion of samples of a type, with or without the members of correlations.
struct Deletion: Sendable {
    let type: ObjectType
    let includesMembers: Bool
    let connection: Connection

    /// The server deletes samples of any type by UUID, so the command first checks that they have the type it was given.
    func delete(_ ids: Set<ObjectID>) async throws {
        let found = try await find(Clause(type: type, predicate: Predicate(terms: [.ids(ids.sorted())])))
        let missing = ids.subtracting(found.ids)
        guard missing.isEmpty else {
            let names = missing.sorted().map(\.description).joined(separator: ", ")
            throw CommandError("No sample of \(type.shortName) has the UUID \(names). Nothing was deleted.")
        }
        try await delete(found)
    }

    /// Deletes the samples of a time range that an app has saved.
    func delete(_ clause: Clause, of app: String, isSure: Bool) async throws {
        if isSure, type.kind != .correlation {
            return try report(try await connection.delete(matching: clause).deleted)
        }
        let found = try await find(clause)
        guard isSure else {
            throw CommandError(
                "Nothing was deleted. With --yes this deletes \(found.ids.count.pluralized("sample")) of"
                    + " \(type.shortName) that '\(app.printable)' saved."
            )
        }
        try await delete(found)
    }

    // MARK: - What is found

    private struct Found {
        var ids: Set<ObjectID> = []
        var members: Set<ObjectID> = []
    }

    private func find(_ clause: Clause) async throws -> Found {
        var found = Found()
        for try await batch in connection.query(QuerySamples(clauses: [clause])) {
            for columns in batch.columns {
                found.ids.formUnion(columns.ids)
                guard case .correlation(let correlations) = columns.payload else { continue }
                found.members.formUnion(correlations.members)
            }
        }
        return found
    }

    /// A request names this number of UUIDs at most.
    private static let idsPerDeletion = 1 << 14

    /// Correlations and their members are deleted in the same requests unless they are more than one holds.
    private func delete(_ found: Found) async throws {
        let members = includesMembers ? try await stored(found.members) : []
        let ids = found.ids.sorted() + members.map(\.id)
        for start in stride(from: 0, to: ids.count, by: Deletion.idsPerDeletion) {
            _ = try await connection.delete(Array(ids[start..<min(start + Deletion.idsPerDeletion, ids.count)]))
        }
        try report(UInt64(found.ids.count), members: members.count)
        guard !includesMembers, !found.members.isEmpty else { return }
        reportRemaining(try await stored(found.members))
    }

    /// The members that are still stored, with their types.
    private func stored(_ members: Set<ObjectID>) async throws -> [(id: ObjectID, type: ObjectType)] {
        var stored: [(id: ObjectID, type: ObjectType)] = []
        let types = ObjectType.all.filter { $0.kind == .quantity || $0.kind == .category }
        try await SampleLookup(connection: connection).each(of: members, types: types) { columns in
            stored += columns.ids.map { ($0, columns.type) }
        }
        return stored
    }

    // MARK: - Reports

    private func report(_ deleted: UInt64, members: Int = 0) throws {
        let others = members == 0 ? "" : " and \(members.pluralized("member"))"
        try Output.print("\(deleted.pluralized("sample")) of \(type.shortName)\(others) deleted.")
    }

    /// More commands than these are not printed.
    private static let commandsMax = 10

    private func reportRemaining(_ members: [(id: ObjectID, type: ObjectType)]) {
        guard !members.isEmpty else { return }
        let kept = members.count.pluralized("member remains", "members remain")
        guard members.count <= Deletion.commandsMax else {
            let types = Set(members.map(\.type.shortName)).sorted().joined(separator: ", ")
            return Terminal.printError("\(kept) as samples of \(types). Delete them by type and time range.")
        }
        let commands = members.map { "\n  hearth delete \($0.type.shortName) \($0.id)" }
        Terminal.printError("\(kept). To delete them:\(commands.joined())")
    }
}
