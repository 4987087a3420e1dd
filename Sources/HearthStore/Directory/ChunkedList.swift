/// An immutable list that shares what it has in common with the list that it was made from.
///
/// A snapshot is a copy of all lists, and each commit makes one. The elements lie in chunks of limited size, so that a
/// change copies one chunk and the list of chunks, however long the list is. Each chunk knows something about all of its
/// elements, so that a search passes over most of them.
struct ChunkedList<Element: Sendable, Summary: ChunkSummary>: Sendable where Summary.Element == Element {
    private static var chunkMax: Int { 64 }
    private static var chunkMin: Int { 16 }

    final class Chunk: Sendable {
        let elements: [Element]
        let summary: Summary

        init(_ elements: [Element]) {
            self.elements = elements
            summary = Summary(elements)
        }

        /// With what is known of the elements already.
        init(_ elements: [Element], _ summary: Summary) {
            self.elements = elements
            self.summary = summary
        }
    }

    private(set) var chunks: [Chunk] = []
    private(set) var count = 0

    init() {}

    init(_ elements: [Element]) {
        append(elements)
    }

    var isEmpty: Bool { count == 0 }

    var last: Element? { chunks.last?.elements.last }

    /// All elements, in order.
    var elements: [Element] { chunks.flatMap(\.elements) }

    mutating func append(_ added: [Element]) {
        guard !added.isEmpty else { return }
        count += added.count
        var pending = ArraySlice(added)
        if let tail = chunks.last, tail.elements.count < Self.chunkMax {
            let fitting = Array(pending.prefix(Self.chunkMax - tail.elements.count))
            chunks[chunks.count - 1] = Chunk(tail.elements + fitting, tail.summary.joined(with: Summary(fitting)))
            pending = pending.dropFirst(fitting.count)
        }
        while !pending.isEmpty {
            chunks.append(Chunk(Array(pending.prefix(Self.chunkMax))))
            pending = pending.dropFirst(Self.chunkMax)
        }
    }

    /// Replaces the elements in a range of positions, which are counted over all chunks.
    mutating func replace(_ range: Range<Position>, with added: [Element]) {
        let first = range.lowerBound.chunk
        let last = range.upperBound.chunk
        var elements = Array(chunks[first].elements.prefix(range.lowerBound.offset))
        elements += added
        var removed = 0
        if last < chunks.count {
            elements += chunks[last].elements.dropFirst(range.upperBound.offset)
            removed = chunks[first...last].reduce(0) { $0 + $1.elements.count }
            chunks.replaceSubrange(first...last, with: Self.split(elements))
        } else {
            removed = chunks[first...].reduce(0) { $0 + $1.elements.count }
            chunks.replaceSubrange(first..., with: Self.split(elements))
        }
        count += elements.count - removed
        joinSmallChunk(at: first)
    }

    /// Removes elements, however many, in one pass over the chunks that may have some.
    mutating func removeAll(where isRemoved: (Element) -> Bool, inChunksWhere mayHave: (Summary) -> Bool) {
        var rest: [Chunk] = []
        var isChanged = false
        for chunk in chunks {
            let kept = mayHave(chunk.summary) ? chunk.elements.filter { !isRemoved($0) } : chunk.elements
            let isWhole = kept.count == chunk.elements.count
            isChanged = isChanged || !isWhole
            guard !kept.isEmpty else { continue }
            if let last = rest.last, min(last.elements.count, kept.count) < Self.chunkMin, isChanged {
                // Small chunks are merged.
                rest.removeLast()
                rest += Self.split(last.elements + kept)
            } else if isWhole {
                rest.append(chunk)
            } else {
                rest += Self.split(kept)
            }
        }
        count = rest.reduce(0) { $0 + $1.elements.count }
        chunks = rest
    }

    /// Replaces an element by one that leaves the chunk's summary as it is.
    mutating func substitute(_ element: Element, at position: Position) {
        let chunk = chunks[position.chunk]
        var elements = chunk.elements
        elements[position.offset] = element
        chunks[position.chunk] = Chunk(elements, chunk.summary)
    }

    private static func split(_ elements: [Element]) -> [Chunk] {
        var chunks: [Chunk] = []
        var pending = ArraySlice(elements)
        while !pending.isEmpty {
            // Two of equal size rather than a full one and a tiny one.
            let size = pending.count > chunkMax && pending.count < 2 * chunkMax ? pending.count / 2 : chunkMax
            chunks.append(Chunk(Array(pending.prefix(size))))
            pending = pending.dropFirst(size)
        }
        return chunks
    }

    private mutating func joinSmallChunk(at index: Int) {
        guard index < chunks.count, chunks.count > 1, chunks[index].elements.count < Self.chunkMin else { return }
        let left = index == 0 ? 0 : index - 1
        let joined = chunks[left].elements + chunks[left + 1].elements
        chunks.replaceSubrange(left...left + 1, with: Self.split(joined))
    }

    /// A position in the list.
    struct Position: Comparable {
        var chunk: Int
        var offset: Int

        static func < (left: Position, right: Position) -> Bool {
            (left.chunk, left.offset) < (right.chunk, right.offset)
        }
    }

    /// The element at a position.
    subscript(position: Position) -> Element { chunks[position.chunk].elements[position.offset] }

    var start: Position { Position(chunk: 0, offset: 0) }

    var end: Position { Position(chunk: chunks.count, offset: 0) }

    /// The position after one that is not the end.
    func after(_ position: Position) -> Position {
        position.offset + 1 < chunks[position.chunk].elements.count
            ? Position(chunk: position.chunk, offset: position.offset + 1)
            : Position(chunk: position.chunk + 1, offset: 0)
    }

    /// The first position whose element is not before what is sought, when the elements before it come first.
    func partition(_ isBefore: (Element) -> Bool) -> Position {
        let chunk = chunks.indices.partition { chunks[$0].elements.last.map(isBefore) ?? false }
        guard chunk < chunks.count else { return end }
        let elements = chunks[chunk].elements
        return Position(chunk: chunk, offset: elements.indices.partition { isBefore(elements[$0]) })
    }
}

/// What is known about the elements of a chunk together.
protocol ChunkSummary: Sendable {
    associatedtype Element
    init(_ elements: [Element])

    /// What is known of these elements and of others.
    func joined(with others: Self) -> Self
}
