import Foundation
import HearthModel
import HearthTestSupport

@testable import HearthKit

/// Makes statements on the samples of a history.
struct RandomStatements {
    let history: RandomHistory
    let type: HKSampleType
    var random: RandomWorkouts
    /// What the latest statement on statistics says of an activity.
    var activityStatement: ((HKWorkoutActivity) -> Bool)?

    init(about history: RandomHistory, of type: HKSampleType, _ generator: SeededGenerator) {
        self.history = history
        self.type = type
        random = RandomWorkouts(generator: generator)
    }

    var samples: [HKSample] { history.samples[type] ?? [] }

    /// A tree of statements; with blocks of the app's own only when it asks nothing that only the store knows.
    mutating func statement(depth: Int, blocks: Bool, associations: Bool) -> Statement {
        guard depth > 0, random.int(0...3) > 0 else { return leaf(blocks, associations) }
        let count = random.int(0...9) == 0 ? 0 : random.int(1...3)
        let parts = (0..<count).map { _ in
            statement(depth: depth - 1, blocks: blocks, associations: associations)
        }
        switch random.int(0...2) {
        case 0: return .all(parts)
        case 1: return .any(parts)
        default: return parts.first.map(Statement.not) ?? .any([])
        }
    }

    private mutating func leaf(_ blocks: Bool, _ associations: Bool) -> Statement {
        switch random.int(0...14) {
        case 0 where blocks, 1 where blocks: return block()
        case 0 where associations, 1 where associations: return association()
        case 0...2: return time()
        case 3: return dates()
        case 4: return identifiers()
        case 5: return origin()
        case 6: return device()
        case 7...8: return metadata()
        case 9: return constant()
        default: return ofKind()
        }
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[random.int(0...elements.count - 1)]
    }

    mutating func pickSample() -> HKSample { pick(samples) }

    mutating func operation() -> Operation { pick(Operation.all) }

    // MARK: - Any samples

    private mutating func constant() -> Statement {
        let truth = random.flag()
        return switch random.int(0...2) {
        case 0: Statement(NSPredicate(value: truth), "\(truth)") { _ in truth }
        case 1: Statement(format: truth ? "TRUEPREDICATE" : "NOT TRUEPREDICATE", []) { _ in truth }
        default:
            Statement(
                truth ? Statement.all([]).predicate : Statement.any([]).predicate,
                truth ? "AND of none" : "OR of none"
            ) { _ in
                truth
            }
        }
    }

    private mutating func block() -> Statement {
        let digit = random.int(0...15)
        return Statement(
            NSPredicate { object, _ in (object as? HKSample).map { $0.uuid.lastDigit < digit } ?? false },
            "{digit < \(digit)}"
        ) { $0.uuid.lastDigit < digit }
    }

    /// A time at which a sample starts or ends, or a moment beside it.
    private mutating func boundary() -> Date {
        let sample = pickSample()
        return (random.flag() ? sample.startDate : sample.endDate) + Double(random.int(-1...1)) / 2
    }

    private mutating func time() -> Statement {
        let start = random.int(0...4) == 0 ? nil : boundary()
        let end = random.int(0...4) == 0 ? nil : boundary()
        let options = HKQueryOptions(rawValue: UInt(random.int(0...3)))
        let lies = { (date: Date) in start.map { date >= $0 } ?? true && end.map { date < $0 } ?? true }
        return Statement(
            HKQuery.predicateForSamples(withStart: start, end: end, options: options),
            "time \(start as Any) \(end as Any) \(options.rawValue)"
        ) { sample in
            guard options.isEmpty else {
                return (!options.contains(.strictStartDate) || lies(sample.startDate))
                    && (!options.contains(.strictEndDate) || lies(sample.endDate))
            }
            return start.map { sample.endDate >= $0 } ?? true && end.map { sample.startDate < $0 } ?? true
        }
    }

    private mutating func dates() -> Statement {
        let isStart = random.flag()
        let key = isStart ? HKPredicateKeyPathStartDate : HKPredicateKeyPathEndDate
        let date = { (sample: HKSample) in isStart ? sample.startDate : sample.endDate }
        let bound = boundary()
        switch random.int(0...3) {
        case 0:
            let other = boundary()
            return Statement(format: "%K BETWEEN %@", [key, [bound, other]]) {
                date($0) >= bound && date($0) <= other
            }
        case 1:
            let others = [bound, boundary(), boundary()]
            return Statement(format: "%K IN %@", [key, others]) { others.contains(date($0)) }
        case 2:
            let operation = operation()
            return Statement(format: "%@ \(operation.sign) %K", [bound, key]) { sample in
                operation.holds(bound, date(sample))
            }
        default:
            let operation = operation()
            return Statement(format: "%K \(operation.sign) %@", [key, bound]) { operation.holds(date($0), bound) }
        }
    }

