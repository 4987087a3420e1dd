import HearthStore

/// An app that writes: as it introduced itself, and with the account of its client. A class: each write is of one.
final class Author {
    let origin: Write.Origin
    let account: ClientAccount

    init(_ origin: Write.Origin, _ account: ClientAccount) {
        self.origin = origin
        self.account = account
    }

    var app: String { origin.app }
}

extension Write.Origin {
    var app: String { source.bundleIdentifier }
}
