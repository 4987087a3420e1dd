package import HearthModel

/// What the owner has decided since the app was identified: between the request of a write and its commit, too.
extension WriteOrigin {
    /// How the app was identified, and the decisions that held then.
    package struct Basis: Sendable {
        /// The group whose members could connect to the app's own socket, through which its client came: "" for none. It is nil
        /// when the client came through the socket of all apps.
        let group: String?
        let revision: AccessRevision
        /// The number of the newest decision about the app.
        let decision: UInt64
        let hiddenConflicts: HiddenConflicts

        package init(
            group: String?,
            _ revision: AccessRevision,
            decision: UInt64,
            _ hiddenConflicts: HiddenConflicts
        ) {
            self.group = group
            self.revision = revision
            self.decision = decision
            self.hiddenConflicts = hiddenConflicts
        }

        /// Whether its client came through the app's own socket.
        var isAttested: Bool { group != nil }
    }

    /// The app of a process that was the owner's tool when it was identified, and runs another program now. No decision has
    /// held for it yet, so the commit applies all of them.
    package func asAnotherProgram(_ hiddenConflicts: HiddenConflicts) -> WriteOrigin {
        let basis = Basis(group: nil, AccessRevision(), decision: 0, hiddenConflicts)
        return acting(as: source, ownName: ownName, under: basis, isOwnersTool: false)
    }

    /// What decisions have made of an origin.
    struct Renewal {
        enum Outcome {
            case unchanged
            case changed(WriteOrigin)
            case refused(HearthError)
        }

        let revision: AccessRevision
        let outcome: Outcome
    }

    /// The app under the decisions of a table: this object where they are the same for it. Throws if its client cannot be the
    /// app any more.
    func current(in access: AccessTable) throws(HearthError) -> WriteOrigin {
        guard let basis, basis.revision !== access.revision else { return self }
        let known = renewal.withLock { $0 }
        let outcome: Renewal.Outcome
        if let known, known.revision === access.revision {
            outcome = known.outcome
        } else {
            outcome = renewed(basis, access)
            renewal.withLock { $0 = Renewal(revision: access.revision, outcome: outcome) }
        }
        switch outcome {
        case .unchanged: return self
        case .changed(let origin): return origin
        case .refused(let error): throw error
        }
    }

    /// Whether decisions that came later have changed what the app may see or do.
    func isOutdated(in access: AccessTable) -> Bool { (try? current(in: access)) !== self }

    /// Whether the owner has decided about the app, or about all apps, since the app was identified, whatever the decision was.
    /// Nothing is decided about the owner's own tool.
    package func isDecidedSince(in access: AccessTable) -> Bool {
        basis.map { $0.decision != access.decisionNumber(of: app) } ?? false
    }

    /// Why a client cannot be an app; nil: it can. `isAttested`: it came through the app's own socket.
    package static func refusal(of app: AppID, isAttested: Bool, _ access: AccessTable) -> HearthError? {
        guard access.contains(app) != isAttested else { return nil }
        return isAttested ? .hasNoSocket : .hasSocket
    }

    /// The source of what an app saves: under the name that the owner gave with the app's socket, or else under another.
    package static func source(of app: AppID, elseNamed ownName: String, _ access: AccessTable) -> Source {
        let given = access.name(of: app) ?? ""
        return Source(bundleIdentifier: app.description, name: given.isEmpty ? ownName : given)
    }

    /// Whether it saves under the name that decisions have left it.
    package func hasItsName(in access: AccessTable) -> Bool {
        source.name == WriteOrigin.source(of: app, elseNamed: ownName, access).name
    }

    private func renewed(_ basis: Basis, _ access: AccessTable) -> Renewal.Outcome {
        if let refusal = WriteOrigin.refusal(of: app, isAttested: basis.isAttested, access) {
            return .refused(refusal.ofLaterRequest)
        }
        // A client of the socket may not be a member of its new group.
        guard access.group(of: app) == basis.group else { return .refused(.hasOtherGroup) }
        let view = access.view(of: app)
        guard view != self.view || !hasItsName(in: access) else { return .unchanged }
        let source = WriteOrigin.source(of: app, elseNamed: ownName, access)
        let basis = Basis(
            group: basis.group,
            access.revision,
            decision: access.decisionNumber(of: app),
            basis.hiddenConflicts
        )
        return .changed(acting(as: source, ownName: ownName, seeing: view, under: basis, isOwnersTool: false))
    }
}

extension HearthError {
    /// A refusal of a Hello as that of a later request, which has none of its fields.
    package var ofLaterRequest: HearthError {
        var error = self
        error.field = ""
        return error
    }

    fileprivate static let hasSocket = HearthError(
        .authorizationDenied,
        "This app has a socket of its own: connect through it. 'hearth app' shows it.",
        field: "hello.app.bundle_identifier"
    )

    fileprivate static let hasOtherGroup = HearthError(
        .authorizationDenied,
        "The app's socket is for another group now: connect again."
    )

    package static let hasNoSocket = HearthError(
        .authorizationDenied,
        "The owner has taken the app's socket back: connect to the socket of all apps.",
        field: "hello"
    )
}
