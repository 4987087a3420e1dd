import HearthWire

/// Frames in a file: the bytes of a socket, or hexadecimal digits as in Protocol/vectors.
struct FrameFile {
    /// Consecutive bytes of one sender.
    struct Piece {
        var sender: FrameSender?
        var bytes: [UInt8] = []
    }

    private(set) var pieces: [Piece] = []

    /// A frame begins with its length, whose bytes no text contains, so digits and bytes cannot be confused.
    init(_ contents: [UInt8]) throws(CommandError) {
        if contents.contains(where: { $0 < 0x20 && !FrameFile.white.contains($0) || $0 >= 0x7F }) {
            pieces = [Piece(sender: nil, bytes: contents)]
        } else {
            try readLines(contents)
        }
    }

    private static let white: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]

    private mutating func readLines(_ contents: [UInt8]) throws(CommandError) {
        var sender: FrameSender?
        for (index, line) in contents.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            var digits = line.filter { !FrameFile.white.contains($0) }[...]
            if digits.first == UInt8(ascii: "#") {
                sender = FrameFile.direction(String(decoding: line, as: UTF8.self)) ?? sender
                continue
            }
            if digits.starts(with: "C:".utf8) || digits.starts(with: "S:".utf8) {
                pieces.append(Piece(sender: digits.first == UInt8(ascii: "C") ? .client : .server))
                digits = digits.dropFirst(2)
            }
            guard let bytes = FrameFile.bytes(ofHex: digits) else {
                throw CommandError("Line \(index + 1) must be hexadecimal digits, two for each byte.")
            }
            if pieces.isEmpty, !bytes.isEmpty {
                pieces.append(Piece(sender: sender))
            }
            if !bytes.isEmpty {
                pieces[pieces.count - 1].bytes += bytes
            }
        }
    }

    /// The sender that the first lines of the files `accept-*` and `refuse-*` name.
    private static func direction(_ comment: String) -> FrameSender? {
        switch comment.filter({ $0 != " " && $0 != "\r" }) {
        case "#direction:client": .client
        case "#direction:server": .server
        default: nil
        }
    }

    private static func bytes(ofHex digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var rest = digits
        while let high = rest.popFirst(), let low = rest.popFirst() {
            guard let upper = Character(UnicodeScalar(high)).hexDigitValue,
                let lower = Character(UnicodeScalar(low)).hexDigitValue
            else { return nil }
            bytes.append(UInt8(upper << 4 | lower))
        }
        return bytes
    }
}
