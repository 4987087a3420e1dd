/// The work of a bare peer until the stream ends.
enum BareWork {
    /// Answers each message with the same.
    case echo
    /// Appends each `size` bytes to a file, and answers when they are on the disk.
    case sink(_ size: Int, file: String)
    /// Answers each message with a number of bytes.
    case source(_ size: Int)
    /// Answers each message, and then writes one of `size` bytes to each of other sockets.
    case fanOut(_ size: Int, outlets: [Int32])
    /// Serves the clients of a listening socket.
    case crowd(listener: Int32)

    /// As arguments of a program.
    var words: [String] {
        switch self {
        case .echo: ["echo"]
        case .sink(let size, let file): ["sink", "\(size)", file]
        case .source(let size): ["source", "\(size)"]
        case .fanOut(let size, let outlets): ["fan-out", "\(size)"] + outlets.map { "\($0)" }
        case .crowd(let listener): ["crowd", "\(listener)"]
        }
    }

    init?(words: ArraySlice<String>) {
        let arguments = words.dropFirst()
        let size = arguments.first.flatMap { Int($0) } ?? 0
        switch words.first {
        case "echo": self = .echo
        case "sink": self = .sink(size, file: arguments.last ?? "")
        case "source": self = .source(size)
        case "fan-out": self = .fanOut(size, outlets: arguments.dropFirst().compactMap { Int32($0) })
        case "crowd": self = .crowd(listener: Int32(size))
        default: return nil
        }
    }

    /// The sockets that the process needs in addition to its own.
    var inherited: [Int32] {
        switch self {
        case .fanOut(_, let outlets): outlets
        case .crowd(let listener): [listener]
        case .echo, .sink, .source: []
        }
    }

    func run(on descriptor: Int32) throws {
        switch self {
        case .echo:
            serve(descriptor) { BareSocket.write(descriptor, $0) }
        case .sink(let size, let path):
            let file = try AppendedFile(path)
            try serve(descriptor, messagesOf: size) {
                try file.append($0)
                return BareSocket.write(descriptor, BareSocket.message)
            }
        case .source(let size):
            let piece = [UInt8](repeating: 0x5A, count: 256 << 10)
            serve(descriptor) { _ in
                stride(from: 0, to: size, by: piece.count).allSatisfy {
                    BareSocket.write(descriptor, piece, min(size - $0, piece.count))
                }
            }
        case .fanOut(let size, let outlets):
            let message = [UInt8](repeating: 0x5A, count: size)
            serve(descriptor) { request in
                BareSocket.write(descriptor, request) && outlets.allSatisfy { BareSocket.write($0, message) }
            }
        case .crowd(let listener):
            var crowd = BareCrowd(control: descriptor, listener: listener)
            crowd.serve()
        }
    }

    /// Calls `answer` for each message, until it returns that the peer is gone.
    private func serve(
        _ descriptor: Int32,
        messagesOf size: Int = BareSocket.message.count,
        _ answer: ([UInt8]) throws -> Bool
    ) rethrows {
        var message = [UInt8](repeating: 0, count: size)
        while BareSocket.read(descriptor, &message, size), try answer(message) {}
    }
}
