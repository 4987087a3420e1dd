import HearthModel

/// Why the saves of an app are refused at present, for people.
struct SaveRefusalText {
    let refusal: SaveRefusal

    /// In a question of the app, which says who it is.
    var sentence: String {
        "Its saves are refused until \(local(refusal.until)), or until you allow it to save: since \(local(refusal.since)) it has"
            + " tried UUIDs of \(Limits.hiddenConflicts) samples that it may not see."
    }

    /// In a list of all apps.
    func sentence(about app: String) -> String {
        "Saves of \(app) are refused until \(local(refusal.until)), or until you allow it to save with 'hearth allow': since"
            + " \(local(refusal.since)) it has tried UUIDs of \(Limits.hiddenConflicts) samples that it may not see."
    }

    private func local(_ time: Timestamp) -> String {
        DateText(zone: DateReader.current.zone).local(time.wholeSecond)
    }
}

extension AccessList {
    /// Why the saves of an app are refused; nil: they are not.
    func saveRefusal(of app: AppID) -> SaveRefusalText? {
        saveRefusals.first { $0.app == app }.map { SaveRefusalText(refusal: $0) }
    }
}
