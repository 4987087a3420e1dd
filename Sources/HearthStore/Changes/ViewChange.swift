package import HearthModel

/// From what an app could read when its stream had an anchor to what it may read now.
struct ViewChange {
    /// Nil if not known: the stream may have nothing.
    private let old: AccessView?
    /// Nil for everything.
    private let new: AccessView?

    init(from old: AccessView?, to new: AccessView?) {
        // Of an anchor of another app it is not known which samples of its reader it had.
        self.old = new.map { $0.app == old?.app } ?? true ? old : nil
        self.new = new
    }

    /// `number`: names what the app could read in the anchor of its stream.
    init(fromView number: UInt64, in snapshot: Snapshot) {
        let isSame = number == snapshot.view?.number
        self.init(from: isSame ? snapshot.view : snapshot.access.earlierView(number), to: snapshot.view)
    }

    private func now(_ type: ObjectType) -> AccessView.Reading { new?.reading(of: type) ?? .everything }

    /// Whether the stream lacks samples of a type that are visible now.
    func widens(_ type: ObjectType) -> Bool {
        guard let old else { return true }
        if now(type).allowsMore(than: old.reading(of: type)) { return true }
        // It may have had a correlation without members that are visible now.
        let members = AccessView.members.first { $0.0 == type }?.1 ?? []
        return members.contains { now($0).allowsMore(than: old.reading(of: $0)) }
    }

    /// Whether deletions of a type are shown that were not. The app's own always are.
    func showsDeletions(_ type: ObjectType) -> Bool {
        guard let old else { return true }
        return now(type).allowsMore(than: old.reading(of: type))
    }

    /// The predicate for what the stream lacks of the samples of a type that satisfy one and are visible now. It lacks a
    /// correlation that it has had without one of the members that are visible now.
    func lacking(_ predicate: PreparedPredicate, of type: ObjectType, in snapshot: Snapshot) -> PreparedPredicate {
        guard let old, let had = hadTerms(type, snapshot) else { return predicate }
        let lacking = had + [.not]
        let isGroup = type.kind == .correlation
        return predicate.and(lacking + (isGroup ? [.test(.visibleMember(butNotThrough: old)), .or] : []))
    }

    /// The predicate for what the stream has had of the samples of a type that satisfy one.
    func had(_ predicate: PreparedPredicate, of type: ObjectType, in snapshot: Snapshot) -> PreparedPredicate {
        guard let had = hadTerms(type, snapshot) else { return PreparedPredicate(terms: [.test(.constant(false))]) }
        return predicate.and(had)
    }

    /// True of what was visible; nil: nothing is known to have been.
    private func hadTerms(_ type: ObjectType, _ snapshot: Snapshot) -> [PreparedPredicate.Term]? {
        guard let old else { return nil }
        let visible = PreparedPredicate(terms: []).visible(of: type, in: snapshot.seen(through: old))
        return visible.isEmpty ? [.test(.constant(true))] : visible.terms
    }

    /// The deletions of types that the stream has had; empty: not known.
    func hadDeletions(of types: [ObjectType], in snapshot: Snapshot) -> [ObjectType: VisibleDeletions] {
        guard let old else { return [:] }
        let own = ProvenanceTest(ofApp: old.app, snapshot.provenances)
        let had = types.map { ($0, VisibleDeletions(of: $0, through: old, own)) }
        return Dictionary(had) { first, _ in first }
    }
}

extension Anchor {
    /// An anchor that the reader of a snapshot has sent. Throws if it is none.
    package init(decoding encoded: EncodedAnchor, from snapshot: Snapshot) throws(HearthError) {
        let view = snapshot.view
        try self.init(
            decoding: encoded,
            snapshot.anchorSeal,
            isLimited: ObjectType.all.contains { view?.reading(of: $0) ?? .everything != .everything }
        )
    }

    /// Where a stream begins for the reader of a snapshot, about whom something may have been decided since it got the anchor.
    ///
    /// What the stream has is described by one view and the pass that is under way. A pass that ends early counts as not
    /// begun: what it brought is delivered again, but nothing is left out. Each decision begins a pass, whatever was decided: a
    /// stream continues in one way, apart from what it brings, so a refusal looks like a type without samples.
    func adapted(to snapshot: Snapshot) throws(HearthError) -> Anchor {
        let view = snapshot.view?.number ?? 0
        var adapted = self
        guard var stream = visibility else {
            // It has everything.
            adapted.visibility = view == 0 ? nil : StreamVisibility(view: view, withheld: deletions)
            return adapted
        }
        if (stream.pass?.view ?? stream.view) != view {
            let withheld = stream.withheld
            stream.withheld = withheld ?? deletions
            stream.pass = .init(to: view, withheld == nil ? .samples : .deletions, after: withheld ?? 0)
        }
        if let pass = stream.pass, pass.part == .deletions, pass.position < snapshot.oldest {
            throw Anchor.expired
        }
        adapted.visibility = stream
        return adapted
    }

    /// Up to where the changes of the part that comes next were brought.
    var position: UInt64 { visibility?.pass?.position ?? sequence }
}
