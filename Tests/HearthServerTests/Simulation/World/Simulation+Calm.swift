import HearthModel
import HearthServer

/// Times in which clients that do what they should get what they wait for, whatever the others do.
extension Simulation {
    private static let mostRounds = 5_000

    /// Lets everybody finish who reads and grants credit. Those who do not must not be in the way.
    func calm(unstalling: Bool) throws {
        guard !isStopping else { return }
        note("calm")
        disk.failure = nil
        for client in clients {
            if unstalling {
                client.isStalled = false
            } else if client.isStalled, client.unreadBytes > 0 {
                occurrences.note(.othersGoOn)
            }
        }
        let healthy = clients.filter { !$0.isStalled && $0.connection != nil }
        for client in healthy {
            client.sayHello()
        }
        try settle(healthy)
        for client in healthy {
            try checkIsDone(client)
        }
    }

    private func settle(_ healthy: [SimulatedClient]) throws {
        for _ in 0..<Simulation.mostRounds {
            var isBusy = false
            for client in healthy where client.connection != nil {
                for call in client.openCalls where !call.isCancelled {
                    isBusy = isBusy || !call.frames.isEmpty
                    client.sendNextFrame(of: call)
                    if let credit = call.credit, credit.left <= 0 {
                        client.grant(max(credit.owed, 1), to: call)
                    }
                }
                client.deliver(.max)
            }
            isBusy = core.turn() || isBusy
            isBusy = readers.finish(core) || isBusy
            order()
            isBusy = isBusy || !orders.isEmpty || !reports.isEmpty
            try executeOrder()
            deliverReport()
            for client in healthy {
                isBusy = client.unreadBytes > 0 || isBusy
                try client.read(.max)
            }
            if !isBusy, !core.hasWork, !(try maintain()) {
                guard try proceedWithTurns(of: healthy) else { return }
            }
        }
        throw Violation(.nobodyWaits, "after \(Simulation.mostRounds) turns there is still something to do")
    }

    /// Who has something to send is read from, or it is a matter of time, and the server says of which. Whether there is
    /// such a one.
    private func proceedWithTurns(of clients: [SimulatedClient]) throws(Violation) -> Bool {
        let senders = clients.filter { !$0.outgoing.isEmpty }.compactMap(\.connection)
        guard !senders.isEmpty else { return false }
        if !senders.contains(where: { core.connections.wantsInput(from: $0) }) {
            guard let deadline = core.deadline else {
                throw Violation(.nobodyWaits, "the server reads from nobody, and waits for no time")
            }
            advance(max(deadline - clock.nanoseconds, 0))
        }
        return true
    }

    private func checkIsDone(_ client: SimulatedClient) throws(Violation) {
        for call in client.openCalls {
            note("client \(client.index) call \(call.number) is looked at, with \(call.credit?.left ?? 0) left")
            try ensure(call.stays && !call.isCancelled, .nobodyWaits, "call \(call.number), a \(call.name), waits")
            switch call.kind {
            case .changes(let stream, _): try stream.checkIsComplete(history)
            case .observation(let observation): try observation.checkIsComplete(history)
            case .statistics(let statistics): try statistics.checkIsComplete(history)
            default: break
            }
        }
    }

    // MARK: - The end

    /// Everybody comes back and hears everything; then the store is as it should be, also for the next process.
    func finish() throws {
        note("the end")
        isStopping ? try start(disk.reopened()) : ()
        for client in clients {
            client.isStalled = false
            if client.connection == nil {
                client.connect()
            }
        }
        try calm(unstalling: true)
        for client in clients where client.connection == nil {
            client.connect()
        }
        try calm(unstalling: true)
        for client in clients where client.connection != nil {
            for write in client.unacknowledged {
                client.write(write)
            }
            client.unacknowledged = []
            for stream in client.streams where !stream.isOpen {
                client.read(stream, follow: true)
            }
        }
        try calm(unstalling: true)
        try checkBookmarks()
        try start(disk.reopened())
    }

    /// Within twice the time between bookmarks every subscription is at the newest commit.
    private func checkBookmarks() throws {
        for _ in 0..<2 {
            advance(serverOptions.bookmarkNanoseconds)
            try calm(unstalling: true)
        }
        for client in clients {
            for call in client.openCalls {
                guard case .changes(let stream, true) = call.kind else { continue }
                note("client \(client.index) call \(call.number) is at \(stream.position.sequence)")
                try ensure(
                    stream.position.sequence == history.head,
                    .resumable,
                    "no bookmark came: a subscription is at \(stream.position.sequence) of \(history.head)"
                )
            }
        }
    }
}
