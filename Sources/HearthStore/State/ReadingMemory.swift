/// The memory that a reading holds between two steps, in addition to its request.
package struct ReadingMemory {
    /// The bytes that are its own: rows that it has read and not handed out.
    package var bytes: Int
    /// The sets of members that its predicates refer to, which other readings may hold as well.
    package var shared: [MemberSet]

    package init(bytes: Int = 0, shared: [MemberSet] = []) {
        self.bytes = bytes
        self.shared = shared
    }
}

extension ReadingMemory: Equatable {
    package static func == (one: ReadingMemory, other: ReadingMemory) -> Bool {
        one.bytes == other.bytes && one.shared.count == other.shared.count
            && zip(one.shared, other.shared).allSatisfy { $0 === $1 }
    }
}
