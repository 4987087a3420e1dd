import HearthTestSupport
import Testing

@testable import HearthStore

/// A heap hands out its elements in order, whatever is inserted meanwhile.
@Suite struct LeastHeapTests {
    private struct Number: HeapElement, Equatable {
        let value: Int

        func precedes(_ other: Number) -> Bool { value < other.value }
    }

    @Test(arguments: [0, 1, 2, 3, 40]) func elementsComeInOrder(_ count: Int) {
        var random = SeededGenerator(seed: 11)
        let numbers = random.list(count) { Number(value: $0.below(20)) }
        var heap = LeastHeap(numbers)
        var taken: [Int] = []
        while !heap.isEmpty {
            #expect(heap.second == nil || heap.count > 1)
            let first = heap.first
            #expect(heap.removeFirst() == first)
            taken.append(first?.value ?? -1)
        }
        #expect(taken == numbers.map(\.value).sorted())
    }

    @Test func itStaysInOrderWhileItChanges() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 12)
        var random = generator
        var heap = LeastHeap<Number>()
        var plain: [Int] = []
        for _ in 0..<2_000 {
            let value = random.below(50)
            switch random.below(plain.isEmpty ? 1 : 3) {
            case 0:
                heap.insert(Number(value: value))
                plain.append(value)
            case 1:
                #expect(heap.removeFirst().value == plain.removeFirst(), "HEARTH_TEST_SEED=\(seed)")
            default:
                heap.replaceFirst(with: Number(value: value))
                plain[0] = value
            }
            plain.sort()
            #expect(heap.first?.value == plain.first, "HEARTH_TEST_SEED=\(seed)")
            #expect(heap.second?.value == plain.dropFirst().first, "HEARTH_TEST_SEED=\(seed)")
        }
    }
}
