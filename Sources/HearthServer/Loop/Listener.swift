import CLibUV
import HearthSocket

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Accepts connections of the user who owns the store, and of nobody else.
final class Listener {
    /// Why a connection was not accepted.
    enum Refusal {
        case otherUser(UInt32)
        case noDescriptors
        case tooMany
    }

    private let descriptor: Int32
    private let user = geteuid()
    private let connectionsMax: Int
    private let count: () -> Int
    private let accepted: (Int32, Int32) -> Void
    private let refused: (Refusal) -> Void
    private var poll: Poll?
    /// Kept, so that a connection can be refused when there are no descriptors left, instead of waiting forever.
    private var reserve = Listener.openReserve()

    init(
        _ loop: EventLoop,
        _ descriptor: Int32,
        connectionsMax: Int,
        count: @escaping () -> Int,
        accepted: @escaping (_ descriptor: Int32, _ process: Int32) -> Void,
        refused: @escaping (Refusal) -> Void
    ) {
        self.descriptor = descriptor
        self.connectionsMax = connectionsMax
        self.count = count
        self.accepted = accepted
        self.refused = refused
        let poll = Poll(loop, descriptor) { [unowned self] _ in acceptNext() }
        poll.watch(.readable)
        self.poll = poll
    }

    /// Accepts no more. Who waits to be accepted is refused by the system.
    func close() {
        guard let poll else { return }
        poll.close()
        self.poll = nil
        closeDescriptor(descriptor)
        closeDescriptor(reserve)
    }

    /// One, and others have their turn; who still waits makes the socket readable again.
    private func acceptNext() {
        if reserve < 0 {
            // Another thread has taken what was let go for a refusal. It comes before who is accepted.
            reserve = Listener.openReserve()
        }
        let connection = accept(descriptor, nil, nil)
        if connection >= 0 {
            admit(connection)
        } else if errno == EMFILE || errno == ENFILE {
            refuseOne()
        }
    }

    private func admit(_ connection: Int32) {
        let peer = UnixSocket.peer(of: connection)
        guard let peer, peer.user == user else {
            refused(.otherUser(peer?.user ?? .max))
            closeDescriptor(connection)
            return
        }
        guard count() < connectionsMax else {
            refused(.tooMany)
            closeDescriptor(connection)
            return
        }
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        accepted(connection, peer.process)
    }

    /// There are no descriptors left: with the one that was kept, the connection that waits longest is refused. There may
    /// be none, as the system looks for a descriptor before it looks for a connection.
    private func refuseOne() {
        guard reserve >= 0 else { return }
        closeDescriptor(reserve)
        let connection = accept(descriptor, nil, nil)
        closeDescriptor(connection)
        reserve = Listener.openReserve()
        if connection >= 0 {
            refused(.noDescriptors)
        }
    }

    private static func openReserve() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}

/// `close` of the system, which methods of that name hide.
func closeDescriptor(_ descriptor: Int32) {
    if descriptor >= 0 {
        _ = close(descriptor)
    }
}
