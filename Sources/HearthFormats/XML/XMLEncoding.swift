/// The encoding of a document, as its head states it.
enum XMLEncoding {
    /// The parser for a document with this head.
    static func parser(of head: [UInt8], _ handler: any XMLHandler) -> any XMLParsing {
        isPlain(head) ? XMLScanner(handler) : XMLReader(handler)
    }

    /// Bytes at the start of a document that suffice to tell it.
    static let headBytes = 256

    /// Whether ``XMLScanner`` reads a document: it is UTF-8.
    static func isPlain(_ head: [UInt8]) -> Bool {
        let head = head.prefix(headBytes)
        // UTF-16 has zeros; its byte order mark has bytes that UTF-8 has not.
        guard !head.contains(0), !head.contains(where: { $0 >= 0xf5 }) else { return false }
        let text = String(decoding: head, as: UTF8.self)
        guard let declaration = text.firstRange(of: "<?xml"), let end = text.firstRange(of: "?>"),
            declaration.upperBound <= end.lowerBound
        else { return true }
        let stated = text[declaration.upperBound..<end.lowerBound].lowercased()
        guard let encoding = stated.firstRange(of: "encoding") else { return true }
        return stated[encoding.upperBound...].contains("utf-8")
    }
}
