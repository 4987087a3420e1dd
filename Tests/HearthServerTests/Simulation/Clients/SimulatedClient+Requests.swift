import HearthModel
import HearthTestSupport
import HearthWire

/// What a client asks for, at random.
extension SimulatedClient {
    private static let mostCalls = 8
    private static let mostStreams = 4

    /// Does one thing that an app may do.
    func act() {
        guard connection != nil else { return }
        guard isWelcome else { return sayHello() }
        guard calls.count < SimulatedClient.mostCalls else { return }
        switch world.random.below(100) {
        case 0..<27: save()
        case 27..<30: registerForBackground()
        case 30..<36: saveAgain()
        case 36..<40: conflict()
        case 40..<49: delete()
        case 49..<52: deleteMatching()
        case 52..<58: addToWorkout()
        case 58..<68: query()
        case 68..<86: readChanges()
        case 86..<88: observe()
        case 88..<90: followStatistics()
        case 90..<92:
            open(.ping, [.ping(Ping(payload: [1, 2]))])
            world.occurrences.note(.ping)
        case 92..<93:
            open(.status(after: known.commit), [.status])
            world.occurrences.note(.status)
        case 93..<95: listSources()
        case 95..<97: useCharacteristics()
        default: cancel()
        }
    }

    // MARK: - Writes

    /// `identifiers`: of those that all samples have; nil: a few have one of two.
    private func newSamples(_ count: Int, identifiers: [String]? = nil) -> [SimulatedSample] {
        let only = world.random.chance(50) ? world.random.pick(SimulatedSample.types) : nil
        return (0..<count).compactMap { _ in
            guard let type = only ?? world.random.pick(SimulatedSample.types) else { return nil }
            return SimulatedSample(
                id: world.newID(),
                type: type,
                start: Int64(world.random.below(1_000)),
                value: Double(world.random.between(1, 5)),
                sync: identifiers.map { newSync($0) } ?? (world.random.chance(15) ? newSync(["a", "b"]) : nil)
            )
        }
    }

    /// Of few, so that they meet.
    private func newSync(_ identifiers: [String]) -> SimulatedSample.Sync? {
        world.random.pick(identifiers).map {
            SimulatedSample.Sync(identifier: $0, version: Int64(world.random.between(1, 9)))
        }
    }

    private func save() {
        guard world.random.chance(15) else {
            return write(SimulatedWrite(app: app, .save(newSamples(world.random.between(1, 4)))))
        }
        // Half of these replace more samples than lie in a segment.
        let identifiers = world.random.chance(50) ? (0..<14).map { "\($0)" } : nil
        write(SimulatedWrite(app: app, .save(newSamples(world.random.between(8, 14), identifiers: identifiers))))
    }

    /// What may be stored already, or surely is.
    private func saveAgain() {
        let isKnown = world.random.chance(40)
        guard let write = world.random.pick(isKnown ? acknowledged : unacknowledged) else { return save() }
        world.occurrences.note(.saveAgain)
        if !isKnown {
            unacknowledged.removeAll { $0 == write }
        }
        self.write(write)
    }

    /// A stored UUID with other content, among others, or the UUID of a sample that another app has deleted.
    private func conflict() {
        let deleted = world.history.keptDeletions.filter { $0.app != app }
        let living = deleted.isEmpty || world.random.chance(70) ? world.history.livingSamples : []
        guard let stored = world.random.pick(living.isEmpty ? deleted : living)?.sample else { return save() }
        if living.isEmpty {
            world.occurrences.note(.conflictWithDeleted)
        }
        let other = SimulatedSample(
            id: stored.id,
            type: stored.type,
            start: stored.start + 1,
            value: stored.value,
            sync: stored.sync
        )
        write(SimulatedWrite(app: app, .save(newSamples(world.random.below(3)) + [other])))
    }

    private func delete() {
        let own = world.history.livingSamples.filter { $0.app == app }
        var ids: [ObjectID] = []
        for _ in 0..<world.random.between(1, 3) {
            if let id = world.random.pick(own)?.sample.id, !ids.contains(id) {
                ids.append(id)
            }
        }
        if world.random.chance(10) {
            ids.append(world.random.pick(world.history.livingSamples)?.sample.id ?? world.newID())
        } else if world.random.chance(5) {
            ids.append(world.newID())
        }
        guard !ids.isEmpty, Set(ids).count == ids.count else { return save() }
        world.occurrences.note(.deletionByID)
        write(SimulatedWrite(app: app, .delete(ids)))
    }

    private func deleteMatching() {
        world.occurrences.note(.deletionByPredicate)
        var selection = selection()
        if world.random.chance(20), let workout = workout() {
            selection.workout = workout
            world.occurrences.note(.deletionInWorkout)
        }
        write(SimulatedWrite(app: app, .deleteMatching(selection)))
    }

    /// A workout that has samples, or had some.
    private func workout() -> ObjectID? {
        world.random.pick((world.history.moments.last?.associations ?? [:]).keys.sorted())
    }

