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

    static let help = """
        Prints frames as text: the call, the request or reply, and its fields with the names of hearth.proto. Of one
        that is broken it says where. Needs no server.

        usage: hearth decode [FILE] [--client | --server] [--values]

          FILE           the frames, as they passed over a socket or as hexadecimal digits; none or -: standard input.
                         With digits, lines that begin with '#' are comments, and 'C:' or 'S:' says who sends what
                         follows: the files of Protocol/vectors are read as they are.

        options:
          --client       a client sent them, as it is without it and without marks in the file
          --server       a server sent them
          --values       also values and times of samples, metadata, locations, characteristics and the like, which
                         are hidden without it

        Ends with 1 when something is broken, or is what a reader has to refuse.
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
        guard areGood else { throw CommandError("Not all of this is a frame as the protocol wants it.") }
    }

    private static func contents(_ file: String?) throws(CommandError) -> [UInt8] {
        do {
            guard let file, file != "-" else {
                return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
            }
            return [UInt8](try Data(contentsOf: URL(filePath: file)))
        } catch {
            throw CommandError("The frames cannot be read: is there such a file?")
        }
    }

    /// Prints the frames that one side sent; whether nothing is wrong with them.
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
                try output.print("broken: byte \(position): the bytes end within a frame's length")
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
                    "broken: byte \(position): a frame of \(length) bytes, of which \(end - start) are here"
                )
                return false
            }
            areGood = text.isGood && areGood
            position = end
        }
        return areGood
    }
}