    private mutating func identifiers() -> Statement {
        let count = random.int(0...20)
        let uuids = Set((0..<count).map { _ in random.int(0...5) == 0 ? UUID() : pickSample().uuid })
        let one = pickSample().uuid
        return switch random.int(0...3) {
        case 0: Statement(HKQuery.predicateForObject(with: one), "UUID \(one)") { $0.uuid == one }
        case 1: Statement(format: "%K != %@", [HKPredicateKeyPathUUID, one]) { $0.uuid != one }
        case 2: Statement(format: "UUID IN %@", [uuids]) { uuids.contains($0.uuid) }
        default: Statement(HKQuery.predicateForObjects(with: uuids), "UUIDs \(uuids)") { uuids.contains($0.uuid) }
        }
    }

    private mutating func origin() -> Statement {
        let source = pickSample().sourceRevision.source
        let revision = pickSample().sourceRevision
        let sources = random.flag() ? Set([source]) : [source, pickSample().sourceRevision.source, .default()]
        let exact = random.flag()
        let pattern = HKSourceRevision(
            source: source,
            version: random.flag() ? HKSourceRevisionAnyVersion : revision.version,
            productType: exact ? "another" : HKSourceRevisionAnyProductType,
            operatingSystemVersion: HKSourceRevisionAnyOperatingSystem
        )
        switch random.int(0...4) {
        case 0:
            return Statement(HKQuery.predicateForObjects(from: source), "source") {
                $0.sourceRevision.source == source
            }
        case 1:
            let some: Set<HKSource> = random.flag() ? [] : sources
            return Statement(HKQuery.predicateForObjects(from: some), "sources") {
                some.contains($0.sourceRevision.source)
            }
        case 2:
            return Statement(HKQuery.predicateForObjects(from: [revision, pattern]), "revisions \(exact)") {
                $0.sourceRevision == revision
                    || $0.sourceRevision.source == source && !exact
            }
        case 3:
            return Statement(format: "%K != %@", [HKPredicateKeyPathSourceRevision, revision]) {
                $0.sourceRevision != revision
            }
        default:
            return Statement(format: "source IN %@", [Array(sources)]) {
                sources.contains($0.sourceRevision.source)
            }
        }
    }

    private mutating func device() -> Statement {
        let device = pick(RandomHistory.devices.compactMap(\.self))
        let values: Set<String> = random.flag() ? [] : ["band", "", "e\u{301}"]
        let isSame = { (own: HKDevice?, other: HKDevice?) in own.map(\.texts) == other.map(\.texts) }
        switch random.int(0...4) {
        case 0:
            return Statement(HKQuery.predicateForObjects(from: [device]), "device \(device.texts)") {
                isSame($0.device, device)
            }
        case 1:
            return Statement(
                HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: values),
                "device name \(values)"
            ) { sample in
                sample.device?.name.map { name in values.contains { Array($0.utf8) == Array(name.utf8) } }
                    ?? values.isEmpty
            }
        case 2:
            return Statement(
                HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyModel, allowedValues: values),
                "device model \(values)"
            ) { sample in
                sample.device?.model.map { model in values.contains { Array($0.utf8) == Array(model.utf8) } }
                    ?? values.isEmpty
            }
        case 3:
            let absent = random.flag()
            return Statement(format: absent ? "device == NIL" : "device != %@", absent ? [] : [NSNull()]) {
                ($0.device == nil) == absent
            }
        default:
            return Statement(format: "%K IN %@", [HKPredicateKeyPathDevice, [device, NSNull()] as [Any]]) {
                $0.device == nil || isSame($0.device, device)
            }
        }
    }

    // MARK: - Associations

    private mutating func association() -> Statement {
        let members = history.members
        let workouts = (history.samples[HKObjectType.workoutType()] ?? []).compactMap { $0 as? HKWorkout }
        let workout = pick(workouts.filter { members[$0.uuid] != nil || $0.uuid.lastDigit == 0 })
        let correlations = (history.samples[HKCorrelationType(.bloodPressure)] ?? []).compactMap {
            $0 as? HKCorrelation
        }
        let correlation = pick(correlations)
        let correlated = Set(correlations.flatMap { $0.objects.map(\.uuid) })
        switch random.int(0...4) {
        case 0:
            return Statement(HKQuery.predicateForObjects(from: workout), "in workout") {
                members[workout.uuid]?.contains($0.uuid) ?? false
            }
        case 1:
            return Statement(format: "%K != %@", [HKPredicateKeyPathWorkout, workout]) {
                !(members[workout.uuid]?.contains($0.uuid) ?? false)
            }
        case 2:
            return Statement(HKQuery.predicateForObjectsWithNoCorrelation(), "not correlated") {
                !correlated.contains($0.uuid)
            }
        case 3:
            return Statement(format: "correlation != nil", []) { correlated.contains($0.uuid) }
        default:
            return Statement(format: "correlation = %@", [correlation]) { correlation.objects.contains($0) }
        }
    }
}

extension HKDevice {
    /// Every property by its bytes.
    fileprivate var texts: [[UInt8]?] {
        [
            name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion, localIdentifier,
            udiDeviceIdentifier,
        ].map { $0.map { Array($0.utf8) } }
    }
}

extension UUID {
    fileprivate var lastDigit: Int { Int(uuid.15 & 15) }
}
