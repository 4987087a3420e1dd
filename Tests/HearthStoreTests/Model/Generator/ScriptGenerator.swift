import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire

/// Makes a script from a seed. It plays the writes through the reference, so that it knows what is stored: without, most
/// of what it makes would be refused.
struct ScriptGenerator {
    var random: SeededGenerator
    private(set) var store = ReferenceStore()
    /// The app whose write is being made.
    private var origin = Alphabet.apps[0]
    /// Writes of before, to be sent again.
    private var sent: [Write] = []
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed &* 0x9E37 &+ 11)
    }

    static func script(seed: UInt64, steps: Int) -> Script {
        var generator = ScriptGenerator(seed: seed)
        let made = (0..<steps).map { _ in generator.step() }
        return Script(seed: seed, options: .forSeed(seed), steps: made + [.maintain(10_000), .verify, .everything])
    }

    private mutating func step() -> Step {
        switch random.below(100) {
        case 0..<40: .commit(group())
        case 40..<58: .query(query())
        case 58..<68: .changes(changes())
        case 68..<70: .sources(ListSources(clauses: random.chance(40) ? [] : clauses(atMost: 2)))
        case 70..<77: .maintain(random.pick([1, 1, 2, 5, 100]))
        case 77..<81: .advance(random.pick([1, 300, 999, 1_000, 5_000]))
        case 81..<84: .reopen(isCrash: random.chance(60))
        case 84..<87: .openQuery(slot: random.below(3), query())
        case 87..<90: .openChanges(slot: random.below(3), changes())
        case 90..<96: .readOn(slot: random.below(3), batches: random.pick([1, 1, 2, 50]))
        case 96..<98: .characteristics
        case 98: .verify
        default: .everything
        }
    }

    private mutating func group() -> [Write] {
        let count = random.pick([1, 1, 1, 2, 3])
        return (0..<count).map { _ in
            let write = write()
            if case .success(let effect) = store.applying(write, at: Timestamp(nanoseconds: 0)) {
                store = effect.committed(at: store.head + UInt64(effect.numbers.lowerBound))
                sent.append(write)
            }
            return write
        }
    }

    private mutating func write() -> Write {
        if random.chance(8), let again = sent.suffix(20).randomElement(using: &random) {
            return again
        }
        origin = random.chance(40) ? Alphabet.apps[0] : random.pick(Alphabet.apps)
        let operation: Write.Operation =
            switch random.below(100) {
            case 0..<60: .save(columns(from: origin))
            case 60..<68: .delete(.objects(objects(of: origin)))
            case 68..<76: .delete(.matching(clause(ofType: random.pick(Alphabet.types))))
            case 76..<87: .addToWorkout(association(origin))
            case 87..<89: .setCharacteristics(characteristics())
            case 89: .register(registrations())
            default: refused(origin)
            }
        return Write(origin: origin, operation: operation)
    }

    /// Samples to delete: nearly always the app's own.
    private mutating func objects(of origin: Write.Origin) -> [ObjectID] {
        let own = storedIDs { $0.bundleIdentifier == origin.source.bundleIdentifier }
        let chosen = random.some(own, atMost: random.pick([1, 2, 4, 8]))
        guard let first = chosen.first else { return [random.pick(Alphabet.ids)] }
        return random.chance(10) ? chosen + [first] : chosen
    }

    private mutating func association(_ origin: Write.Origin) -> AddToWorkout {
        let saved = random.chance(60) ? [] : columns(from: origin).filter { $0.type != .workout }
        let count = random.pick([0, 1, 2, 4])
        return AddToWorkout(
            workout: workout,
            columns: saved,
            stored: random.some(storedIDs(), atMost: count)
        )
    }

    /// What is stored, in an order that follows from the seed.
    func storedIDs(_ isMeant: (SampleRow) -> Bool = { _ in true }) -> [ObjectID] {
        store.rows.values.filter { isMeant($0.row) }.map(\.row.id).sorted()
    }

    /// A stored workout if there is one.
    var workout: ObjectID {
        mutating get {
            let workouts = storedIDs { $0.type == .workout }
            return workouts.randomElement(using: &random) ?? random.pick(Alphabet.ids)
        }
    }

    private mutating func characteristics() -> CharacteristicValues {
        let dates = [
            CalendarDate(year: 1984, month: 2, day: 29), CalendarDate(year: 2_000, month: 1, day: 1), .cleared,
        ]
        return CharacteristicValues(
            dateOfBirth: random.chance(50) ? random.pick(dates) : nil,
            biologicalSex: random.chance(50) ? UInt32(random.below(4)) : nil,
            bloodType: random.chance(50) ? UInt32(random.below(9)) : nil,
            wheelchairUse: random.chance(30) ? UInt32(random.below(3)) : nil,
            activityMoveMode: random.chance(30) ? UInt32(random.below(3)) : nil
        )
    }

    private mutating func registrations() -> BackgroundDelivery {
        var delivery = BackgroundDelivery(disableAll: random.chance(10))
        for type in Alphabet.types where type.kind != .correlation && random.chance(40) {
            if random.chance(30) {
                delivery.disable.append(type)
            } else {
                let frequency = random.pick(UpdateFrequency.all)
                delivery.enable.append(BackgroundRegistration(type: type, frequency: frequency))
            }
        }
        return delivery
    }

    /// An identifier that is not stored; it may have been before, as one of the app's own samples.
    mutating func freshID(excluding taken: Set<ObjectID>) -> ObjectID {
        // When most are in use there will be conflicts, and these must be there too.
        for _ in 0..<10 {
            let id = random.pick(Alphabet.ids)
            guard store.stored(id) == nil, !taken.contains(id) else { continue }
            if store.isDeletedByOther(id, than: origin) == false || random.chance(5) { return id }
        }
        return random.pick(Alphabet.ids)
    }
}
