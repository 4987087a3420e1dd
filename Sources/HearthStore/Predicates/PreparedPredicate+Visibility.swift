internal import HearthModel

extension PreparedPredicate {
    /// The predicate for samples of a type that the reader of a snapshot may see: those that its app saved, and of others
    /// as many as it may read.
    func visible(of type: ObjectType, in snapshot: Snapshot) -> PreparedPredicate {
        guard let view = snapshot.view, !view.isWhole(type) else { return self }
        var visible: [Term] = [.test(.provenances(ProvenanceTest(ofApp: view.app, snapshot.provenances)))]
        let member: [Term] = view.needsMember(type) ? [.test(.visibleMember(through: view))] : []
        switch view.reading(of: type) {
        case .everything: visible += member + [.or]
        case .nothing: break
        case .since(let time):
            visible += [.test(.integer(.endDate, .greaterOrEqual, time.nanoseconds))]
            visible += member + (member.isEmpty ? [.or] : [.and, .or])
        }
        return and(visible)
    }
}
