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
        /// Correlations with their members; other samples have none.
        var samples: [(id: ObjectID, members: ArraySlice<ObjectID>)] = []

        var ids: Set<ObjectID> { Set(samples.map(\.id)) }
        var members: Set<ObjectID> { Set(samples.flatMap(\.members)) }
    }

    private func find(_ clause: Clause) async throws -> Found {
        var found = Found()
        for try await batch in connection.query(QuerySamples(clauses: [clause])) {
            for columns in batch.columns {
                if case .correlation(let correlations) = columns.payload {
                    found.samples += zip(columns.ids, correlations.memberships).map { (id: $0, members: $1) }
                } else {
                    found.samples += columns.ids.map { (id: $0, members: []) }
                }
            }
        }
        return found
    }

    /// A request names this number of UUIDs at most.
    private static let idsPerDeletion = 1 << 14

    /// A correlation and its members are deleted in one request, so that an interrupted command leaves no members behind of
    /// which nothing is known any more. Only a member of several correlations may go before the last of them.
    private func delete(_ found: Found) async throws {
        let members = includesMembers ? try await stored(found.members) : []
        var open = Set(members.map(\.id))
        var ids: [ObjectID] = []
        for sample in found.samples.sorted(by: { $0.id < $1.id }) {
            let added = [sample.id] + sample.members.filter { open.remove($0) != nil }
            if !ids.isEmpty, ids.count + added.count > Deletion.idsPerDeletion {
                _ = try await connection.delete(ids)
                ids = []
            }
            ids += added
        }
        if !ids.isEmpty {
            _ = try await connection.delete(ids)
        }
        try report(UInt64(found.samples.count), members: members.count)
        guard !includesMembers else { return }
        let kept = found.members
        if !kept.isEmpty {
            reportRemaining(try await stored(kept))
        }
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
