/// What the server has of the writes of an app, over all its connections.
final class AppWrites {
    let app: String
    /// Connections of the app that are open.
    fileprivate var connections = 0
    /// Bytes of its saves that are under way.
    @exclusivity(unchecked) var stagedBytes = 0
    /// The writes that wait for the writer, in their order. Nothing is called while it is changed, nor while the bytes are.
    @exclusivity(unchecked) var waiting = Queue<StagedWrite>()

    /// Its connections that are in the midst of large frames, and are not read from until their turns.
    @exclusivity(unchecked) var unread = Queue<Session>()

    fileprivate init(_ app: String) {
        self.app = app
    }

    fileprivate var isIdle: Bool { connections == 0 && stagedBytes == 0 && waiting.isEmpty }
}

/// The apps that have connections or writes, by their names. Who has a connection has its app with it: a name is not
/// looked up for each write.
struct WritingApps {
    private var byName: [String: AppWrites] = [:]

    /// The app with a name, whether or not it is connected.
    mutating func find(_ name: String) -> AppWrites {
        if let known = byName[name] { return known }
        let made = AppWrites(name)
        byName[name] = made
        return made
    }

    /// A connection of an app is open.
    mutating func join(_ name: String) -> AppWrites {
        let app = find(name)
        app.connections += 1
        return app
    }

    /// A connection of an app is open no longer.
    mutating func leave(_ app: AppWrites) {
        app.connections -= 1
        forget(app)
    }

    /// Forgets an app that has nothing any more: names that somebody makes up are not kept.
    mutating func forget(_ app: AppWrites) {
        if app.isIdle, byName[app.app] === app {
            byName[app.app] = nil
        }
    }
}
