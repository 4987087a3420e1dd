/// A request of the owner's tool about access: list, give or take a socket, decide, set the mode, wait, count.
package enum AccessControl: Hashable, Sendable {
    case list
    /// `name`: the app's name for people; "": the one that the app says. `group`: whose members can connect, too; "": only the
    /// server's user can.
    case add(AppID, name: String, group: String = "")
    case remove(AppID)
    /// What the owner decides of an app. Other types stay as they are.
    case decide(AppID, [Grant])
    /// What the owner answers an app that asks. What was decided meanwhile stays. `isVerified`: whether the question came
    /// through the app's own socket.
    case answer(AppID, [Grant], isVerified: Bool)
    /// Whether what is not decided is allowed to no app, instead of to apps without a socket of their own.
    case ask(Bool)
    /// List them as soon as their number has changed.
    case await(seen: UInt64)
    /// List them with what apps have read and saved in the last days; 0: in all that are counted.
    case counts(days: UInt32 = 0)

    /// Checks that the identifier of an app with a socket can be the name of a file, and what is decided.
    package func validate() throws(HearthError) {
        switch self {
        case .decide(_, let grants), .answer(_, let grants, _):
            for (index, grant) in grants.enumerated() {
                try locating("grants[\(index)]", grant.validate())
            }
        default: break
        }
        guard case .add(let app, _, _) = self else { return }
        guard app.description.utf8.allSatisfy(AccessControl.isPlain), app.description.utf8.first != UInt8(ascii: ".")
        else {
            throw HearthError(
                .invalidArgument,
                "An app with a socket has an identifier of letters, digits, '.', '-' and '_'.",
                field: "app"
            )
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// The reply to the owner's tool: apps with sockets, decisions, requests, refused saves and counts.
package struct AccessList: Hashable, Sendable {
    /// The apps that have sockets of their own, by their identifiers.
    package var apps: [AppSocket]
    /// What the owner has decided of apps, with a socket or without one.
    package var decisions: [AppGrants]
    /// What apps have asked for and the owner has not decided, in the order in which they asked.
    package var requests: [AccessRequest]
    /// Version of everything but the counts and the refused saves.
    package var requestsNumber: UInt64
    /// Whether what is not decided is allowed to no app.
    package var asks: Bool
    /// What apps have read and saved, by their identifiers. Empty: they were not asked for.
    package var counts: [AppCounts]
    /// The apps whose saves are refused at present, by their identifiers.
    package var saveRefusals: [SaveRefusal]

    package init(
        _ apps: [AppSocket],
        decisions: [AppGrants] = [],
        requests: [AccessRequest] = [],
        requestsNumber: UInt64 = 0,
        asks: Bool = false,
        counts: [AppCounts] = [],
        saveRefusals: [SaveRefusal] = []
    ) {
        self.apps = apps
        self.decisions = decisions
        self.requests = requests
        self.requestsNumber = requestsNumber
        self.asks = asks
        self.counts = counts
        self.saveRefusals = saveRefusals
    }
}

/// The socket that an app has of its own.
package struct AppSocket: Hashable, Sendable {
    package var app: AppID
    /// Its name for people; "": the one that the app says.
    package var name: String
    package var path: String
    /// The group whose members can connect, too, by its name or number; "": only the server's user can.
    package var group: String

    package init(_ app: AppID, name: String, path: String, group: String = "") {
        self.app = app
        self.name = name
        self.path = path
        self.group = group
    }
}
