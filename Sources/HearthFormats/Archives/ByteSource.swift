/// The bytes of a file, or of a file in an archive, in pieces.
protocol ByteSource: AnyObject {
    /// The number of bytes, as far as the file says.
    var byteCount: Int { get }

    /// The next bytes; empty at the end.
    func next() throws(FormatError) -> [UInt8]
}

extension ByteSource {
    /// All bytes to the end; nil: there are more than `most`.
    func allBytes(atMost most: Int) throws(FormatError) -> [UInt8]? {
        var all: [UInt8] = []
        while true {
            let bytes = try next()
            guard !bytes.isEmpty else { return all }
            guard all.count + bytes.count <= most else { return nil }
            all += bytes
        }
    }
}
