import HearthModel

extension Grant {
    /// The decision about an app, for programs. What is not decided is left out.
    func json(of app: AppID, name: AppName? = nil) -> JSON {
        app.json(
            name,
            [
                "type": .string(type.shortName),
                "share": .text(share?.word), "read": .text(read?.word), "since": .text(since.map(DateText.utc)),
                // Only where it is so.
                "share_recorded": isShareRecorded ? .bool(true) : .null,
                "read_recorded": isReadRecorded ? .bool(true) : .null,
                "decided": .text(decided.map(DateText.utc)),
            ]
        )
    }
}

extension Permission {
    /// Nil if not decided.
    var word: String? {
        switch self {
        case .allowed: "allowed"
        case .denied: "denied"
        default: nil
        }
    }
}
