import HearthModel
import HearthWire

/// The handshake of a connection: chapter 4 of the protocol.
struct Handshake {
    /// The time by which Hello must have come.
    let deadline: Int64
    /// The greatest number of a frame so far.
    private var lastNumber: UInt64 = 0

    /// What a frame before Hello leads to.
    enum Step {
        /// Opens the connection.
        case welcome(Hello, call: UInt64)
        /// Refuses a Hello. The client may send another.
        case refuse(HearthError, call: UInt64)
        /// Ends the connection.
        case end(HearthError, call: UInt64 = 0, versions: VersionRange? = nil)
    }

    init(deadline: Int64) {
        self.deadline = deadline
    }

    mutating func step(_ frame: Incoming<Request>) -> Step {
        guard frame.role == .hello else { return .end(Handshake.noHello) }
        guard frame.call > lastNumber else { return .end(.usedNumber) }
        lastNumber = frame.call
        switch frame.content {
        case .success(.hello(let hello)): return step(hello, frame.call)
        case .success: return .end(Handshake.noHello)
        case .failure(let error): return .refuse(error, call: frame.call)
        }
    }

    private func step(_ hello: Hello, _ call: UInt64) -> Step {
        let spoken = VersionRange.supported
        guard hello.major >= spoken.lowestMajor, hello.major <= spoken.highestMajor else {
            let error = HearthError(
                .versionUnsupported,
                "This server speaks version \(spoken.highestMajor).\(spoken.highestMinor).",
                field: "hello.major"
            )
            return .end(error, call: call, versions: spoken)
        }
        return .welcome(hello, call: call)
    }

    static let noHello = HearthError(.handshakeRequired, "The first frame of a connection is a Hello.")
    static let timeout = HearthError(
        .handshakeTimeout,
        "No Hello came in time: send it at once after connecting."
    )
}
