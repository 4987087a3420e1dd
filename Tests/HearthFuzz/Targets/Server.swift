/// The whole server without sockets and disks: whatever its clients send in which order, it answers with frames that can
/// be read, and comes to rest.
///
/// Input: steps, each with its kind (1 byte, see `ServerStep`) and what the kind takes.
func checkServer(_ input: [UInt8]) {
    var choices = Choices(input)
    let server = FuzzedServer()
    while !choices.isAtEnd {
        server.apply(ServerStep.allCases[choices.below(ServerStep.allCases.count)], &choices)
    }
    server.settle()
}

/// What clients do, and whoever drives the server.
enum ServerStep: UInt8, CaseIterable {
    /// A request, with some of its numbers replaced, and all that comes of it. The request (1 byte), how many numbers (1
    /// byte), of each its place, what it becomes (1 byte each) and, in a column, its width and its row (1 byte each).
    case ask
    /// The same request, without anything done about it yet.
    case send
    /// The first part of such a frame, up to a byte (1 byte).
    case sendPart
    case turn
    case commit
    /// A client that does not read, or reads again.
    case pauseReading
    /// The connection ends.
    case leave
    /// Time passes: tenths of a second (1 byte).
    case wait
    /// Another connection is the one that does something (1 byte).
    case change
}

extension FuzzTarget {
    /// Inputs of the server's target in which each number of each request is at each edge, one after the other.
    package static var serverEdges: [[UInt8]] {
        RequestTemplates.places(FuzzedServer()).enumerated().map { template, places in
            (0..<places).flatMap { place in
                Choices.edges.indices.flatMap { edge -> [UInt8] in
                    [ServerStep.ask.rawValue, UInt8(template), 1, UInt8(place), UInt8(edge), UInt8(edge % 2), 0]
                }
            }
        }
    }
}
