package import HearthModel
package import HearthWire

/// Calls with one reply. Cancelling the task ends the wait with `CancellationError`; a write may still be executed,
/// unless nothing of it was sent.
extension Connection {
    /// Saves samples, all or none, in one or several frames.
    nonisolated(nonsending) package func save(_ columns: [SampleColumns]) async throws -> Committed {
        let request = Request.save(Save(columns: []))
        return try await committed(ClientCall(request, save: try SaveFrames(columns)))
    }

    /// Deletes samples of this app, all or none.
    nonisolated(nonsending) package func delete(_ ids: [ObjectID]) async throws -> Committed {
        try await committed(ClientCall(.deleteObjects(DeleteObjects(.objects(ids)))))
    }

    /// Deletes the samples of this app that match.
    nonisolated(nonsending) package func delete(matching clause: Clause) async throws -> Committed {
        try await committed(ClientCall(.deleteObjects(DeleteObjects(.matching(clause)))))
    }

    /// Associates samples with a workout, after saving those in `columns`, which must fit into a frame.
    nonisolated(nonsending) package func add(
        _ columns: [SampleColumns],
        stored: [ObjectID] = [],
        to workout: ObjectID
    ) async throws -> Committed {
        let addition = AddToWorkout(workout: workout, columns: columns, stored: stored)
        return try await committed(ClientCall(.addToWorkout(addition)))
    }

    /// The apps that have stored samples matching one of the clauses; without clauses, any samples.
    nonisolated(nonsending) package func sources(of clauses: [Clause] = []) async throws -> [Source] {
        var sources: [Source] = []
        while true {
            let page = ListSources(clauses: clauses, after: sources.last?.bundleIdentifier ?? "")
            let answer = try await reply(to: .listSources(page))
            guard case .sourceList(let list) = answer else { throw unexpected(answer) }
            sources += list.sources
            guard list.more, !list.sources.isEmpty else { return sources }
        }
    }

    /// The order that the owner has set for the sources of a quantity type, after setting it if `apps` are given: only the
    /// owner's own tool may.
    nonisolated(nonsending) package func sourceRanks(of type: ObjectType, setting apps: [AppID]? = nil) async throws
        -> [AppID]
    {
        switch try await reply(to: .sourceRanks(SourceRanks(type: type, set: apps.map { SourceRankList($0) }))) {
        case .sourceRanks(let list): list.apps
        case let other: throw unexpected(other)
        }
    }

    /// The apps that have sockets of their own and what the owner has decided, after what is to be done: only the owner's own
    /// tool may.
    nonisolated(nonsending) package func control(_ control: AccessControl) async throws -> AccessList {
        switch try await reply(to: .accessControl(control)) {
        case .accessList(let list): list
        case let other: throw unexpected(other)
        }
    }

    /// What the app may do with types, after asking the owner if it is a request.
    nonisolated(nonsending) package func authorization(_ request: Authorization) async throws -> AuthorizationStatus {
        switch try await reply(to: .authorization(request)) {
        case .authorizationStatus(let status): status
        case let other: throw unexpected(other)
        }
    }

    /// Sets the given characteristics, and returns all of them.
    nonisolated(nonsending) package func characteristics(
        setting values: CharacteristicValues? = nil
    ) async throws -> CharacteristicValues {
        switch try await reply(to: .characteristics(Characteristics(set: values))) {
        case .characteristicValues(let values): values
        case let other: throw unexpected(other)
        }
    }

    /// Changes the app's registrations, and returns all of them.
    nonisolated(nonsending) package func registrations(
        changing change: BackgroundDelivery = BackgroundDelivery()
    ) async throws -> [BackgroundRegistration] {
        switch try await reply(to: .backgroundDelivery(change)) {
        case .backgroundRegistrations(let list): list.registrations
        case let other: throw unexpected(other)
        }
    }

    /// Acknowledges what the app has processed.
    nonisolated(nonsending) package func acknowledge(_ acknowledgement: Acknowledge) async throws -> Acknowledged {
        switch try await reply(to: .acknowledge(acknowledgement)) {
        case .acknowledged(let acknowledged): acknowledged
        case let other: throw unexpected(other)
        }
    }

    /// Acknowledges what the app has processed, without waiting for the reply. If the acknowledgement is lost, the server
    /// delivers the changes again.
    package func post(_ acknowledgement: Acknowledge) {
        let id = core.begin(ClientCall(.acknowledge(acknowledgement)))
        Task { [core] in _ = try? await core.next(of: id) }
    }

    /// Changes the registrations of any app, for the owner of the store, and returns that app's status.
    nonisolated(nonsending) package func control(_ control: BackgroundControl) async throws -> BackgroundAppStatus {
        switch try await reply(to: .backgroundControl(control)) {
        case .backgroundApp(let status): status
        case let other: throw unexpected(other)
        }
    }

    /// Checks that the server answers.
    nonisolated(nonsending) package func ping(_ payload: [UInt8] = []) async throws -> Pong {
        switch try await reply(to: .ping(Ping(payload: payload))) {
        case .pong(let pong): pong
        case let other: throw unexpected(other)
        }
    }

    /// The server's status.
    nonisolated(nonsending) package func status() async throws -> StatusReport {
        switch try await reply(to: .status) {
        case .statusReport(let report): report
        case let other: throw unexpected(other)
        }
    }

    nonisolated(nonsending) private func reply(to request: Request) async throws -> Reply? {
        try await reply(to: ClientCall(request))
    }

    nonisolated(nonsending) private func reply(to call: ClientCall) async throws -> Reply? {
        try Task.checkCancellation()
        return try await core.next(of: core.begin(call))
    }

    nonisolated(nonsending) private func committed(_ call: ClientCall) async throws -> Committed {
        switch try await reply(to: call) {
        case .committed(let committed): return committed
        case let other: throw unexpected(other)
        }
    }

    /// Unreachable in practice: the session delivers only replies that match the request.
    private func unexpected(_: Reply?) -> HearthError {
        HearthError(.unknown, "The server sent a reply of the wrong kind.")
    }
}
