import HearthClient
import HearthModel
import HearthWire

/// The deletion of samples of a type, with or without the members of correlations.
struct Deletion: Sendable {
    let type: ObjectType
    let includesMembers: Bool
    /// The app that deletes.
    let app: String
    let acting: ActingApp
    let connection: Connection

    /// The server deletes samples of any type by UUID, so the command first checks that they have the type it was given.
    func delete(_ ids: Set<ObjectID>) async throws {
        let found = try await find(Clause(type: type, predicate: Predicate(terms: [.ids(ids.sorted())])))
        let missing = ids.subtracting(found.ids)
        guard missing.isEmpty else {
            let names = missing.sorted().map(\.description).joined(separator: ", ")
            throw CommandError("No sample of \(type.shortName) has the UUID \(names). Nothing was deleted.")
        }
        if let other = found.samples.first(where: { $0.owner != app }) {
            let advice = acting.advice("Act as that app with --app \(other.owner.shellWord).")
            throw CommandError(
                "Another app saved \(other.id), and an app can delete only its own samples. Nothing was deleted. \(advice)"
            )
        }
        try await delete(found)
    }

    /// Deletes the samples of a selection that the app has saved.
    func delete(_ selection: SampleSelection, isSure: Bool) async throws {
        let clause = selection.clause(of: type)
        if isSure, !hasMembers {
            let deleted = try await connection.delete(matching: clause).deleted
            try report(deleted)
            if deleted == 0 {
                try await reportOthers(selection)
            }
            return
        }
        var found = try await find(clause)
        found.samples.removeAll { $0.owner != app }
        guard isSure else {
            let count = found.samples.count
            if count == 0 {
                try await reportOthers(selection)
            }
            throw CommandError(
                "Nothing was deleted. With --yes this deletes \(count.counted("sample")) of"
                    + " \(type.shortName) that '\(app.printable)' saved."
            )
        }
        try await delete(found)
        if found.samples.isEmpty {
            try await reportOthers(selection)
        }
    }

    // MARK: - What is found

    private struct Found {
        struct Sample {
            let id: ObjectID
            /// The app that can delete it.
            let owner: String
            /// Of correlations and workouts.
            var members: [ObjectID] = []
        }

        var samples: [Sample] = []

        var ids: Set<ObjectID> { Set(samples.map(\.id)) }
        var members: Set<ObjectID> { Set(samples.flatMap(\.members)) }
    }

    /// Whether samples of the type join others.
    private var hasMembers: Bool { type.kind == .correlation || type == .workout }

    private func find(_ clause: Clause) async throws -> Found {
        var found = Found()
        for try await batch in connection.query(QuerySamples(clauses: [clause])) {
            for columns in batch.columns {
                var members: [ArraySlice<ObjectID>] = []
                if case .correlation(let correlations) = columns.payload {
                    members = Array(correlations.memberships)
                }
                for (index, row) in columns.rows.enumerated() {
                    let joined = members.isEmpty ? [] : Array(members[index])
                    found.samples.append(Found.Sample(id: row.id, owner: columns.owner(of: index), members: joined))
                }
            }
        }
        if type == .workout {
            for index in found.samples.indices {
                found.samples[index].members = try await members(ofWorkout: found.samples[index].id)
            }
        }
        return found
    }

    /// The samples of a workout that the app can delete.
    private func members(ofWorkout id: ObjectID) async throws -> [ObjectID] {
        let predicate = Predicate(terms: [.inWorkout(id)])
        let clauses = Deletion.memberTypes.map { Clause(type: $0, predicate: predicate) }
        var members: [ObjectID] = []
        for try await batch in connection.query(QuerySamples(clauses: clauses)) {
            for columns in batch.columns {
                members += columns.ids.indices.filter { columns.owner(of: $0) == app }.map { columns.ids[$0] }
            }
        }
        return members
    }

    /// The types whose samples workouts and correlations join.
    private static let memberTypes = ObjectType.all.filter { $0.isStored && $0 != .workout && $0.kind != .correlation }

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
        reportRemaining(try await stored(found.members))
    }

    /// A member that is stored.
    private struct Member {
        let id: ObjectID
        let type: ObjectType
        let start: Timestamp
    }

    private func stored(_ members: Set<ObjectID>) async throws -> [Member] {
        guard !members.isEmpty else { return [] }
        var stored: [Member] = []
        try await SampleLookup(connection: connection).each(of: members, types: Deletion.memberTypes) { columns in
            stored += columns.rows.map { Member(id: $0.id, type: columns.type, start: $0.start) }
        }
        return stored
    }

    // MARK: - Reports

    private func report(_ deleted: UInt64, members: Int = 0) throws {
        let others = members == 0 ? "" : " and \(members.counted("member"))"
        try Output.print("\(deleted.counted("sample")) of \(type.shortName)\(others) deleted.")
    }

    /// Says whose samples a selection has that the app did not save.
    private func reportOthers(_ selection: SampleSelection) async throws {
        var counts: [String: Int] = [:]
        for try await batch in connection.query(QuerySamples(clauses: [selection.clause(of: type)])) {
            for columns in batch.columns {
                for owner in columns.ids.indices.map(columns.owner) where owner != app {
                    counts[owner, default: 0] += 1
                }
            }
        }
        guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return }
        let all = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) by \($0.key.shellWord)" }
        let shown = all.prefix(Deletion.mostApps).joined(separator: ", ")
        let more = all.count > Deletion.mostApps ? " and others" : ""
        let isImported = counts[App.importer.bundleIdentifier] != nil || ImportFile.isImported(app: app)
        let way =
            isImported
            ? "To delete what an import has brought: 'hearth delete --imported-from FILE'."
            : "To delete some, act as their app: --app \(most.key.shellWord)."
        Terminal.printError(
            (ImportFile.isImported(app: app) ? "\(ShownApp(AppID(app))) is a source of imported samples. " : "")
                + "The samples there are of other apps: \(shown)\(more). " + acting.advice(way)
        )
    }

    private static let mostApps = 5
    /// More commands for single samples than these are not printed.
    private static let commandsMax = 10

    private func reportRemaining(_ members: [Member]) {
        guard !members.isEmpty else { return }
        let kept = members.count.counted("member remains", "members remain")
        let option = app == Delete.standardApp ? "" : " --app \(app.shellWord)"
        var commands: [String] = []
        if members.count <= Deletion.commandsMax {
            commands = members.map { "\n  hearth delete \($0.type.shortName) \($0.id)\(option)" }
        } else {
            for (type, samples) in Dictionary(grouping: members, by: \.type).sorted(by: { $0.key.index < $1.key.index })
            {
                let starts = samples.map(\.start)
                guard let first = starts.min(), let last = starts.max() else { continue }
                let end = DateText.utc(Timestamp(nanoseconds: last.nanoseconds + 1))
                let time = "--since \(DateText.utc(first)) --until \(end)"
                commands.append("\n  hearth delete \(type.shortName) \(time) --yes\(option)  # \(samples.count)")
            }
        }
        Terminal.printError(
            "\(kept). To delete them, which --members does together with the \(type.shortName):\(commands.joined())"
        )
    }
}

extension SampleColumns {
    /// The app that can delete a sample.
    fileprivate func owner(of row: Int) -> String { provenance[row]?.owningApp?.description ?? "" }
}
