extension Anchor {
    /// The size of an anchor that is not sealed. In version 3 a pass adds to it. Returns nil for an unknown version.
    package static func encodedSize(version: UInt8) -> Int? {
        switch version {
        case 1: 29
        case 2: 37
        case 3: 47
        default: nil
        }
    }

    private static var newestVersion: UInt8 { 3 }
    private static var maximumSize: Int { 62 }
    private static var checksumSize: Int { 4 }
    private static var numberSize: Int { 8 }
    /// Of a commit since version 3, so that there is room for four: 2^48 samples are ten million a second for a year.
    private static var commitSize: Int { 6 }
    private static var passSize: Int { 1 + commitSize + numberSize }
    /// Stands for no commit: all bits of the number of one.
    static var noCommit: UInt64 { 1 << (8 * UInt64(commitSize)) - 1 }

    private var version: UInt8 { visibility != nil ? 3 : deletions == sequence ? 1 : 2 }

    /// The anchor as the store keeps it, and as servers sent it before they sealed anchors.
    ///
    /// 1 byte version, 16 bytes store identifier, 8 bytes sequence; in version 2, for positions in the first state, 8
    /// bytes for deletions; then 4 bytes CRC-32C of the preceding bytes. Numbers are little-endian.
    ///
    /// Version 3, for apps that may not read everything, has after the identifier 6 bytes sequence, 6 bytes deletions, 8
    /// bytes view, and 6 bytes for the deletions that may have been withheld, all ones for none; and during a pass 1 byte
    /// for its part, 6 bytes for its position and 8 bytes for its view.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Anchor.maximumSize)
        bytes.append(version)
        withUnsafeBytes(of: storeID) { bytes.append(contentsOf: $0) }
        func append(_ number: UInt64, _ size: Int = Anchor.numberSize) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0.prefix(size)) }
        }
        if let visibility {
            append(sequence, Anchor.commitSize)
            append(deletions, Anchor.commitSize)
            append(visibility.view)
            append(visibility.withheld ?? Anchor.noCommit, Anchor.commitSize)
            if let pass = visibility.pass {
                bytes.append(pass.part.rawValue)
                append(pass.position, Anchor.commitSize)
                append(pass.view)
            }
        } else {
            append(sequence)
            if version == 2 {
                append(deletions)
            }
        }
        let checksum = CRC32C.checksum(of: bytes)
        withUnsafeBytes(of: checksum.littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// The position of a cursor that a store has kept. An earlier build kept that of an app that may not read everything as
    /// version 5, whose fields mean nothing any more: the app is sent again what it may read.
    package init(stored bytes: [UInt8]) throws(HearthError) {
        guard bytes.first == 5, bytes.count > 1 + ObjectID.byteCount + Anchor.checksumSize else {
            self = try Anchor(bytes: bytes)
            return
        }
        let content = bytes.dropLast(Anchor.checksumSize)
        guard CRC32C.checksum(of: Array(content)) == Anchor.number(bytes.suffix(Anchor.checksumSize)),
            let storeID = ObjectID(bytes: content[1...ObjectID.byteCount])
        else { throw Anchor.damaged }
        self.init(storeID: storeID, sequence: 0)
    }

    package init(bytes: [UInt8]) throws(HearthError) {
        // The version comes first: another version may have another length and another checksum.
        guard let version = bytes.first else {
            throw Anchor.corrupt("The anchor is empty; to start from the beginning, send none.")
        }
        guard version <= Anchor.newestVersion else {
            throw Anchor.corrupt(
                "The anchor's version \(version) is unknown; it may come from a newer Hearth, or it is damaged. Use that"
                    + " version of Hearth, or start again without an anchor."
            )
        }
        guard let size = Anchor.encodedSize(version: version),
            bytes.count == size || version == 3 && bytes.count == size + Anchor.passSize
        else { throw Anchor.damaged }
        let content = bytes.dropLast(Anchor.checksumSize)
        guard CRC32C.checksum(of: Array(content)) == Anchor.number(bytes.suffix(Anchor.checksumSize)),
            let storeID = ObjectID(bytes: content[1...ObjectID.byteCount])
        else {
            throw Anchor.damaged
        }
        var rest = content.dropFirst(1 + ObjectID.byteCount)
        guard version < 3 else {
            guard let anchor = Anchor(storeID, withVisibility: &rest) else { throw Anchor.damaged }
            self = anchor
            return
        }
        let sequence = Anchor.take(Anchor.numberSize, from: &rest)
        let deletions = Anchor.take(Anchor.numberSize, from: &rest)
        // Version 2 is valid only if version 1 could not encode the anchor.
        guard version == 1 || deletions > sequence else { throw Anchor.damaged }
        self.init(storeID: storeID, sequence: sequence, deletions: deletions)
    }

    /// What follows the identifier in version 3; nil: it is damaged.
    private init?(_ storeID: ObjectID, withVisibility rest: inout ArraySlice<UInt8>) {
        let sequence = Anchor.take(Anchor.commitSize, from: &rest)
        let deletions = Anchor.take(Anchor.commitSize, from: &rest)
        let view = Anchor.take(Anchor.numberSize, from: &rest)
        let withheld = Anchor.take(Anchor.commitSize, from: &rest)
        var visibility = StreamVisibility(view: view, withheld: withheld == Anchor.noCommit ? nil : withheld)
        if let part = rest.popFirst() {
            guard let part = StreamVisibility.Pass.Part(rawValue: part) else { return nil }
            let position = Anchor.take(Anchor.commitSize, from: &rest)
            visibility.pass = .init(to: Anchor.take(Anchor.numberSize, from: &rest), part, after: position)
        }
        guard view != 0, deletions >= sequence, visibility.withheld ?? 0 <= deletions else { return nil }
        self.init(storeID: storeID, sequence: sequence, deletions: deletions, visibility: visibility)
    }

    private static func take(_ size: Int, from bytes: inout ArraySlice<UInt8>) -> UInt64 {
        defer { bytes = bytes.dropFirst(size) }
        return number(bytes.prefix(size))
    }

    static func number<Number: FixedWidthInteger>(_ littleEndian: ArraySlice<UInt8>) -> Number {
        littleEndian.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    static var damaged: HearthError {
        corrupt("The anchor is damaged: start again without an anchor.")
    }

    private static func corrupt(_ message: String) -> HearthError {
        HearthError(.anchorCorrupt, message)
    }
}
