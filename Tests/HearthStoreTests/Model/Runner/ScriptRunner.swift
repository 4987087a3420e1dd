import HearthModel
import HearthStore
import HearthWire

/// Runs a script against a store and the reference, and throws where they differ.
final class ScriptRunner {
    let script: Script
    let bug: PlantedBug
    private let place: OpenPlace
    private let clock = ScriptClock()
    var reference = ReferenceStore()
    /// Those handed out, the newest last.
    var anchors: [RememberedAnchor] = []
    private var process: Process?
    private var queries: [Int: OpenQuery] = [:]
    private var streams: [Int: OpenChanges] = [:]
    private var storeID: ObjectID?
    private var oldest: UInt64 = 0
    /// The number of groups that were committed.
    private var groups = 0

    /// What is gone when a process ends.
    private struct Process {
        var writer: StoreWriter
        var reader: StoreReader
    }

    private init(_ script: Script, _ place: StorePlace, _ bug: PlantedBug) throws {
        self.script = script
        self.bug = bug
        self.place = try OpenPlace(place)
    }

    /// What goes wrong with the script; nil when nothing does.
    static func mismatch(_ script: Script, on place: StorePlace, bug: PlantedBug = .none) throws -> Mismatch? {
        let runner = try ScriptRunner(script, place, bug)
        defer { runner.end() }
        do throws(Mismatch) {
            try runner.run()
            return nil
        } catch {
            return error
        }
    }

    private func end() {
        endProcess()
        place.remove()
    }

    private func endProcess() {
        queries = [:]
        streams = [:]
        process = nil
    }

    private func run() throws(Mismatch) {
        try open()
        for (index, step) in script.steps.enumerated() {
            do throws(Mismatch) {
                try perform(step)
            } catch {
                var mismatch = error
                mismatch.step = index
                throw mismatch
            }
        }
    }

    private func perform(_ step: Step) throws(Mismatch) {
        switch step {
        case .commit(let writes): try commit(writes)
        case .query(let request): try openQuery(request)?.read(batches: .max)
        case .changes(let from): try readChanges(from)
        case .sources(let request): try checkSources(request)
        case .maintain(let steps): try maintain(steps)
        case .advance(let nanoseconds): clock.advance(nanoseconds)
        case .reopen(let isCrash): try reopen(isCrash: isCrash)
        case .openQuery(let slot, let request):
            streams[slot] = nil
            queries[slot] = try openQuery(request)
        case .openChanges(let slot, let from):
            queries[slot] = nil
            streams[slot] = try openChanges(from)
        case .readOn(let slot, let batches):
            try queries[slot]?.read(batches: batches)
            try streams[slot]?.read(batches: batches)
        case .characteristics: try checkSnapshot()
        case .verify: try verify()
        case .everything: try checkEverything()
        }
    }
}

// MARK: - The process

extension ScriptRunner {
    func current() throws(Mismatch) -> (writer: StoreWriter, reader: StoreReader) {
        guard let process else { throw Mismatch(.failure, "the store is not open") }
        return (process.writer, process.reader)
    }

    var now: Timestamp { clock.now }

    private func open() throws(Mismatch) {
        let clock = clock
        process = try succeeding("opening") { () throws(HearthError) in
            let writer = try StoreWriter(
                place.storage(.forSeed(script.seed)),
                options: script.options,
                clock: { clock.now }
            )
            return Process(writer: writer, reader: try writer.makeReader())
        }
    }

    private func reopen(isCrash: Bool) throws(Mismatch) {
        if !isCrash {
            let writer = try current().writer
            queries = [:]
            streams = [:]
            try succeeding("closing") { () throws(HearthError) in try writer.close() }
        }
        endProcess()
        place.endProcess()
        try open()
        try checkContent()
    }

    private func verify() throws(Mismatch) {
        let writer = try current().writer
        try succeeding("verify", .verification) { () throws(HearthError) in try writer.verify() }
    }

    private func maintain(_ steps: Int) throws(Mismatch) {
        let writer = try current().writer
        for _ in 0..<steps {
            let isMore = try succeeding("maintain") { () throws(HearthError) in try writer.maintain() }
            try checkSnapshot()
            if !isMore { return }
        }
        try ensure(steps < 10_000, .failure, "maintenance does not end")
    }

    /// Checks what a snapshot says of itself.
    func checkSnapshot() throws(Mismatch) {
        let snapshot = try current().writer.snapshot
        storeID = storeID ?? snapshot.storeID
        try ensure(snapshot.storeID == storeID, .snapshot, "another store identifier")
        try ensure(snapshot.head == reference.head, .snapshot, "head \(snapshot.head), reference \(reference.head)")
        try ensure(snapshot.anchor.sequence == reference.head, .snapshot, "anchor \(snapshot.anchor.sequence)")
        try ensure(
            snapshot.sampleCount == reference.rows.count,
            .snapshot,
            "\(snapshot.sampleCount) samples, reference \(reference.rows.count)"
        )
        try ensure(snapshot.oldest >= oldest, .retention, "oldest went back from \(oldest) to \(snapshot.oldest)")
        if snapshot.oldest > oldest {
            let newest = reference.newestForgettable(now: now, options: script.options)
            try ensure(snapshot.oldest <= newest, .retention, "oldest is \(snapshot.oldest), may be \(newest)")
        }
        oldest = snapshot.oldest
        // The store may forget some of a commit's deletions, and then no anchor before that commit is of use.
        let partly = reference.commits.filter { $0 >= oldest }.min() ?? oldest
        reference.mayHaveForgotten = partly
        let least = reference.tombstones.count { $0.commit > partly }
        try ensure(
            least...reference.tombstones.count ~= snapshot.deletionCount,
            .retention,
            "\(snapshot.deletionCount) deletions, at least \(least)"
        )
        let characteristics = snapshot.characteristics.withoutZeros
        try ensure(characteristics == reference.characteristics, .characteristics, "\(characteristics)")
        for app in Alphabet.bundleIdentifiers {
            let registrations = snapshot.background.registrations(of: AppID(app))
            let expected = reference.registrations[Array(app.utf8)] ?? [:]
            try ensure(
                registrations.map(\.type.identifier) == expected.keys.map(\.identifier).sorted()
                    && registrations.allSatisfy { expected[$0.type] == $0.frequency },
                .registrations,
                "\(app): \(registrations)"
            )
        }
    }
}

