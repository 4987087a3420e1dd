import Foundation
import HearthModel
import HearthWire

/// `hearth decode`.
enum Decode: Command {
    static let name = "decode"
    static let summary = "print frames of the protocol as text"
    static let flags = ["--client", "--server", "--values"]
    static let values: [String] = []
    static let operands = 0...1
    static let operandNames = ["FILE"]

    static let help = """
        Prints frames as text: the call, the request or reply, and its fields with the names of hearth.proto. For a
        broken frame it prints the position of the fault. Needs no server.

        usage: hearth decode [FILE] [--client | --server] [--values]

          FILE           the frames, as the bytes of a socket or as hexadecimal digits; '-' or no FILE: standard input.
                         Among digits, lines that begin with '#' are comments, and 'C:' or 'S:' names the sender of the
                         frames after it, as in the files of Protocol/vectors.

        options:
          --client       the frames come from a client; the default, unless the file names the sender
          --server       the frames come from a server
          --values       also print values and times of samples, metadata, locations and characteristics, which
                         are hidden by default

        The exit code is 1 when a frame is broken, or violates the protocol.
        """

    static func run(_ given: GivenOptions) throws {
        try given.checkOnlyOne(of: ["--client", "--server"])
        Terminal.outliveReaders()
        let file = try FrameFile(try contents(given.operands.first))
        let sender: FrameSender? = given.has("--server") ? .server : given.has("--client") ? .client : nil
        var output = Output()
        var areGood = true
        for piece in file.pieces {
            areGood =
                try print(piece.bytes, from: sender ?? piece.sender ?? .client, given.has("--values"), to: &output)
                && areGood
        }
        try output.flush()
        guard areGood else { throw CommandError("The input has frames that are broken or violate the protocol.") }
    }

    private static func contents(_ file: String?) throws(CommandError) -> [UInt8] {
        do {
            guard let file, file != "-" else {
                return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
            }
            // A pipe is read as well, such as one that the shell makes of `<(...)`.
            return [UInt8](try FileHandle(forReadingFrom: URL(filePath: file)).readToEnd() ?? Data())
        } catch {
            throw CommandError("Cannot read the frames: the file is missing, or may not be read.")
        }
    }

    /// Prints the frames that one side sent. Returns whether all of them follow the protocol.
    private static func print(
        _ bytes: [UInt8],
        from sender: FrameSender,
        _ showsValues: Bool,
        to output: inout Output
    ) throws -> Bool {
        var areGood = true
        var position = 0
        while position < bytes.count {
            let start = position + FrameSplitter.prefixBytes
            guard start <= bytes.count else {
                try output.print("broken: byte \(position): the input ends inside a frame's length")
                return false
            }
            let length = bytes[position..<start].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length > 0, length <= Limits.standard.frameBytes else {
                try output.print("broken: byte \(position): a length of \(length) is not allowed")
                return false
            }
            let end = min(start + length, bytes.count)
            let text = FrameText(Array(bytes[start..<end]), from: sender, showingValues: showsValues)
            try output.print(text.title)
            for line in text.lines {
                try output.print("  \(line)")
            }
            guard end == start + length else {
                try output.print(
                    "broken: byte \(position): a frame of \(length) bytes, but only \(end - start) follow"
                )
                return false
            }
            areGood = text.isGood && areGood
            position = end
        }
        return areGood
    }
}
