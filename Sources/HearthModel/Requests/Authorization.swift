/// Asks what the app may save and read, or asks the owner to allow it.
package struct Authorization: Hashable, Sendable {
    package var share: [ObjectType]
    package var read: [ObjectType]
    /// Whether the owner is asked for what is not decided.
    package var isRequest: Bool
    /// Why the app wants to save and to read, in its own words.
    package var shareUsage: String
    package var readUsage: String

    package init(
        share: [ObjectType] = [],
        read: [ObjectType] = [],
        isRequest: Bool = false,
        shareUsage: String = "",
        readUsage: String = ""
    ) {
        self.share = share
        self.read = read
        self.isRequest = isRequest
        self.shareUsage = shareUsage
        self.readUsage = readUsage
    }

    /// All types that it names, by their identifiers.
    package var types: [ObjectType] {
        Set(share).union(read).sorted { $0.identifier < $1.identifier }
    }

    /// Checks that the owner can decide about the types.
    package func validate() throws(HearthError) {
        for (types, field) in [(share, "share"), (read, "read")] {
            for (index, type) in types.enumerated() {
                guard type.kind != .correlation else {
                    throw HearthError(
                        .invalidArgument,
                        "\(type.shortName) is authorized through its members: name \(type.memberNames).",
                        field: "\(field)[\(index)]"
                    )
                }
                guard type.isAskedFor else {
                    throw HearthError(
                        .invalidArgument,
                        "The store holds nothing of this type, so nobody is asked about it.",
                        field: "\(field)[\(index)]"
                    )
                }
            }
        }
    }
}

/// What an app may do with the types that it named, by their identifiers.
package struct AuthorizationStatus: Hashable, Sendable {
    package var types: [TypeAuthorization]

    package init(_ types: [TypeAuthorization]) {
        self.types = types
    }

    /// Whether the owner need not be asked about any of it.
    package var isDecided: Bool { types.allSatisfy { $0.share != .undetermined && !$0.isReadUndetermined } }
}

/// What an app may do with a type. It does not say whether the app may read what other apps have saved.
package struct TypeAuthorization: Hashable, Sendable {
    package var type: ObjectType
    /// Whether it may save samples of the type; nil: it did not ask.
    package var share: Permission?
    /// Whether it has asked about reading, and the owner has not decided.
    package var isReadUndetermined: Bool
    /// It reads only samples of others that end then or later.
    package var since: Timestamp?

    package init(
        _ type: ObjectType,
        share: Permission? = nil,
        isReadUndetermined: Bool = false,
        since: Timestamp? = nil
    ) {
        self.type = type
        self.share = share
        self.isReadUndetermined = isReadUndetermined
        self.since = since
    }
}

/// What an app has asked for and the owner has not decided.
package struct AccessRequest: Hashable, Sendable {
    package var app: AppID
    /// Its name for people.
    package var name: String
    /// By their identifiers.
    package var share: [ObjectType]
    package var read: [ObjectType]
    package var shareUsage: String
    package var readUsage: String
    /// When it asked first.
    package var time: Timestamp
    /// Whether it asks through its own socket. Otherwise any program could ask in its name.
    package var isVerified: Bool
    /// The process that asked last, as far as the server can see it.
    package var process: ObservedProcess

    package init(
        _ app: AppID,
        name: String,
        share: [ObjectType],
        read: [ObjectType],
        shareUsage: String = "",
        readUsage: String = "",
        time: Timestamp,
        isVerified: Bool = false,
        process: ObservedProcess = ObservedProcess()
    ) {
        self.app = app
        self.name = name
        self.share = share
        self.read = read
        self.shareUsage = shareUsage
        self.readUsage = readUsage
        self.time = time
        self.isVerified = isVerified
        self.process = process
    }
}

/// What a process looks like from outside. Any process can look like any other: it is for people, and proves nothing.
package struct ObservedProcess: Hashable, Sendable {
    /// The path of its program; "": it is not seen.
    package var program: String
    /// Its unit of systemd; "": it has none, or it is not seen.
    package var unit: String

    package init(program: String = "", unit: String = "") {
        self.program = program
        self.unit = unit
    }
}
