import HearthModel

/// Why the saves of an app are refused at present, for people.
struct LimitedAppText {
    let limited: LimitedApp

    /// In a question of the app, which says who it is.
    var sentence: String {
        "It is limited: since \(local(limited.since)) it has tried UUIDs of \(Limits.hiddenConflicts) samples that it may not"
            + " see, so its saves are refused until \(local(limited.until)), or until you allow it to save."
    }

    /// In a list of all apps.
    func sentence(about app: String) -> String {
        "Saves of \(app) are refused until \(local(limited.until)), or until you allow it to save with 'hearth allow': since"
            + " \(local(limited.since)) it has tried UUIDs of \(Limits.hiddenConflicts) samples that it may not see."
    }

    private func local(_ time: Timestamp) -> String {
        DateText(zone: DateReader.current.zone).local(time.wholeSecond)
    }
}

extension AccessList {
    /// Why the saves of an app are refused; nil: they are not.
    func limit(of app: AppID) -> LimitedAppText? {
        limitedApps.first { $0.app == app }.map { LimitedAppText(limited: $0) }
    }
}
