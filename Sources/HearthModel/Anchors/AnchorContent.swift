/// What a sealed anchor holds: every field in every anchor, so that all have one size.
///
/// 6 bytes sequence, 6 bytes deletions, 8 bytes view, 6 bytes for the deletions that may have been withheld, all ones for none,
/// 1 byte for the form, which says what there is, and 6 bytes position and 8 bytes view of a pass. Numbers are little-endian.
///
/// The bytes are kept as words and one byte more: each anchor that is sent is hashed and hidden, a word at a time.
struct AnchorContent {
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64)
    private var last: UInt8

    /// `bytes`: as many as `append` adds.
    init(_ bytes: ArraySlice<UInt8>) {
        func word(_ index: Int) -> UInt64 { Anchor.number(bytes.dropFirst(8 * index).prefix(8)) }
        words = (word(0), word(1), word(2), word(3), word(4))
        last = bytes.last ?? 0
    }

    init(
        sequence: UInt64,
        deletions: UInt64,
        view: UInt64,
        withheld: UInt64,
        form: UInt8,
        position: UInt64,
        passView: UInt64
    ) {
        let (deletions, withheld) = (deletions & Self.commit, withheld & Self.commit)
        let position = position & Self.commit
        words.0 = sequence & Self.commit | deletions << 48
        words.1 = deletions >> 16 | view << 32
        words.2 = view >> 32 | withheld << 32
        words.3 = withheld >> 32 | UInt64(form) << 16 | position << 24
        words.4 = position >> 40 | passView << 8
        last = UInt8(passView >> 56)
    }

    static let newestForm: UInt8 = 3

    /// The bits of a commit's number.
    private static var commit: UInt64 { Anchor.noCommit }
    private static var half: UInt64 { 1 << 32 - 1 }

    var sequence: UInt64 { words.0 & Self.commit }
    var deletions: UInt64 { words.0 >> 48 | (words.1 & Self.half) << 16 }
    var view: UInt64 { words.1 >> 32 | (words.2 & Self.half) << 32 }
    var withheld: UInt64 { words.2 >> 32 | (words.3 & 0xFFFF) << 32 }
    var form: UInt8 { UInt8(truncatingIfNeeded: words.3 >> 16) }
    var position: UInt64 { words.3 >> 24 | (words.4 & 0xFF) << 40 }
    var passView: UInt64 { words.4 >> 8 | UInt64(last) << 56 }

    /// Unsafe pointers: the words are copied together.
    func append(to bytes: inout [UInt8]) {
        let little = (
            words.0.littleEndian, words.1.littleEndian, words.2.littleEndian, words.3.littleEndian, words.4.littleEndian
        )
        withUnsafeBytes(of: little) { bytes.append(contentsOf: $0) }
        bytes.append(last)
    }

    func add(to hash: inout KeyedHash) {
        hash.add(words.0)
        hash.add(words.1)
        hash.add(words.2)
        hash.add(words.3)
        hash.add(words.4)
        hash.add(last)
    }

    /// Hides the content under random bytes, or reveals it.
    mutating func combine(with stream: (UInt128, UInt128, UInt128)) {
        words.0 ^= UInt64(truncatingIfNeeded: stream.0)
        words.1 ^= UInt64(truncatingIfNeeded: stream.0 >> 64)
        words.2 ^= UInt64(truncatingIfNeeded: stream.1)
        words.3 ^= UInt64(truncatingIfNeeded: stream.1 >> 64)
        words.4 ^= UInt64(truncatingIfNeeded: stream.2)
        last ^= UInt8(truncatingIfNeeded: stream.2 >> 64)
    }
}

extension Anchor {
    var content: AnchorContent {
        let pass = visibility?.pass
        return AnchorContent(
            sequence: sequence,
            deletions: deletions,
            view: visibility?.view ?? 0,
            withheld: visibility?.withheld ?? Anchor.noCommit,
            form: form.rawValue,
            position: pass?.position ?? 0,
            passView: pass?.view ?? 0
        )
    }

    private enum Form: UInt8 {
        case everything
        case limited
        case passOfDeletions
        case passOfSamples
    }

    private var form: Form {
        guard let visibility else { return .everything }
        return switch visibility.pass?.part {
        case nil: .limited
        case .deletions: .passOfDeletions
        case .samples: .passOfSamples
        }
    }

    /// Nil if no anchor has this content.
    init?(_ storeID: ObjectID, _ content: AnchorContent) {
        let (sequence, deletions, withheld) = (content.sequence, content.deletions, content.withheld)
        guard let form = Form(rawValue: content.form), deletions >= sequence else { return nil }
        guard form != .everything else {
            self.init(storeID: storeID, sequence: sequence, deletions: deletions)
            return
        }
        var visibility = StreamVisibility(
            view: content.view,
            withheld: withheld == Anchor.noCommit ? nil : withheld
        )
        switch form {
        case .everything, .limited: break
        case .passOfDeletions: visibility.pass = .init(to: content.passView, .deletions, after: content.position)
        case .passOfSamples: visibility.pass = .init(to: content.passView, .samples, after: content.position)
        }
        self.init(storeID: storeID, sequence: sequence, deletions: deletions, visibility: visibility)
    }
}
