/// A file of an export next to its document.
enum AttachedFile {
    case entry(ZipArchive.Entry, ZipArchive)
    case path(String)
    /// Of an export that is in memory.
    case bytes([UInt8])

    /// Where it is in the export, or on the disk.
    var name: String {
        switch self {
        case .entry(let entry, _): entry.name
        case .path(let path): path
        case .bytes: ""
        }
    }

    func source() throws(FormatError) -> any ByteSource {
        switch self {
        case .entry(let entry, let archive): try archive.source(entry)
        case .path(let path): try FileSource(path, followsLinks: false)
        case .bytes(let bytes): MemorySource(bytes, pieceBytes: bytes.count)
        }
    }
}
