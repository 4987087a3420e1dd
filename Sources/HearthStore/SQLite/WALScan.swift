internal import HearthModel
internal import HearthSystem

/// Reads a write-ahead log as SQLite is going to recover it, and what lies behind the frame where SQLite stops.
///
/// SQLite takes the first frame that is not valid for the end of the log, in silence. After a loss of power that is
/// right: of the last transaction, which was not synced, some frames may be missing in the middle. Any other
/// transaction was synced before the next one began. So of the frames of this log behind its end, which have its salts,
/// one may be the end of a transaction. A second one proves that a transaction which was acknowledged cannot be read.
///
/// Unsafe pointers: `pread` takes the address of a buffer; numbers are loaded from the buffer without a copy.
struct WALScan {
    /// Bytes up to the end of the last transaction that is valid.
    private(set) var end = 0
    /// Frames of this log that lie behind its end.
    private(set) var remains = 0
    /// Ends of transactions among them.
    private(set) var lostCommits = 0

    var isDamaged: Bool { lostCommits > 1 }

    /// The salts in the header, which are others each time SQLite begins the log again.
    private var salts = Pair()

    func isSameLog(as other: WALScan) -> Bool { salts == other.salts }

    /// Whether a whole transaction can be read.
    var hasCommits: Bool { end > WALScan.headerBytes }

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24
    private static let magic: UInt32 = 0x377F_0682
    private static let version: UInt32 = 3_007_000

    /// Salts and checksums, as the header of the log and that of each frame have them.
    private struct Pair: Equatable {
        var first: UInt32 = 0
        var second: UInt32 = 0

        /// Continues SQLite's checksum over bytes. Their number is a multiple of eight.
        mutating func add(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) {
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                let one = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let other = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
                second &+= (isBigEndian ? UInt32(bigEndian: other) : UInt32(littleEndian: other)) &+ first
            }
        }
    }

    /// Scans a file that is open; one that is empty is a log without frames.
    init(_ file: Int32) throws(HearthError) {
        var header = [UInt8](repeating: 0, count: WALScan.headerBytes)
        guard try WALScan.read(file, &header, at: 0) else { return }
        let fields = WALScan.numbers(header)
        let size = Int(fields[2])
        let isSize = size >= 512 && size <= 65_536 && size & (size - 1) == 0
        let isBigEndian = fields[0] & 1 == 1
        var sum = Pair()
        header.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[..<24]), isBigEndian: isBigEndian) }
        let isValid =
            fields[0] & ~1 == WALScan.magic && fields[1] == WALScan.version && isSize
            && sum == Pair(first: fields[6], second: fields[7])
        var frame = [UInt8](repeating: 0, count: WALScan.frameHeaderBytes + (isSize ? size : SQLiteStorage.pageBytes))
        salts = Pair(first: fields[4], second: fields[5])
        if isValid {
            end = WALScan.headerBytes
            try scan(file, &frame, Pair(first: fields[4], second: fields[5]), sum, isBigEndian: isBigEndian)
        } else if try WALScan.read(file, &frame, at: WALScan.headerBytes) {
            // The header was synced before the first frame was written. The frames say which log they are of.
            let fields = WALScan.numbers(frame)
            try count(file, &frame, from: WALScan.headerBytes, Pair(first: fields[2], second: fields[3]))
        }
    }

    /// Goes through the frames that are valid, then through the others.
    private mutating func scan(
        _ file: Int32,
        _ frame: inout [UInt8],
        _ salts: Pair,
        _ sum: Pair,
        isBigEndian: Bool
    ) throws(HearthError) {
        var sum = sum
        var offset = WALScan.headerBytes
        while try WALScan.read(file, &frame, at: offset) {
            let fields = WALScan.numbers(frame)
            frame.withUnsafeBytes { bytes in
                sum.add(UnsafeRawBufferPointer(rebasing: bytes[..<8]), isBigEndian: isBigEndian)
                sum.add(UnsafeRawBufferPointer(rebasing: bytes[WALScan.frameHeaderBytes...]), isBigEndian: isBigEndian)
            }
            guard fields[0] != 0, Pair(first: fields[2], second: fields[3]) == salts,
                Pair(first: fields[4], second: fields[5]) == sum
            else { break }
            offset += frame.count
            if fields[1] != 0 {
                end = offset
            }
        }
        try count(file, &frame, from: offset, salts)
    }

    /// Counts the frames of a log from a position on, whatever their checksums are.
    private mutating func count(
        _ file: Int32,
        _ frame: inout [UInt8],
        from start: Int,
        _ salts: Pair
    ) throws(HearthError) {
        let stride = frame.count
        var header = [UInt8](repeating: 0, count: WALScan.frameHeaderBytes)
        var offset = start
        while salts != Pair(), try WALScan.read(file, &header, at: offset) {
            let fields = WALScan.numbers(header)
            if fields[0] != 0, Pair(first: fields[2], second: fields[3]) == salts {
                remains += 1
                lostCommits += fields[1] != 0 ? 1 : 0
            }
            offset += stride
        }
    }

    /// The numbers at the beginning of a header, each of four bytes, the highest first.
    private static func numbers(_ bytes: [UInt8]) -> [UInt32] {
        bytes.withUnsafeBytes { bytes in
            (0..<min(bytes.count, headerBytes) / 4).map {
                UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
            }
        }
    }

    /// Fills the buffer; false where the file has too few bytes.
    private static func read(_ file: Int32, _ buffer: inout [UInt8], at offset: Int) throws(HearthError) -> Bool {
        let count = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(offset)) }
        guard count >= 0 else { throw .cannotOpen(errno) }
        return count == buffer.count
    }
}
