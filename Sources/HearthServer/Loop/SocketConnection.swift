import HearthModel
import HearthSocket
import HearthSystem

/// The socket of a client: moves bytes between it and the server, and no more at a time than is wanted.
///
/// Unsafe pointers: `send` takes the address of a buffer and its length.
final class SocketConnection {
    let id: ConnectionID
    /// The app whose own socket the client came through; nil: the one of all apps.
    let app: AppID?
    private let server: Server
    private let descriptor: Int32
    private let input: InputBuffer
    private var poll: Poll?
    private var isBlocked = false
    /// Whether the client has ended its sending side. It may still read.
    private var isHalfClosed = false
    /// Whether everything that it has sent is read.
    private var isInputEnded = false
    private let ended: (ConnectionID) -> Void

    init(
        _ loop: EventLoop,
        _ server: Server,
        _ descriptor: Int32,
        _ input: InputBuffer,
        of process: Int32,
        as app: AppID?,
        ended: @escaping (ConnectionID) -> Void
    ) {
        self.server = server
        self.app = app
        self.descriptor = descriptor
        self.input = input
        self.ended = ended
        // Through an app's socket nobody is the owner's tool, and no file of the process is looked at.
        let peer = app == nil ? PeerProgram(of: process) : nil
        // 0 for a process of another namespace, and where the system does not tell.
        id = server.connect(
            of: process > 0 ? process : nil,
            as: app,
            isOwnersTool: peer?.isOwn ?? false,
            difference: peer?.difference
        )
        let poll = Poll(loop, descriptor) { [unowned self] events in happened(events) }
        self.poll = poll
        watch()
    }

    private func happened(_ events: Poll.Events) {
        let isLast = events.contains(.disconnect)
        if isLast || events.contains(.readable), server.connections.wantsInput(from: id, isLast: isLast) {
            guard receive() else { return }
        } else if isLast {
            guard !UnixSocket.isHungUp(descriptor) else { return end() }
            // What it has sent is read once it has read what it was sent.
            isHalfClosed = true
            watch()
        }
        // What needs no turn is answered already, and does not wait for the turns of others.
        if events.contains(.writable) || !isBlocked && server.connections.hasOutput(for: id) {
            flush()
        }
    }

    /// Reads once; false when the connection has ended with that.
    private func receive() -> Bool {
        let count = input.read(from: descriptor) { server.receive($0, from: id) }
        if count > 0 {
            watch()
            return true
        }
        if count == 0, !UnixSocket.isHungUp(descriptor), server.connections.endInput(of: id) {
            isHalfClosed = true
            isInputEnded = true
            watch()
            return true
        }
        guard count < 0, errno == EAGAIN || errno == EINTR else {
            end()
            return false
        }
        return true
    }

    /// Sends what there is to send, and watches for what comes next.
    func flush() {
        guard poll != nil else { return }
        var isBroken = false
        let result = server.drain(id) { bytes in
            bytes.withUnsafeBytes { bytes in
                while true {
                    let count = UnixSocket.send(descriptor, bytes)
                    if count < 0, errno == EINTR { continue }
                    isBroken = count < 0 && errno != EAGAIN
                    return max(count, 0)
                }
            }
        }
        isBlocked = result == .blocked
        if isBroken || result == .close {
            end()
        } else {
            watch()
        }
    }

    private func watch() {
        // The end of a connection is noticed once everything that came before it is handled.
        var events: Poll.Events = isHalfClosed || server.connections.hasUnhandledInput(from: id) ? [] : .disconnect
        if !isInputEnded, server.connections.wantsInput(from: id) {
            events.insert(.readable)
        }
        if isBlocked {
            events.insert(.writable)
        }
        poll?.watch(events)
    }

    /// Closes the socket, whatever was still to be sent.
    func end() {
        guard let poll else { return }
        self.poll = nil
        poll.close()
        closeDescriptor(descriptor)
        server.disconnect(id)
        ended(id)
    }
}
