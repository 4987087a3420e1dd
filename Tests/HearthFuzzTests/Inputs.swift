import Foundation
import HearthFuzz
import Testing

/// An input that is kept as a file.
struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }
}

extension Input {
    /// Every input in the corpus of a target.
    static func corpus(of target: FuzzTarget) throws -> [Input] {
        try files(in: corpusFolder.appending(path: target.rawValue)).map { file in
            Input(name: file.lastPathComponent, bytes: Array(try Data(contentsOf: file)))
        }
    }

    /// The body of every frame among the protocol's vectors.
    static func vectors() throws -> [Input] {
        let vectors = packageFolder.appending(path: "Protocol/vectors")
        let lengthBytes = 4
        return try (files(in: vectors) + files(in: vectors.appending(path: "frames")))
            .filter { $0.pathExtension == "hex" }
            .map { file in
                let frame = hexBytes(try String(contentsOf: file, encoding: .utf8))
                return Input(name: file.lastPathComponent, bytes: Array(frame.dropFirst(lengthBytes)))
            }
    }
}

let corpusFolder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
let packageFolder = corpusFolder.appending(path: "../../..").standardized

/// The bytes that hexadecimal digits spell; lines that begin with `#` say something else.
private func hexBytes(_ text: String) -> [UInt8] {
    text.split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
        .flatMap { $0.split(separator: " ") }
        .compactMap { UInt8($0, radix: 16) }
}

/// The files directly in a folder, by name.
private func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
}
