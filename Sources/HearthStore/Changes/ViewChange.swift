internal import HearthModel

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
        self.init(from: snapshot.access.earlierView(number), to: snapshot.view)
    }

    private func now(_ type: ObjectType) -> AccessView.Reading { new?.reading(of: type) ?? .everything }

    /// Whether the stream lacks samples of a type that are visible now.
    func widens(_ type: ObjectType) -> Bool {
        guard let old else { return true }
        if now(type).allowsMore(than: old.reading(of: type)) { return true }
        // A correlation is delivered again when more of its members are visible.
        let members = AccessView.members.first { $0.0 == type }?.1 ?? []
        return members.contains { now($0).allowsMore(than: old.reading(of: $0)) }
    }

    var widens: Bool { ObjectType.all.contains(where: widens) }

    /// Whether deletions of a type are shown that were not.
    func showsDeletions(_ type: ObjectType) -> Bool {
        now(type).allowsMore(than: old?.reading(of: type) ?? .nothing)
    }

    var showsDeletions: Bool { ObjectType.all.contains(where: showsDeletions) }

    /// Whether deletions are hidden of samples that the stream may have brought.
    var hidesDeletions: Bool {
        ObjectType.all.contains { type in
            (old?.reading(of: type) ?? .everything).allowsMore(than: now(type))
        }
    }

    /// The predicate for what the stream lacks of the samples of a type that satisfy one and are visible now.
    func lacking(_ predicate: PreparedPredicate, of type: ObjectType, in snapshot: Snapshot) -> PreparedPredicate {
        guard type.kind != .correlation, let had = hadTerms(type, snapshot) else { return predicate }
        return PreparedPredicate(terms: predicate.terms + had + [.not] + (predicate.isEmpty ? [] : [.and]))
    }

    /// The predicate for what the stream has had of the samples of a type that satisfy one.
    func had(_ predicate: PreparedPredicate, of type: ObjectType, in snapshot: Snapshot) -> PreparedPredicate {
        guard let had = hadTerms(type, snapshot) else { return PreparedPredicate(terms: [.test(.constant(false))]) }
        return PreparedPredicate(terms: predicate.terms + had + (predicate.isEmpty ? [] : [.and]))
    }

    /// True of what was visible; nil: nothing is known to have been.
    private func hadTerms(_ type: ObjectType, _ snapshot: Snapshot) -> [PreparedPredicate.Term]? {
        guard let old else { return nil }
        let own = PreparedPredicate.Term.test(.provenances(ownTest(old, snapshot)))
        switch old.reading(of: type) {
        case .everything: return [.test(.constant(true))]
        case .since(let time): return [own, .test(.integer(.endDate, .greaterOrEqual, time.nanoseconds)), .or]
        case .nothing: return [own]
        }
    }

    /// The deletions of types that the stream has had; empty: not known.
    func hadDeletions(of types: [ObjectType], in snapshot: Snapshot) -> [ObjectType: VisibleDeletions] {
        guard let old else { return [:] }
        let own = ownTest(old, snapshot)
        let had = types.map { ($0, VisibleDeletions(of: $0, through: old, own)) }
        return Dictionary(had) { first, _ in first }
    }

    private func ownTest(_ view: AccessView, _ snapshot: Snapshot) -> ProvenanceTest {
        ProvenanceTest(ofApp: view.app, snapshot.provenances)
    }
}

extension Anchor {
    /// Where a stream begins for the reader of a snapshot, who may read other things than when it got the anchor.
    ///
    /// What the stream has is described by one view and the pass that is under way. A pass that ends early counts as not
    /// begun: what it brought is delivered again, but nothing is left out.
    func adapted(to snapshot: Snapshot) throws(HearthError) -> Anchor {
        let view = snapshot.view?.number ?? 0
        var adapted = self
        guard var stream = visibility else {
            // It has everything.
            adapted.visibility = view == 0 ? nil : StreamVisibility(view: view, withheld: deletions)
            adapted.visibility?.meet(snapshot.view?.decisions ?? 0, at: deletions)
            return adapted
        }
        if stream.pass?.view != view {
            if stream.pass != nil {
                stream.pass = nil
                stream.withheld = stream.withheld ?? deletions
            }
            if stream.view != view {
                let change = ViewChange(fromView: stream.view, in: snapshot)
                let withheld = change.showsDeletions ? stream.withheld : nil
                if change.hidesDeletions {
                    stream.withheld = stream.withheld ?? deletions
                }
                if change.widens {
                    stream.pass = .init(to: view, withheld == nil ? .samples : .deletions, after: withheld ?? 0)
                } else {
                    stream.view = view
                }
            }
        }
        if let pass = stream.pass, pass.part == .deletions, pass.position < snapshot.oldest {
            throw Anchor.expired
        }
        stream.meet(snapshot.view?.decisions ?? 0, at: deletions)
        adapted.visibility = stream.view == 0 && stream.pass == nil ? nil : stream
        return adapted
    }

    /// Up to where the changes of the part that comes next were brought.
    var position: UInt64 { visibility?.pass?.position ?? sequence }
}
