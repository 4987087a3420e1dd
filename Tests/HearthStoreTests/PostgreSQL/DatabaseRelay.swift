import Foundation
import HearthSocket
import HearthSystem
import HearthTestSupport

/// Passes bytes between a store and its database, until it is told to lose a connection.
///
/// `@unchecked Sendable`: what changes is guarded.
final class DatabaseRelay: @unchecked Sendable {
    /// When a connection is lost.
    enum Cut: Sendable {
        /// With the next request, which the database does not get.
        case beforeRequest
        /// With the next reply, which the database has sent.
        case beforeReply
    }

    let folder: ServerFolder
    private let listener: Int32
    private let target: String
    private let order = Guarded<Cut?>(nil)
    /// Descriptors that are open.
    private let connections = Guarded<Set<Int32>>([])

    /// - Parameter database: the folder of the database's socket.
    init(to database: String) throws {
        folder = try ServerFolder()
        target = database + Self.name
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let code = try UnixSocket.withAddress(folder.path + Self.name) { [listener] in
            bind(listener, $0, $1) == 0 && listen(listener, 16) == 0 ? 0 : errno
        }
        guard code == 0 else { throw Unexpected.failed("bind", code) }
        let (listener, target, order, connections) = (listener, target, order, connections)
        _ = BackgroundThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
                let code = try UnixSocket.withAddress(target) { connect(server, $0, $1) == 0 ? 0 : errno }
                guard code == 0 else { throw Unexpected.failed("connect", code) }
                connections.withLock { $0.formUnion([client, server]) }
                _ = BackgroundThread {
                    Self.pass(client, server, order)
                    connections.withLock { connections in
                        for descriptor in [client, server] {
                            connections.remove(descriptor)
                            close(descriptor)
                        }
                    }
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        connections.withLock { $0.forEach { _ = shutdown($0, Int32(SHUT_RDWR)) } }
    }

    private static let name = "/.s.PGSQL.5432"

    /// Loses the next connection over which bytes pass.
    func cut(_ cut: Cut) {
        order.withLock { $0 = cut }
    }

    /// Whether the last order was carried out.
    var hasCut: Bool { order.withLock { $0 == nil } }

    private static func pass(_ client: Int32, _ server: Int32, _ order: Guarded<Cut?>) {
        while true {
            for source in Waiting.untilReadable([client, server], seconds: 600) {
                var buffer = [UInt8](repeating: 0, count: 64 << 10)
                let count = read(source, &buffer, buffer.count)
                guard count > 0 else { return }
                let isCut = order.withLock { order in
                    guard let cut = order, (cut == .beforeRequest) == (source == client) else { return false }
                    order = nil
                    return true
                }
                guard !isCut else { return }
                var rest = buffer[..<count]
                while !rest.isEmpty {
                    let written = rest.withUnsafeBytes {
                        send(source == client ? server : client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard written > 0 else { return }
                    rest = rest.dropFirst(written)
                }
            }
        }
    }
}
