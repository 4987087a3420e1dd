import Foundation
import HearthModel
import Testing

@testable import HearthKit

/// What of a predicate the store tests, and what is left to the app.
@Suite struct TranslationTests {
    private let type = HKQuantityType(.heartRate)
    private let early = HKQuery.predicateForSamples(withStart: nil, end: SharedStore.start)
    private let late = HKQuery.predicateForSamples(withStart: SharedStore.start, end: nil)
    private let own = NSPredicate { object, _ in object is HKSample }

    private func all(_ parts: NSPredicate...) -> NSPredicate {
        NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    }

    private func any(_ parts: NSPredicate...) -> NSPredicate {
        NSCompoundPredicate(orPredicateWithSubpredicates: parts)
    }

    private func not(_ part: NSPredicate) -> NSPredicate {
        NSCompoundPredicate(notPredicateWithSubpredicate: part)
    }

    /// Whether the store tests the same as with another predicate, and something is left to the app.
    private func expect(
        _ predicate: NSPredicate,
        inStore stored: NSPredicate?,
        isLeft: Bool,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let translation = try PredicateTranslation(predicate, for: type.type)
        let wanted = try PredicateTranslation(stored, for: type.type)
        #expect(translation.predicate == wanted.predicate, sourceLocation: location)
        #expect((translation.residual != nil) == isLeft, sourceLocation: location)
    }

    @Test func theStoreGetsAllThatItCanTest() throws {
        try expect(all(early, late), inStore: all(early, late), isLeft: false)
        try expect(all(early, own), inStore: early, isLeft: true)
        try expect(all(early, all(own, late)), inStore: all(early, late), isLeft: true)
        try expect(any(early, own), inStore: nil, isLeft: true)
        try expect(any(all(early, own), late), inStore: any(early, late), isLeft: true)
        try expect(any(all(early, own), all(late, own)), inStore: any(early, late), isLeft: true)
        try expect(not(any(early, own)), inStore: not(early), isLeft: true)
        try expect(not(all(early, own)), inStore: nil, isLeft: true)
        try expect(not(not(all(early, own))), inStore: nil, isLeft: true)
        try expect(all(late, any(own, early), not(own)), inStore: late, isLeft: true)
        try expect(own, inStore: nil, isLeft: true)
    }

    @Test func predicatesOfFoundation() throws {
        try expect(NSPredicate(value: true), inStore: NSPredicate(format: "TRUEPREDICATE"), isLeft: false)
        try expect(NSPredicate(value: false), inStore: NSPredicate(format: "FALSEPREDICATE"), isLeft: false)
        try expect(all(), inStore: all(), isLeft: false)
        // Foundation negates the first.
        let two = NSCompoundPredicate(type: .not, subpredicates: [early, late])
        try expect(two, inStore: not(early), isLeft: false)
        let sample = SharedStore.heartRate(60)
        #expect(two.evaluate(with: sample) == Condition(two).holds(for: sample))
        #expect(Condition(all()).holds(for: sample) == all().evaluate(with: sample))
        #expect(Condition(any()).holds(for: sample) == any().evaluate(with: sample))
    }

