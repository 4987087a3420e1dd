import HearthSocket
import HearthSystem

/// A Redis server for the benchmark that writes each command to disk before it answers, as Hearth does.
final class RedisServer {
    let socket: String
    private let process: ChildProcess

    /// Nil when Redis is not installed.
    init?(in folder: TemporaryFolder) throws {
        guard let program = ChildProcess.find("redis-server") else { return nil }
        socket = folder.file("redis.socket")
        process = try ChildProcess(
            program,
            [
                "--port", "0", "--unixsocket", socket, "--dir", folder.path, "--save", "",
                "--appendonly", "yes", "--appendfsync", "always", "--logfile", folder.file("redis.log"),
            ]
        )
        do {
            try process.wait { (try? UnixSocket.connect(to: socket)).map { close($0) } != nil }
        } catch {
            process.end()
            throw error
        }
    }

    func end() {
        process.end()
    }

    /// A command in Redis' protocol: its words, each with its length before it.
    static func command(_ words: [[UInt8]]) -> [UInt8] {
        var bytes = Array("*\(words.count)\r\n".utf8)
        for word in words {
            bytes += Array("$\(word.count)\r\n".utf8) + word + [0x0D, 0x0A]
        }
        return bytes
    }
}