    private func useCharacteristics() {
        guard world.random.chance(60) else {
            open(.characteristics, [.characteristics(Characteristics())])
            world.occurrences.note(.characteristicsRead)
            return
        }
        var values = CharacteristicValues(bloodType: UInt32(world.random.below(4)))
        if world.random.chance(40) {
            values.biologicalSex = UInt32(world.random.below(4))
        }
        if world.random.chance(40) {
            let year = UInt32(1_980 + world.random.below(4))
            values.dateOfBirth = world.random.chance(30) ? .cleared : CalendarDate(year: year, month: 2, day: 28)
        }
        world.occurrences.note(.characteristicsSet)
        write(SimulatedWrite(app: app, .setCharacteristics(values)))
    }

    private func addToWorkout() {
        let living = world.history.livingSamples
        let workouts = living.filter { $0.sample.type == .workout }
        let workout = world.random.chance(90) ? world.random.pick(workouts)?.sample.id : nil
        var stored = [world.random.pick(living)?.sample.id].compactMap(\.self)
        if world.random.chance(10) {
            stored.append(world.newID())
        }
        let samples = newSamples(world.random.between(1, 6))
        world.occurrences.note(.additionToWorkout)
        write(SimulatedWrite(app: app, .addToWorkout(workout ?? world.newID(), samples, stored: stored)))
    }

    private func registerForBackground() {
        guard world.random.chance(70) else {
            open(.registrations, [.backgroundDelivery(BackgroundDelivery())])
            world.occurrences.note(.readingOfRegistrations)
            return
        }
        var delivery = BackgroundDelivery(disableAll: world.random.chance(20))
        for type in SimulatedSample.types where world.random.chance(50) {
            if world.random.chance(40) {
                delivery.disable.append(type)
            } else if let frequency = world.random.pick(UpdateFrequency.all) {
                delivery.enable.append(BackgroundRegistration(type: type, frequency: frequency))
            }
        }
        guard !delivery.onlyReads else { return }
        world.occurrences.note(.registration)
        write(SimulatedWrite(app: app, .register(delivery)))
    }

    func write(_ write: SimulatedWrite) {
        let frames = world.random.chance(30) ? world.random.between(2, 4) : 1
        let requests = write.requests(frames: frames)
        if case .save = write.operation {
            world.occurrences.note(requests.count > 1 ? .saveOfSeveralFrames : .saveOfOneFrame)
        }
        let call = open(.write(write), requests)
        world.note("client \(index) call \(call.number): \(write) in \(requests.count) frames")
    }

    /// Sends a further frame of a save.
    func proceed() {
        let open = openCalls.filter { !$0.frames.isEmpty && !$0.isCancelled }
        guard let call = world.random.pick(open) else { return }
        sendNextFrame(of: call)
    }

    // MARK: - Reading

    private func selection() -> Selection {
        let type = world.random.pick(SimulatedSample.types) ?? .workout
        let hasLeast = type.kind == .quantity && world.random.chance(40)
        return Selection(type: type, least: hasLeast ? Double(world.random.between(2, 4)) : nil)
    }

    private func selections() -> [Selection] {
        switch world.random.below(10) {
        case 0..<2: []
        // Often the same, so that subscriptions share a feed.
        case 2..<5: [Selection(type: SimulatedSample.types[0], least: nil)]
        case 5..<8: [selection()]
        default: [selection(), selection()]
        }
    }

    private var initialCredit: SimulatedCredit {
        SimulatedCredit(initial: Int(world.serverOptions.limits.initialCreditBytes))
    }

    private func query() {
        var chosen = selections()
        if chosen.isEmpty {
            chosen = SimulatedSample.types.map { Selection(type: $0, least: nil) }
        }
        chosen = narrowed(chosen)
        let limit = world.random.chance(30) ? anyLimit() : 0
        let order = order()
        world.occurrences.note(.query)
        let query = SimulatedQuery(chosen, order: order, limit: Int(clamping: limit), known: known)
        let request = QuerySamples(clauses: chosen.map(\.clause), order: order, limit: limit)
        let call = open(.query(query), [.querySamples(request)], credit: initialCredit)
        world.note("client \(index) call \(call.number): query \(chosen), order \(order), limit \(limit)")
    }

    /// A few samples, or more than there will ever be: all numbers are limits.
    private func anyLimit() -> UInt64 {
        guard world.random.chance(20) else { return UInt64(world.random.between(1, 8)) }
        world.occurrences.note(.greatLimit)
        let edges: [UInt64] = [1 << 31 - 1, 1 << 31, 1 << 32, 1 << 63 - 1, 1 << 63, .max - 1, .max]
        return world.random.pick(edges) ?? .max
    }

    private func order() -> [SortKey] {
        guard world.random.chance(50) else { return [] }
        world.occurrences.note(.queryOrdered)
        let fields: [[Field]] = [[.startDate], [.quantity], [.quantity, .startDate], [.startDate, .quantity]]
        return (world.random.pick(fields) ?? []).map { SortKey(field: $0, descending: world.random.chance(50)) }
    }

    /// The same of one workout, at times.
    private func narrowed(_ selections: [Selection]) -> [Selection] {
        guard !selections.isEmpty, world.random.chance(30), let workout = workout() else { return selections }
        world.occurrences.note(.queryInWorkout)
        return selections.map { Selection(type: $0.type, least: $0.least, workout: workout) }
    }

