/// What a sealed anchor holds: every field in every anchor, so that all have one size.
extension Anchor {
    /// 6 bytes sequence, 6 bytes deletions, 8 bytes view, 6 bytes for the deletions that may have been withheld, all ones for
    /// none, 1 byte for the form, and 6 bytes position and 8 bytes view of a pass. Numbers are little-endian.
    ///
    /// The lower two bits of the form say what there is. Five are those of `decisions`, and the upper one is that of
    /// `isOlderThanDecision`.
    var content: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(AnchorSeal.byteCount)
        func append(_ number: UInt64, _ size: Int = Anchor.commitSize) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0.prefix(size)) }
        }
        let pass = visibility?.pass
        append(sequence)
        append(deletions)
        append(visibility?.view ?? 0, Anchor.numberSize)
        append(visibility?.withheld ?? Anchor.noCommit)
        let age: UInt8 = visibility?.isOlderThanDecision == true ? Form.older : 0
        bytes.append(form.rawValue | (visibility?.decisions ?? 0) << Form.bits | age)
        append(pass?.position ?? 0)
        append(pass?.view ?? 0, Anchor.numberSize)
        return bytes
    }

    private enum Form: UInt8 {
        case everything
        case limited
        case passOfDeletions
        case passOfSamples

        static var bits: UInt8 { 2 }
        static var older: UInt8 { 0x80 }
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
    init?(_ storeID: ObjectID, content: ArraySlice<UInt8>) {
        var rest = content
        let sequence = Anchor.take(Anchor.commitSize, from: &rest)
        let deletions = Anchor.take(Anchor.commitSize, from: &rest)
        let view = Anchor.take(Anchor.numberSize, from: &rest)
        let withheld = Anchor.take(Anchor.commitSize, from: &rest)
        guard let formAndDecisions = rest.popFirst(),
            let form = Form(rawValue: formAndDecisions & (1 << Form.bits - 1)), deletions >= sequence
        else { return nil }
        let position = Anchor.take(Anchor.commitSize, from: &rest)
        let passView = Anchor.take(Anchor.numberSize, from: &rest)
        guard form != .everything else {
            self.init(storeID: storeID, sequence: sequence, deletions: deletions)
            return
        }
        var visibility = StreamVisibility(view: view, withheld: withheld == Anchor.noCommit ? nil : withheld)
        visibility.decisions = (formAndDecisions & ~Form.older) >> Form.bits
        visibility.isOlderThanDecision = formAndDecisions & Form.older != 0
        switch form {
        case .everything, .limited: break
        case .passOfDeletions: visibility.pass = .init(to: passView, .deletions, after: position)
        case .passOfSamples: visibility.pass = .init(to: passView, .samples, after: position)
        }
        self.init(storeID: storeID, sequence: sequence, deletions: deletions, visibility: visibility)
    }
}
