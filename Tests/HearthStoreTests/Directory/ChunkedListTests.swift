import HearthTestSupport
import Testing

@testable import HearthStore

/// A chunked list is an array, only that its copies cost little.
@Suite struct ChunkedListTests {
    private typealias List = ChunkedList<Int, Sum>

    /// What a chunk knows: enough to notice when it knows it of other elements, if those differ in more than their millions.
    private struct Sum: ChunkSummary {
        private(set) var total: Int

        init(_ elements: [Int]) {
            total = elements.reduce(0) { $0 + $1 % 1_000_000 }
        }

        func joined(with others: Sum) -> Sum {
            var joined = self
            joined.total += others.total
            return joined
        }
    }

    @Test func doesWhatAnArrayDoes() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 200)
        var random = generator
        for _ in 0..<40 {
            var (list, array) = (List(), [Int]())
            var next = 0
            for _ in 0..<40 {
                let size = random.pick([0, 1, 2, 31, 32, 127, 128, 129, 255, 256, random.below(700)])
                let added = (0..<size).map { $0 + next }
                next += size
                if array.isEmpty || random.chance(40) {
                    list.append(added)
                    array += added
                } else if random.chance(20) {
                    let index = random.below(array.count)
                    array[index] += 1_000_000
                    list.substitute(array[index], at: list.position(index))
                } else if random.chance(20) {
                    let (width, start) = (random.pick([2, 3, 200, 2_000]), random.below(next))
                    let isRemoved = { $0 % width == 0 || $0 >= start && $0 < start + width }
                    list.removeAll(where: isRemoved, inChunksWhere: { _ in true })
                    array.removeAll(where: isRemoved)
                } else {
                    let range = random.range(in: array.count)
                    list.replace(list.position(range.lowerBound)..<list.position(range.upperBound), with: added)
                    array.replaceSubrange(range, with: added)
                }
                check(list, array, "HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    /// Whoever has a copy goes on seeing what it saw.
    @Test func copiesDoNotChange() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 201)
        var random = generator
        var (list, array) = (List(), [Int]())
        var copies: [(list: List, array: [Int])] = []
        for step in 0..<150 {
            if array.isEmpty || random.chance(50) {
                list.append([step, step])
                array += [step, step]
            } else {
                let range = random.range(in: array.count)
                list.replace(list.position(range.lowerBound)..<list.position(range.upperBound), with: [-step])
                array.replaceSubrange(range, with: [-step])
            }
            copies.append((list, array))
        }
        for (list, array) in copies {
            check(list, array, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// A list that grows by ones and shrinks by ones goes through every size.
    @Test func growsAndShrinksByOnes() {
        var (list, array) = (List(), [Int]())
        for element in 0..<300 {
            list.append([element])
            array.append(element)
            check(list, array)
        }
        while !array.isEmpty {
            let index = array.count * 2 / 3
            let position = list.position(index)
            list.replace(position..<list.after(position), with: [])
            array.remove(at: index)
            check(list, array)
        }
        #expect(list.isEmpty && list.last == nil && list.start == list.end)
    }

    @Test func findsWhereSomethingBelongs() {
        for count in [0, 1, 127, 128, 129, 256, 1_000] {
            let array = (0..<count).map { $0 * 2 }
            let list = List(array)
            for sought in -1...(2 * count + 1) {
                let position = list.partition { $0 < sought }
                #expect(list.index(position) == array.filter { $0 < sought }.count, "\(sought) in \(count)")
            }
        }
    }

    @Test func goesFromElementToElement() {
        let list = List(Array(0..<400))
        var position = list.start
        var found: [Int] = []
        while position < list.end {
            found.append(list[position])
            position = list.after(position)
        }
        #expect(found == Array(0..<400) && position == list.end)
    }

    private func check(_ list: List, _ array: [Int], _ comment: Comment = "") {
        #expect(list.elements == array, comment)
        #expect(list.count == array.count && list.isEmpty == array.isEmpty && list.last == array.last, comment)
        #expect(list.chunks.allSatisfy { (1...128).contains($0.elements.count) }, comment)
        #expect(list.chunks.allSatisfy { $0.summary.total == Sum($0.elements).total }, comment)
    }
}

extension SeededGenerator {
    /// A range of an array that begins before its end.
    fileprivate mutating func range(in count: Int) -> Range<Int> {
        let lower = below(count)
        return lower..<lower + below(min(count - lower, chance(50) ? 3 : count) + 1)
    }
}

extension ChunkedList {
    /// The position of the element with an index, or the end.
    fileprivate func position(_ index: Int) -> Position {
        var (chunk, offset) = (0, index)
        while chunk < chunks.count, offset >= chunks[chunk].elements.count {
            offset -= chunks[chunk].elements.count
            chunk += 1
        }
        return Position(chunk: chunk, offset: offset)
    }

    fileprivate func index(_ position: Position) -> Int {
        chunks[..<position.chunk].reduce(position.offset) { $0 + $1.elements.count }
    }
}
