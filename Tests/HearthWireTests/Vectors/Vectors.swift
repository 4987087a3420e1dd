import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// The files of Protocol/vectors, whose README says what they hold.
enum Vectors {
    static let frames = files("frames", ending: ".hex").map { file in
        FrameVector(name: file.deletingPathExtension().lastPathComponent, file: file)
    }
    static let accepted = cases("accept-")
    static let refused = cases("refuse-")
    static let sessions = files("sessions", ending: ".txt").map { file in
        SessionVector(name: file.deletingPathExtension().lastPathComponent, file: file)
    }

    private static func files(_ folder: String, ending: String) -> [URL] {
        Repository.files(in: Repository.vectors.appending(path: folder), ending: ending)
    }

    private static func cases(_ prefix: String) -> [CaseVector] {
        Repository.files(in: Repository.vectors, ending: ".hex")
            .filter { $0.lastPathComponent.hasPrefix(prefix) }
            .map { CaseVector(name: $0.deletingPathExtension().lastPathComponent, file: $0) }
    }
}

/// A frame in either direction.
enum VectorFrame: Hashable {
    case client(ClientFrame)
    case server(ServerFrame)

    /// Which of the two a file says that it holds.
    enum Direction: String {
        case client
        case server
    }

    /// The frame in `bytes`, which begin with its length.
    init(_ direction: Direction, _ bytes: [UInt8]) throws {
        var prefix: [UInt8] = []
        let length = max(bytes.count, Codec.prefixBytes) - Codec.prefixBytes
        prefix.appendLittleEndian(UInt64(length), width: Codec.prefixBytes)
        guard bytes.count > Codec.prefixBytes, bytes.starts(with: prefix) else {
            throw VectorFault("\(bytes.count) bytes are not one frame with its length")
        }
        switch direction {
        case .client: self = .client(try Codec().decode(ClientFrame.self, bytes))
        case .server: self = .server(try Codec().decode(ServerFrame.self, bytes))
        }
    }

    var direction: Direction {
        switch self {
        case .client: .client
        case .server: .server
        }
    }

    func encoded() throws(HearthError) -> [UInt8] {
        switch self {
        case .client(let frame): try Codec().encode(frame)
        case .server(let frame): try Codec().encode(frame)
        }
    }

    /// What the second codec makes of the frame.
    var independentlyEncoded: [UInt8] {
        switch self {
        case .client(let frame): frame.wireBytes.framed
        case .server(let frame): frame.wireBytes.framed
        }
    }
}

/// A frame that is to be decoded and encoded again: frames/*.hex with its *.txtpb.
struct FrameVector: Sendable, CustomTestStringConvertible {
    var name: String
    var file: URL
    var testDescription: String { name }

    func frame() throws -> (frame: VectorFrame, bytes: [UInt8]) {
        let text = try Repository.text(of: file.deletingPathExtension().appendingPathExtension("txtpb"))
        let direction: VectorFrame.Direction =
            switch text.prefix(while: { $0 != "\n" }) {
            case "# hearth.v1.ClientFrame": .client
            case "# hearth.v1.ServerFrame": .server
            default: throw VectorFault("the first line of \(name).txtpb names no frame")
            }
        let bytes = try HexText(of: file).bytes
        return (try VectorFrame(direction, bytes), bytes)
    }
}

/// Bytes that are to be accepted or refused: accept-*.hex, refuse-*.hex.
struct CaseVector: Sendable, CustomTestStringConvertible {
    var name: String
    var file: URL
    var testDescription: String { name }

    struct Content {
        var direction: VectorFrame.Direction
        var header: [String: String]
        var bytes: [UInt8]
    }

    func content() throws -> Content {
        let text = try HexText(of: file)
        guard let direction = text.header["direction"].flatMap(VectorFrame.Direction.init) else {
            throw VectorFault("\(name).hex has no direction")
        }
        return Content(direction: direction, header: text.header, bytes: text.bytes)
    }
}

/// A conversation: sessions/*.txt.
struct SessionVector: Sendable, CustomTestStringConvertible {
    var name: String
    var file: URL
    var testDescription: String { name }

    typealias Frame = (direction: VectorFrame.Direction, bytes: [UInt8])

    /// The frames in their order: who sends them, and their bytes.
    func frames() throws -> [Frame] {
        try Repository.text(of: file).split(separator: "\n").compactMap { line in
            switch line.prefix(2) {
            case "C:": (.client, try HexText(line.dropFirst(2)).bytes)
            case "S:": (.server, try HexText(line.dropFirst(2)).bytes)
            default: nil
            }
        }
    }
}

/// A file that is not as the README says.
struct VectorFault: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
