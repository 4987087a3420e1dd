import Foundation
import HearthModel
import HearthStore
import HearthTestSupport

/// `hearth-store-load STORE SEED`: writes to a store until it is killed, and says so line by line, see `LoadLine`.
@main
struct StoreLoad {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let seed = UInt64(arguments[2]) else {
            print("usage: hearth-store-load STORE SEED")
            exit(2)
        }
        let storage = try StoreLocation(arguments[1]).open(checkpoints: .forFaults)
        let writer = try StoreWriter(storage, options: .forFaults)
        let stored = try StoreContents(writer.makeReader(), writer.snapshot)
        try fill(
            writer,
            LoadGenerator(seed: seed, model: LoadModel(stored)),
            SeededGenerator(seed: seed)
        )
    }

    /// Ends by itself when nobody kills it, so that none stays behind.
    private static let mostGroups = 5_000

    private static func fill(_ writer: StoreWriter, _ load: LoadGenerator, _ generator: SeededGenerator) throws {
        var load = load
        var random = generator
        try say(.acknowledged(writer.snapshot.anchor))
        for _ in 0..<mostGroups {
            let group = try load.next()
            try say(.trying(group))
            for result in writer.commit(group) {
                _ = try result.get()
            }
            try say(.acknowledged(writer.snapshot.anchor))
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                guard try writer.maintain() else { break }
            }
            try writer.catchUp()
        }
    }

    /// Writes a line past all buffers: what is said stays said when the process is killed.
    private static func say(_ line: LoadLine) throws {
        var rest = ArraySlice(Array((try line.text() + "\n").utf8))
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard written > 0 else { exit(3) }
            rest = rest.dropFirst(written)
        }
    }
}
