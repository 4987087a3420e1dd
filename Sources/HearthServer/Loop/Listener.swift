import CLibUV
import HearthSocket
import HearthSystem

/// Accepts connections of the user that owns the store, and of others only on sockets that are for a group.
///
/// Unsafe pointers: `send` takes the address of a buffer and its length.
final class Listener {
    /// Why a connection was not accepted.
    enum Refusal {
        /// Nil if the system does not report the user.
        case otherUser(UInt32?)
        case noDescriptors
        case tooMany
    }

    private let descriptor: Int32
    private let user = geteuid()
    private let acceptsOtherUsers: Bool
    private let connectionsMax: Int
    private let count: () -> Int
    private let accepted: (Int32, Int32) -> Void
    private let refused: (Refusal) -> Void
    /// What a refused client is sent, unless it is of a user who may not connect.
    private let answer: (Refusal) -> [UInt8]
    private var poll: Poll?
    private var pause: Timer?
    private let openReserve: () -> Int32
    /// Kept, so that a connection can be refused when there are no descriptors left, instead of waiting forever. Without it
    /// none is accepted.
    private var reserve: Int32

    init(
        _ loop: EventLoop,
        _ descriptor: Int32,
        acceptsOtherUsers: Bool = false,
        connectionsMax: Int,
        count: @escaping () -> Int,
        accepted: @escaping (_ descriptor: Int32, _ process: Int32) -> Void,
        refused: @escaping (Refusal) -> Void,
        answer: @escaping (Refusal) -> [UInt8] = { _ in [] },
        openReserve: @escaping () -> Int32 = { open("/dev/null", O_RDONLY | O_CLOEXEC) }
    ) {
        self.descriptor = descriptor
        self.acceptsOtherUsers = acceptsOtherUsers
        self.openReserve = openReserve
        reserve = openReserve()
        self.connectionsMax = connectionsMax
        self.count = count
        self.accepted = accepted
        self.refused = refused
        self.answer = answer
        let poll = Poll(loop, descriptor) { [unowned self] _ in acceptNext() }
        poll.watch(.readable)
        self.poll = poll
        pause = Timer(loop) { poll.watch(.readable) }
    }

    /// Stops accepting. The system refuses the connections that are not accepted yet.
    func close() {
        guard let poll else { return }
        poll.close()
        self.poll = nil
        pause?.close()
        closeDescriptor(descriptor)
        closeDescriptor(reserve)
    }

    /// Accepts one connection, so that others have their turn. The socket stays readable while more wait.
    private func acceptNext() {
        if reserve < 0 {
            // Another thread has taken the descriptor that was closed for a refusal.
            reserve = openReserve()
        }
        let connection = accept(descriptor, nil, nil)
        if connection >= 0, reserve >= 0 {
            admit(connection)
        } else if connection >= 0 {
            // The connection took the descriptor that the other thread closed, which is the last one.
            refuse(connection, .noDescriptors)
            reserve = openReserve()
        } else if errno == EMFILE || errno == ENFILE {
            refuseOne()
        }
    }

    private func admit(_ connection: Int32) {
        let peer = UnixSocket.peer(of: connection)
        guard let peer, mayConnect(peer.user) else {
            refused(.otherUser(peer?.user))
            closeDescriptor(connection)
            return
        }
        guard count() < connectionsMax else { return refuse(connection, .tooMany) }
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        accepted(connection, peer.process)
    }

    /// The permissions of a group's socket admit only the server's user and the group's members.
    private func mayConnect(_ peer: UInt32) -> Bool { peer == user || acceptsOtherUsers }

    /// There are no descriptors left: with the one that was kept, the connection that waits longest is refused. There may
    /// be none, as the system looks for a descriptor before it looks for a connection.
    private func refuseOne() {
        guard reserve >= 0 else {
            // The socket stays readable, and the loop would look again and again.
            poll?.watch([])
            pause?.start(nanoseconds: Listener.pauseNanoseconds)
            return
        }
        closeDescriptor(reserve)
        let connection = accept(descriptor, nil, nil)
        if connection >= 0 {
            refuse(connection, .noDescriptors)
        }
        reserve = openReserve()
    }

    /// Tells the client why, and closes the connection. An empty socket takes the few bytes at once.
    private func refuse(_ connection: Int32, _ refusal: Refusal) {
        refused(refusal)
        if let peer = UnixSocket.peer(of: connection), mayConnect(peer.user) {
            _ = answer(refusal).withUnsafeBytes { UnixSocket.send(connection, $0, waiting: false) }
        }
        closeDescriptor(connection)
    }

    /// Longer than a thread has a descriptor that it needs for a moment.
    private static let pauseNanoseconds: Int64 = 10_000_000
}
