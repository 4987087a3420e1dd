/// Whether an app may do something.
package struct Permission: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The owner has not decided, or has taken the decision back.
    package static let undetermined = Permission(rawValue: 1)
    package static let allowed = Permission(rawValue: 2)
    package static let denied = Permission(rawValue: 3)

    /// Those that the owner can decide.
    package static let all = [undetermined, allowed, denied]
}

/// What the owner has decided of an app and a type.
package struct Grant: Hashable, Sendable {
    package var type: ObjectType
    /// Whether the app may save samples of the type. In a request nil: that stays.
    package var share: Permission?
    /// Whether it may read what other apps have saved. In a request nil: that stays.
    package var read: Permission?
    /// It reads only samples that end then or later; nil: all. Only with `read` allowed.
    package var since: Timestamp?
    /// Whether what is allowed was only recorded: the app asked when it need not ask, and the owner has decided nothing.
    /// Ignored in a request.
    package var isShareRecorded = false
    package var isReadRecorded = false
    /// When the owner decided this, or it was recorded; nil: not known. Ignored in a request.
    package var decided: Timestamp?

    /// Whether it says nothing about saving and reading.
    package var isEmpty: Bool { share == nil && read == nil }

    package init(
        _ type: ObjectType,
        share: Permission? = nil,
        read: Permission? = nil,
        since: Timestamp? = nil,
        isShareRecorded: Bool = false,
        isReadRecorded: Bool = false,
        decided: Timestamp? = nil
    ) {
        self.decided = decided
        self.isShareRecorded = isShareRecorded
        self.isReadRecorded = isReadRecorded
        self.type = type
        self.share = share
        self.read = read
        self.since = since
    }

    /// Checks what a request asks for.
    package func validate() throws(HearthError) {
        for (permission, field) in [(share, "share"), (read, "read")] {
            guard permission.map(Permission.all.contains) != false else {
                throw HearthError(.valueOutOfRange, "The permission is not known.", field: field)
            }
        }
        guard type.kind != .correlation else {
            throw HearthError(
                .invalidArgument,
                "A correlation is granted through its members: name their types.",
                field: "type"
            )
        }
        guard since == nil || read == .allowed else {
            throw HearthError(.invalidArgument, "`since` needs read access.", field: "since")
        }
    }
}

/// What the owner has decided of an app.
package struct AppGrants: Hashable, Sendable {
    package var app: AppID
    /// By the identifiers of their types.
    package var grants: [Grant]

    package init(_ app: AppID, _ grants: [Grant]) {
        self.app = app
        self.grants = grants
    }
}
