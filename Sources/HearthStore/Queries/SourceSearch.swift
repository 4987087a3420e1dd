package import HearthModel

/// Finds the sources of samples, mostly without reading any: the directory says which a segment has.
package final class SourceSearch {
    private let snapshot: Snapshot
    /// The app after which a page begins; nil: all sources are asked for.
    private let after: AppID?
    private var reader: SegmentReader
    /// Segments that are still to be looked at, by the clauses that want them; without a predicate all samples match.
    private var open: [(predicate: PreparedPredicate?, segments: ArraySlice<Segment>)] = []
    /// The sets of members that the predicates refer to.
    private let members: [MemberSet]
    /// The first segment, as far as its rows were judged.
    private var underWay: RowSearch?
    /// The provenances that were found.
    private var numbers: Set<UInt32> = []
    /// Of each app the last of them, which has the name that it had last. By the bytes of its identifier.
    private var lastByApp: [AppID: UInt32] = [:]

    init(_ request: ListSources, _ prepared: ClausePreparation, _ snapshot: Snapshot, _ reader: SegmentReader) {
        self.snapshot = snapshot
        after = request.after.map { AppID($0) }
        self.reader = reader
        members = prepared.members
        if prepared.clauses.isEmpty, snapshot.view == nil {
            open = snapshot.samples.values.map { (nil, $0.elements[...]) }
        }
        for (clause, predicate) in zip(prepared.clauses, prepared.predicates) {
            open.append((predicate, (snapshot.samples[clause.type]?.elements ?? [])[...]))
        }
    }

    /// The memory that it holds between two steps.
    package var held: ReadingMemory {
        let bytes = underWay == nil ? 0 : open.last?.segments.first?.summary.encodedSize ?? 0
        return ReadingMemory(bytes: bytes, shared: members)
    }

    /// The sources, by bundle identifier, however long it takes.
    package func sources() throws(HearthError) -> SourceList {
        try CursorStep.untilBatch(reader, step) ?? SourceList(sources: [])
    }

    /// The sources, as far as a step with the work of `rows` rows finds them.
    package func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<SourceList> {
        self.reader = reader.beginStep(rows: rows)
        return try step()
    }

    private func step() throws(HearthError) -> CursorStep<SourceList> {
        while let (predicate, segments) = open.last {
            guard let segment = segments.first else {
                open.removeLast()
                continue
            }
            guard !reader.isExhausted, try look(into: segment, predicate) else { return .pause }
            open[open.count - 1].segments.removeFirst()
        }
        return .batch(list())
    }

    /// Notes which sources a segment has; false when it is the turn of others to read.
    private func look(into segment: Segment, _ predicate: PreparedPredicate?) throws(HearthError) -> Bool {
        var search = underWay
        underWay = nil
        if search == nil {
            search = try begin(segment, predicate)
        }
        guard var search else { return true }
        guard let found = try search.proceed(reader) else {
            underWay = search
            return false
        }
        note(Set(search.rows.provenances.selecting(found.chosen)))
        return true
    }

    /// The search in a segment; nil: it needs none.
    private func begin(_ segment: Segment, _ predicate: PreparedPredicate?) throws(HearthError) -> RowSearch? {
        reader.charge(segment.summary.provenances.count + (predicate?.work(for: segment.summary) ?? 1))
        guard !numbers.isSuperset(of: segment.summary.provenances) else { return nil }
        switch try predicate?.certainty(for: segment.summary) ?? .always {
        case .never: return nil
        case .always:
            note(segment.summary.provenances)
            return nil
        case .maybe:
            guard let predicate else { return nil }
            let rows = try reader.rows(of: segment, predicate.parts.union(.provenances))
            return RowSearch(rows, [predicate], in: snapshot)
        }
    }

    private func note(_ found: some Sequence<UInt32>) {
        for number in found where numbers.insert(number).inserted {
            guard let source = snapshot.provenances[number].source else { continue }
            lastByApp[source.app] = max(lastByApp[source.app] ?? number, number)
        }
    }

    /// Each app once, under the name that it had last, as far as the page goes.
    private func list() -> SourceList {
        let wanted = after.map { after in lastByApp.filter { $0.key > after } } ?? lastByApp
        var list = SourceList(sources: [])
        var room = after == nil ? Int.max : Int(Limits.standard.batchBytes)
        for (_, number) in wanted.sorted(by: { $0.key < $1.key }) {
            guard let source = snapshot.provenances[number].source else { continue }
            room -= source.messageBytes
            guard room >= 0 else {
                list.more = true
                break
            }
            list.sources.append(source)
        }
        return list
    }
}

extension ListSources {
    /// The clauses that say what is searched: those of the request; or one for each type, if its reader sees not all of them.
    package func clauses(in snapshot: Snapshot) -> [Clause] {
        clauses.isEmpty && snapshot.view != nil ? snapshot.allTypes.map { Clause(type: $0) } : clauses
    }
}
