import HearthModel

extension Grant {
    /// The decision about an app, for programs. What is not decided is left out.
    func json(of app: AppID, name: AppName? = nil) -> JSON {
        let share = JSON.text(share?.word)
        // Only where it is so.
        let isShareRecorded = isShareRecorded ? JSON.bool(true) : .null
        return app.json(
            name,
            [
                "type": .string(type.shortName),
                "share": share, "read": .text(read?.word), "since": .text(since.map(DateText.utc)),
                "share_recorded": isShareRecorded, "read_recorded": isReadRecorded ? .bool(true) : .null,
                // Former names of the same.
                "save": share, "save_recorded": isShareRecorded,
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
