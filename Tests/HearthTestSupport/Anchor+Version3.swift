package import HearthModel

extension Anchor {
    /// The bytes that 1.7 first stored, and sent before it sealed anchors; nil: the app may read everything.
    package var version3: [UInt8]? {
        guard let visibility else { return nil }
        var bytes: [UInt8] = [3]
        func append(_ number: UInt64, _ size: Int) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0.prefix(size)) }
        }
        withUnsafeBytes(of: storeID) { bytes.append(contentsOf: $0) }
        append(sequence, 6)
        append(deletions, 6)
        append(visibility.view, 8)
        append(visibility.withheld ?? .max, 6)
        if let pass = visibility.pass {
            bytes.append(pass.part.rawValue)
            append(pass.position, 6)
            append(UInt64(pass.view), 8)
        }
        append(UInt64(CRC32C.checksum(of: bytes)), 4)
        return bytes
    }
}
