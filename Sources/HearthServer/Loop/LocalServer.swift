package import HearthModel
package import HearthSocket
import HearthStore
import HearthSystem

/// A server in the process of its clients: the same core, the same loop and the same store, on a thread of its own, and
/// pairs of sockets instead of one that has a path.
package final class LocalServer: Sendable {
    private let orders: Mailbox<Order>
    private let wakeup: Wakeup
    private let thread: BackgroundThread
    /// Held while an order is given: the loop ends, and closes the wakeup, only after the order to stop.
    private let isStopped = Guarded(false)

    private enum Order: Sendable {
        case adopt(Int32)
        case stop
    }

    private typealias Start = Result<Wakeup, HearthError>

    /// Serves a new store in memory.
    package init() throws(HearthError) {
        let orders = Mailbox<Order>()
        let start = Mailbox<Start>()
        thread = BackgroundThread { LocalServer.run(orders, start) }
        self.orders = orders
        guard let started = start.next(within: nil) else {
            throw HearthError(.unknown, "The server's thread has not answered.")
        }
        wakeup = try started.get()
    }

    /// Stops in order and waits for it. The store is gone then.
    package func stop() {
        let isFirst = give(.stop) { $0 = true }
        if isFirst {
            // What runs on it throws nothing.
            try? thread.join()
        }
    }

    /// A connection: the socket at the client's end, which the client closes. After `stop` there is none.
    package func connect() -> Result<Int32, SocketError> {
        do throws(SocketError) {
            let (client, server) = try UnixSocket.pair()
            guard give(.adopt(server)) else {
                closeDescriptor(client)
                closeDescriptor(server)
                throw SocketError(.noServer, "The server has stopped: create a new one.")
            }
            return .success(client)
        } catch {
            return .failure(error)
        }
    }

    /// Gives an order to the thread; false: it has stopped, or is about to.
    private func give(_ order: Order, _ change: (inout Bool) -> Void = { _ in }) -> Bool {
        isStopped.withLock { isStopped in
            guard !isStopped else { return false }
            change(&isStopped)
            orders.post(order)
            wakeup.wake()
            return true
        }
    }

    /// Everything of the loop stays on this thread.
    private static func run(_ orders: Mailbox<Order>, _ start: Mailbox<Start>) {
        do throws(HearthError) {
            let writer = try StoreWriter(MemoryStorage())
            let loop = try ServerLoop(writer, options: ServerOptions(), log: Log(upTo: .error, isJournal: false))
            let wakeup = Wakeup(loop.loop) {
                for order in orders.takeAll() {
                    switch order {
                    case .adopt(let descriptor):
                        loop.accept(descriptor, of: UnixSocket.peer(of: descriptor)?.process ?? 0)
                    case .stop: loop.stop()
                    }
                }
            }
            start.post(.success(wakeup))
            loop.run { wakeup.close() }
        } catch {
            start.post(.failure(error))
        }
    }
}
