package import Foundation

/// The bytes of pairs of hex digits; lines that begin with # are comments.
package struct HexText {
    package let bytes: [UInt8]
    /// What lines of the form `# key: value` say.
    package let header: [String: String]

    package init(_ text: some StringProtocol) throws {
        var bytes: [UInt8] = []
        var header: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard !line.hasPrefix("#") else {
                if let colon = line.firstRange(of: ": ") {
                    header[String(line[..<colon.lowerBound].dropFirst(2))] = String(line[colon.upperBound...])
                }
                continue
            }
            for pair in line.split(separator: " ") {
                guard pair.utf8.count == 2, let byte = UInt8(pair, radix: 16) else {
                    throw HexFault(description: "\(pair) is not a byte in hex")
                }
                bytes.append(byte)
            }
        }
        self.bytes = bytes
        self.header = header
    }

    package init(of file: URL) throws {
        try self.init(try Repository.text(of: file))
    }
}

struct HexFault: Error, CustomStringConvertible {
    let description: String
}
