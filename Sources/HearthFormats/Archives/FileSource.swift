import Foundation
import HearthSystem

/// The bytes of a file.
final class FileSource: ByteSource {
    private static let pieceBytes = 256 << 10

    let byteCount: Int
    private let descriptor: Int32
    private var offset = 0

    /// Only regular files are read: a pipe could wait forever, and a device has no end. `followsLinks`: whether the path may be
    /// a link. A file of an unpacked archive is not one, and a link in it could lead to anything.
    init(_ path: String, followsLinks: Bool = true) throws(FormatError) {
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            if descriptor >= 0 {
                close(descriptor)
            }
            throw FormatError(.unreadable, at: 0)
        }
        byteCount = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    func next() throws(FormatError) -> [UInt8] {
        guard let bytes = readPiece(of: descriptor, atMost: Self.pieceBytes) else {
            throw FormatError(.unreadable, at: offset)
        }
        offset += bytes.count
        return bytes
    }
}
