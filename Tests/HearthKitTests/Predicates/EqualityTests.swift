import Foundation
import Testing

@testable import HearthKit

/// Which predicates are equal, alone and in the descriptors of queries.
@Suite struct EqualityTests {
    private let type = HKQuantityType(.heartRate)
    private let early = HKQuery.predicateForSamples(withStart: nil, end: SharedStore.start)
    private let own = NSPredicate { object, _ in object is HKSample }

    private func all(_ parts: NSPredicate...) -> NSPredicate {
        NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    }

    private func any(_ parts: NSPredicate...) -> NSPredicate {
        NSCompoundPredicate(orPredicateWithSubpredicates: parts)
    }

    @Test func predicatesAreEqualWhenTheySayTheSame() {
        let (uuid, other) = (UUID(), UUID())
        let (same, different) = (HKQuery.predicateForObject(with: uuid), HKQuery.predicateForObject(with: other))
        #expect(
            same == HKQuery.predicateForObject(with: uuid) && same.hash == HKQuery.predicateForObject(with: uuid).hash
        )
        #expect(same != different && different != same)
        for truth in [true, false] {
            #expect(NSPredicate(value: truth) != same && same != NSPredicate(value: truth))
        }
        let plain = { HKSamplePredicate.quantitySample(type: type, predicate: $0) }
        #expect(plain(same) == plain(HKQuery.predicateForObject(with: uuid)))
        #expect(plain(same) != plain(different) && plain(same) != plain(nil) && plain(nil) == plain(nil))
        #expect(plain(any(same, early)) == plain(any(same, early)))
        #expect(plain(any(same, early)) != plain(any(different, early)))
        #expect(plain(any(same, early)) != plain(all(same, early)))
        #expect(plain(own) == plain(own) && plain(own) != plain(NSPredicate { _, _ in true }))
        #expect(
            Set([plain(any(same, early)), plain(any(same, early)), plain(all(same, early)), plain(own)]).count == 3
        )
    }
}
