import HearthModel
import HearthServer
import HearthStore

/// Ends and beginnings of servers.
extension Simulation {
    func restart() throws {
        switch random.below(100) {
        case 0..<35: try crash()
        case 35..<50: stop()
        case 50..<72:
            backups.append((disk.reopened(), history))
            note("a backup at \(history.head)")
        case 72..<86: try restoreAsOtherStore()
        default: try restoreCopy()
        }
    }

    /// The process ends at once. The group under way is on the disk or it is not.
    private func crash() throws {
        occurrences.note(.crash)
        disk.failure = nil
        if !orders.isEmpty {
            if random.chance(50) {
                occurrences.note(.crashKeepingGroup)
                try executeOrder()
            } else {
                occurrences.note(.crashDroppingGroup)
            }
        } else if !reports.isEmpty {
            occurrences.note(.crashAfterCommit)
        }
        note("the server crashes at \(history.head)")
        try start(disk.reopened())
    }

    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        core.stop()
        note("the server is told to stop")
    }

    /// Once all writes are finished the connections are closed, as soon as the clients have read; those that do not read
    /// are cut.
    func proceedWithStopping() throws {
        guard isStopping, core.hasAnsweredAll, reports.isEmpty else { return }
        core.closeConnections()
        for client in clients where !client.isStalled {
            try client.read(.max)
            try ensure(client.connection == nil, .answers, "a connection of a stopped server stays open")
        }
        occurrences.note(.stop)
        note("the server has stopped at \(history.head)")
        try start(disk.reopened())
    }

    /// A backup takes the place of the store, with a name of its own.
    private func restoreAsOtherStore() throws {
        guard let backup = random.pick(backups) else { return }
        occurrences.note(.restoredAsOtherStore)
        history = backup.history
        history.storeID = ObjectID(high: random.next(), low: random.next())
        backups = []
        note("a backup of \(history.head) is restored as another store")
        forgetCommits()
        try start(backup.disk.renamed(history.storeID))
    }

    /// An older file is put back with the name that it had. Only as long as the store has not grown beyond an anchor can
    /// anyone tell that it is of a lost future: so all streams are resumed before anything is written.
    private func restoreCopy() throws {
        guard let backup = random.pick(backups), backup.history.storeID == history.storeID else { return }
        occurrences.note(.restoredCopy)
        history = backup.history
        note("the file of \(history.head) is put back")
        forgetCommits()
        backups = []
        try start(backup.disk.reopened())
        for client in clients {
            try client.resumeAll()
        }
    }

    /// What clients know of commits is of a store that is no more.
    private func forgetCommits() {
        anchors = []
        for client in clients {
            client.known = Knowledge()
        }
    }
}

extension SimulatedClient {
    /// Reads each stream to its end, or to the error that its anchor is due.
    fileprivate func resumeAll() throws {
        connect()
        sayHello()
        try exchange()
        for stream in streams {
            // What a copy has or lacks because of a lost future nobody can tell when its anchor is from before.
            if !stream.copy.isWhole, stream.place <= world.history.head {
                stream.startAnew()
            }
            // What the app had saved earlier is as good a place; it must not be gone back to later.
            stream.saved = stream.copy
            guard !stream.copy.anchor.isEmpty else { continue }
            read(stream, follow: false)
            try exchange()
            try ensure(!stream.isOpen, .nobodyWaits, "a stream of changes does not end")
            stream.saved = stream.copy
        }
    }

    /// Sends, lets the server work, and reads, until nothing happens any more.
    private func exchange() throws {
        for _ in 0..<10_000 {
            deliver(.max)
            let hasTurn = world.core.turn()
            let hasMore = world.readers.finish(world.core) || hasTurn
            try read(.max)
            for call in openCalls where (call.credit?.left ?? 1) <= 0 {
                grant(1 << 16, to: call)
            }
            // What was read may have made a read ready.
            if !hasMore, !world.core.hasWork, outgoing.isEmpty, !world.readers.finish(world.core) { return }
        }
        throw Violation(.nobodyWaits, "the server does not come to an end")
    }
}
