import HearthStore

/// An app that writes: as it introduced itself, and with what it has under way. A class: each write is of one.
final class Author {
    let origin: Write.Origin
    let writes: AppWrites

    init(_ origin: Write.Origin, _ writes: AppWrites) {
        self.origin = origin
        self.writes = writes
    }

    var app: String { writes.app }
}

extension Write.Origin {
    var app: String { source.bundleIdentifier }
}