extension ScriptRunner {
    private func commit(_ writes: [Write]) throws(Mismatch) {
        // Every other group has its saves prepared, as large ones are.
        groups += 1
        var waiting = writes.map { SearchedWrite($0, preparesSaves: groups.isMultiple(of: 2)) }
        // The writer leaves writes out of which more is to be prepared, and does them in the end.
        for _ in 0..<1_000 where !waiting.isEmpty {
            waiting = try commit(waiting)
        }
        try ensure(waiting.isEmpty, .receipt, "a write is left out for ever")
        try checkSnapshot()
    }

    /// Returns the writes that were left out.
    private func commit(_ writes: [SearchedWrite]) throws(Mismatch) -> [SearchedWrite] {
        let process = try current()
        // As a server does: what deletions mean was searched before the others of the group.
        let searched = writes.map { $0.searched(by: process.reader, in: process.writer.snapshot) }
        let results = process.writer.commit(searched).map(\.result)
        try ensure(results.count == writes.count, .receipt, "\(results.count) results for \(writes.count) writes")
        var leftOut: [SearchedWrite] = []
        for (index, (searched, result)) in zip(writes, results).enumerated() {
            guard result != nil else {
                switch searched.write.operation {
                case .delete, .save, .addToWorkout: break
                default: throw Mismatch(.receipt, "write \(index) is left out")
                }
                leftOut.append(searched)
                continue
            }
            let write = searched.write
            switch (reference.applying(write, at: now), result) {
            case (_, nil): break
            case (.success(let effect), .success(let receipt)?):
                try take(effect, receipt, index)
            case (.failure(let refusal), .failure(let error)?):
                try ensure(refusal.allows(error), .refusal, "write \(index): \(error); reference \(refusal.faults)")
            case (.success(let effect), .failure(let error)?) where effect.mayBeRefused(with: error): break
            case (.success, .failure(let error)?):
                throw Mismatch(.refusal, "write \(index): \(error); reference accepts it")
            case (.failure(let refusal), .success?):
                throw Mismatch(.refusal, "write \(index) is accepted; reference \(refusal.faults)")
            }
        }
        return leftOut
    }

    private func take(_ effect: WriteEffect, _ receipt: Receipt, _ index: Int) throws(Mismatch) {
        let isSame =
            (receipt.added, receipt.deleted, receipt.unchanged) == (effect.added, effect.deleted, effect.unchanged)
        try ensure(
            isSame,
            .receipt,
            "write \(index): \(receipt); reference added \(effect.added), deleted \(effect.deleted),"
                + " unchanged \(effect.unchanged)"
        )
        let sequence = receipt.anchor.sequence
        let isRight = sequence >= reference.head && effect.numbers ~= Int(sequence - reference.head)
        try ensure(
            isRight,
            .receipt,
            "write \(index): from \(reference.head) to \(sequence); reference takes \(effect.numbers)"
        )
        reference = effect.committed(at: sequence)
        remember([RememberedAnchor(bytes: receipt.anchor.bytes, place: sequence)])
    }

    func remember(_ new: [RememberedAnchor]) {
        // Inside a write an anchor with such a clause stands for what matched then, which may be otherwise by now.
        let lasting = new.filter { $0.part?.clauses.contains(where: \.asksForOthers) != true }
        anchors = (anchors + lasting).suffix(60)
    }
}

extension Clause {
    /// Whether other samples decide whether one matches.
    fileprivate var asksForOthers: Bool {
        predicate?.terms.contains { term in
            switch term {
            case .inWorkout, .inCorrelation, .correlated: true
            default: false
            }
        } ?? false
    }
}

extension CharacteristicValues {
    /// 0 and absent mean the same in a reply.
    fileprivate var withoutZeros: CharacteristicValues {
        CharacteristicValues(
            dateOfBirth: dateOfBirth == .cleared ? nil : dateOfBirth,
            biologicalSex: biologicalSex == 0 ? nil : biologicalSex,
            bloodType: bloodType == 0 ? nil : bloodType,
            fitzpatrickSkinType: fitzpatrickSkinType == 0 ? nil : fitzpatrickSkinType,
            wheelchairUse: wheelchairUse == 0 ? nil : wheelchairUse,
            activityMoveMode: activityMoveMode == 0 ? nil : activityMoveMode
        )
    }
}