    /// An app's subclass may say anything, whatever it inherits.
    private final class Reversed: NSCompoundPredicate {
        override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
            !super.evaluate(with: object, substitutionVariables: bindings)
        }
    }

    @Test func subclassesOfTheAppAreAsked() throws {
        let reversed = Reversed(type: .and, subpredicates: [NSPredicate(value: true)])
        try expect(all(early, reversed), inStore: early, isLeft: true)
        let translation = try PredicateTranslation(reversed, for: type.type)
        #expect(!translation.isSatisfied(by: SharedStore.heartRate(60)))
    }

    @Test func listsOfAnyLengthAreOneTerm() throws {
        let uuids = (0..<3_000).map { _ in UUID() }
        let one = try PredicateTranslation(HKQuery.predicateForObjects(with: Set(uuids)), for: type.type).predicate
        let listed: [NSPredicate] = [
            NSPredicate(format: "UUID IN %@", uuids),
            NSCompoundPredicate(orPredicateWithSubpredicates: uuids.map(HKQuery.predicateForObject)),
            uuids.dropFirst().reduce(HKQuery.predicateForObject(with: uuids[0])) {
                any($0, HKQuery.predicateForObject(with: $1))
            },
        ]
        for predicate in listed {
            let terms = try #require(try PredicateTranslation(predicate, for: type.type).predicate?.terms)
            guard terms.count == 2, case .ids(let ids) = terms[0], terms[1] == .anyOf(1) else {
                Issue.record("\(terms.count) terms")
                continue
            }
            #expect(one?.terms == [.ids(ids.sorted())])
        }
        let texts = NSPredicate(format: "metadata.k IN %@ OR metadata.k == 'x'", (0..<2_000).map { "\($0)" })
        #expect(try PredicateTranslation(texts, for: type.type).predicate?.terms.count == 2)
        // Different relations and different sorts stay apart.
        let mixed = NSPredicate(
            format: "metadata.k == 1 OR metadata.l < 1 OR metadata.l == 2 OR UUID == %@ OR metadata.m < 2",
            uuids[0]
        )
        #expect(try PredicateTranslation(mixed, for: type.type).predicate?.terms.count == 4)
    }

    @Test func nestingOfOneKindCostsNothing() throws {
        let deep = (1..<900).reduce(early) { whole, second in
            any(whole, HKQuery.predicateForSamples(withStart: SharedStore.time(Double(second)), end: nil))
        }
        #expect(try PredicateTranslation(deep, for: type.type).predicate?.terms.count == 901)
        let tooMany = (0..<1_100).map { HKQuery.predicateForObjects(withMetadataKey: "\($0)") }
        let error = #expect(throws: HearthError.self) {
            try PredicateTranslation(NSCompoundPredicate(andPredicateWithSubpredicates: tooMany), for: type.type)
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func whatDoesNotFitTheTypeIsAnErrorForWhoeverTestsIt() throws {
        let kilograms = HKQuantity(unit: .gram(), doubleValue: 1)
        let unfit: [NSPredicate] = [
            HKQuery.predicateForQuantitySamples(with: .equalTo, quantity: kilograms),
            HKQuery.predicateForCategorySamples(with: .equalTo, value: 1),
            HKQuery.predicateForWorkouts(with: .running),
            HKQuery.predicateForWorkoutActivities(workoutActivityType: .running),
            HKQuery.predicateForWorkouts(
                activityPredicate: HKQuery.predicateForWorkoutActivities(workoutActivityType: .running)
            ),
            NSPredicate(
                format: "%K > %@",
                HKPredicateKeyPathSum,
                kilograms
            ),
            HKQuery.predicateForQuantitySamples(
                with: .lessThan,
                quantity: HKQuantity(unit: SharedStore.perMinute, doubleValue: .nan)
            ),
        ]
        for predicate in unfit {
            for whole in [
                predicate, any(predicate, own), not(all(own, predicate)), all(any(own, not(predicate)), early),
            ] {
                #expect(throws: HearthError.self) { try PredicateTranslation(whole, for: type.type) }
            }
        }
    }

    @Test func predicatesOfActivitiesAreAboutActivities() throws {
        let workout = HKObjectType.workoutType().type
        let running = HKQuery.predicateForWorkoutActivities(workoutActivityType: .running)
        let ofActivity = HKQuery.predicateForWorkouts(activityPredicate: running)
        #expect(try PredicateTranslation(ofActivity, for: workout).residual == nil)
        let block = NSPredicate { object, _ in object is HKWorkoutActivity }
        let mixed = try PredicateTranslation(
            HKQuery.predicateForWorkouts(activityPredicate: all(running, block)),
            for: workout
        )
        #expect(mixed.predicate == nil && mixed.residual != nil)
        for wrong in [running, HKQuery.predicateForWorkouts(activityPredicate: early), all(running, early)] {
            #expect(throws: HearthError.self) { try PredicateTranslation(wrong, for: workout) }
            #expect(throws: HearthError.self) { try PredicateTranslation(any(own, wrong), for: workout) }
        }
    }

    @Test func whatOnlyTheStoreKnowsDoesNotMixWithBlocks() throws {
        let member = HKQuery.predicateForObjects(from: SharedStore.run())
        #expect(try PredicateTranslation(all(member, own), for: type.type).residual != nil)
        for mixed in [any(member, own), not(all(member, own)), any(all(member, own), early)] {
            let error = #expect(throws: HearthError.self) { try PredicateTranslation(mixed, for: type.type) }
            #expect(error?.code == .malformedPredicate)
        }
    }
}
