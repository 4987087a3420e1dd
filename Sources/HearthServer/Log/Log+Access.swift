import HearthModel

/// Lines about access.
extension Log {
    func note(_ event: AccessEvent) {
        switch event {
        case .savesRefused(let app):
            warning(
                "\(Log.name(of: app)) has tried to save samples with UUIDs of \(Limits.hiddenConflicts) samples that it may not"
                    + " see; its saves are refused until a day after the first, or until you allow it to save: 'hearth access' shows it"
            )
        }
    }
}