    /// Often of few samples, so that not every app has some.
    private func listSources() {
        var chosen = narrowed(selections())
        if world.random.chance(60) {
            let start = Int64(world.random.below(1_000))
            for index in chosen.indices {
                chosen[index].starts = start..<start + Int64(world.random.between(1, 100))
            }
            world.occurrences.note(.sourcesOfPeriod)
        }
        world.occurrences.note(.sources)
        let request = ListSources(clauses: chosen.map(\.clause))
        open(.sources(SimulatedListing(selections: chosen, known: known)), [.listSources(request)])
    }

    private func readChanges() {
        if world.random.chance(5), let stream = world.random.pick(streams), !stream.copy.anchor.isEmpty {
            return readFromCorruptAnchor(stream)
        }
        let idle = streams.filter { !$0.isOpen }
        if streams.count < SimulatedClient.mostStreams, idle.isEmpty || world.random.chance(40) {
            let stream = SimulatedStream(selections(), world.history)
            if world.random.chance(20), let anchor = world.random.pick(world.anchors) {
                // Whoever begins at an anchor of the store knows what was there.
                stream.copy.anchor = anchor
                let sequence = world.history.anchors.open(anchor)?.sequence ?? 0
                stream.copy.samples = world.history.samples(at: sequence, stream.selections)
                stream.copy.isWhole = true
                stream.saved = stream.copy
                world.occurrences.note(.subscriptionFromOthersAnchor)
            }
            streams.append(stream)
            read(stream, follow: world.random.chance(70))
        } else if let stream = world.random.pick(idle) {
            read(stream, follow: world.random.chance(70))
        }
    }

    func read(_ stream: SimulatedStream, follow: Bool) {
        let limit = !follow && world.random.chance(40) ? anyLimit() : 0
        if !stream.copy.anchor.isEmpty {
            world.occurrences.note(.resumption)
            if let anchor = world.history.anchors.open(stream.copy.anchor), anchor.deletions > anchor.sequence {
                world.occurrences.note(.resumptionInState)
            }
        }
        world.occurrences.note(follow ? .subscription : .changes)
        stream.begin(world.history.storeID, limit: Int(clamping: limit))
        let request = QueryChanges(
            clauses: stream.clauses,
            anchor: stream.copy.anchor,
            limit: limit,
            follow: follow
        )
        let call = open(.changes(stream, follow: follow), [.queryChanges(request)], credit: initialCredit)
        world.note(
            "client \(index) call \(call.number): changes \(stream.selections) from \(stream.position.sequence),"
                + " limit \(limit), follow \(follow)"
        )
    }

    private func readFromCorruptAnchor(_ stream: SimulatedStream) {
        var bytes = stream.copy.anchor.bytes
        // Not those of the store's identifier, which would be that of another store.
        let byte = world.random.below(bytes.count - ObjectID.byteCount)
        bytes[byte == 0 ? 0 : byte + ObjectID.byteCount] ^= UInt8(1 << world.random.below(8))
        let request = QueryChanges(clauses: stream.clauses, anchor: EncodedAnchor(bytes))
        open(.corruptChanges, [.queryChanges(request)], credit: initialCredit)
    }

    private func observe() {
        guard !calls.values.contains(where: { if case .observation = $0.kind { true } else { false } }) else { return }
        let chosen = selections()
        world.occurrences.note(.observation)
        let request = Observe(clauses: chosen.map(\.clause))
        open(.observation(SimulatedObservation(chosen)), [.observe(request)], credit: initialCredit)
    }

    private func followStatistics() {
        guard !calls.values.contains(where: { if case .statistics = $0.kind { true } else { false } }) else { return }
        let least = world.random.chance(40) ? Double(world.random.between(2, 4)) : nil
        let statistics = SimulatedStatistics(Selection(type: SimulatedStatistics.type, least: least))
        world.occurrences.note(.statistics)
        open(.statistics(statistics), [.queryStatistics(statistics.request)], credit: initialCredit)
    }

    private func cancel() {
        let open = openCalls.filter { !$0.isCancelled && ($0.credit != nil || !$0.frames.isEmpty) }
        guard let call = world.random.pick(open) else { return }
        call.isCancelled = true
        send(call.number, .cancel)
        world.note("client \(index) call \(call.number): cancel")
    }

    // MARK: - Credit

    /// Grants something to one of the streams.
    func grant() {
        guard let call = world.random.pick(openCalls.filter { $0.credit != nil && !$0.isCancelled }) else { return }
        let isLarge = world.random.chance(30)
        if call.credit?.left ?? 0 <= 0 {
            world.occurrences.note(.withoutCredit)
        }
        world.occurrences.note(isLarge ? .largeCredit : .smallCredit)
        grant(isLarge ? 1 << 16 : world.random.between(1, 100), to: call)
    }

    func grant(_ bytes: Int, to call: SimulatedCall) {
        call.credit?.grant(bytes)
        send(call.number, .credit(Credit(bytes: UInt64(bytes))))
    }
}
