/// What a sealed anchor holds: every field in every anchor, so that all have one size.
extension Anchor {
    /// 6 bytes sequence, 6 bytes deletions, 8 bytes view, 6 bytes for the deletions that may have been withheld, all ones for
    /// none, 1 byte for the form, and 6 bytes position and 8 bytes view of a pass, or the path. Numbers are little-endian.
    ///
    /// The lower two bits of the form say what there is, the upper six are those of `decisions`.
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
        bytes.append(form.rawValue | (visibility?.decisions ?? 0) << Form.bits)
        append(pass?.position ?? 0)
        append(pass?.view ?? visibility?.path ?? 0, Anchor.numberSize)
        return bytes
    }

    private enum Form: UInt8 {
        case everything
        case limited
        case passOfDeletions
        case passOfSamples

        static var bits: UInt8 { 2 }
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
        let viewOrPath = Anchor.take(Anchor.numberSize, from: &rest)
        guard form != .everything else {
            self.init(storeID: storeID, sequence: sequence, deletions: deletions)
            return
        }
        var visibility = StreamVisibility(
            view: view,
            withheld: withheld == Anchor.noCommit ? nil : withheld,
            decisions: formAndDecisions >> Form.bits,
            path: form == .limited ? viewOrPath : 0
        )
        switch form {
        case .everything, .limited: break
        case .passOfDeletions: visibility.pass = .init(to: viewOrPath, .deletions, after: position)
        case .passOfSamples: visibility.pass = .init(to: viewOrPath, .samples, after: position)
        }
        self.init(storeID: storeID, sequence: sequence, deletions: deletions, visibility: visibility)
    }
}
