import Foundation
import HearthSocket

/// Where a server says that it is ready, as systemd would hear it.
///
/// Unsafe pointers: `recv` takes the address of a buffer and its length.
package final class NoticeSocket {
    package let path: String
    package let descriptor: Int32

    package init(in folder: ServerFolder) throws {
        path = folder.file("notice")
        unlink(path)
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let code = try UnixSocket.withAddress(path) { [descriptor] in bind(descriptor, $0, $1) == 0 ? 0 : errno }
        guard code == 0 else { throw Unexpected.failed("bind", code) }
    }

    deinit {
        close(descriptor)
    }

    /// The next datagram; waits for it.
    package func next() throws -> String {
        guard !Waiting.untilReadable([descriptor], seconds: Waiting.secondsMax).isEmpty else {
            throw Unexpected("the server says nothing")
        }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Unexpected.failed("recv", errno) }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// Waits for a datagram and passes over others.
    package func wait(for wanted: String) throws {
        while try next() != wanted {}
    }
}
