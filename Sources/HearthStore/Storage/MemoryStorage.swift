package import HearthModel
internal import HearthSystem

/// A storage in memory: for tests, and for stores that end with their process.
package final class MemoryStorage: Storage {
    /// The contents of the disk. Locked, as readers on other threads use them.
    private final class Contents: Sendable {
        struct State: Sendable {
            var stored: StoredState?
            var blocks: [BlockID: [UInt8]] = [:]
            var retired: Set<Int64> = []
        }

        let state: Guarded<State>

        init(_ state: State) {
            self.state = Guarded(state)
        }

        func block(_ id: BlockID) throws(HearthError) -> [UInt8] {
            guard let block = state.withLock({ $0.blocks[id] }) else { throw .damagedBlock }
            return block
        }
    }

    private final class Reader: BlockReader {
        private let contents: Contents

        init(_ contents: Contents) {
            self.contents = contents
        }

        var waitsForOthers: Bool { false }

        func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
            try contents.block(block)
        }

        func close() {}
    }

    private let contents: Contents

    package init() {
        contents = Contents(Contents.State())
    }

    private init(_ contents: Contents) {
        self.contents = contents
    }

    /// The storage that a new process would find after this one has ended in any way.
    package func reopened() -> MemoryStorage {
        MemoryStorage(Contents(contents.state.withLock { $0 }))
    }

    package func load() -> StoredState {
        contents.state.withLock { state in
            var stored = state.stored ?? .created()
            state.stored = stored
            stored.retiredBlocks = state.retired.sorted()
            return stored
        }
    }

    package func commit(_ changes: StorageChanges) {
        contents.state.withLock { state in
            var stored = state.stored ?? StoredState(header: changes.header)
            stored.header = changes.header
            let retired = Set(changes.retiredBlocks)
            stored.segments += changes.newSegments.map(\.summary) + changes.adoptedSegments
            stored.segments.removeAll { retired.contains($0.id) }
            let moved = Dictionary(uniqueKeysWithValues: changes.movedAssociations.map { ($0.id, $0) })
            stored.associations = stored.associations.map { moved[$0.id] ?? $0 }
            stored.associations += changes.newAssociations.map(\.summary) + changes.adoptedAssociations
            stored.associations.removeAll { retired.contains($0.id) }
            stored.provenances += changes.newProvenances
            stored.appRecords.removeAll { record in
                changes.removedAppRecords.contains { record.isSameEntry(as: $0) }
            }
            stored.appRecords += changes.newAppRecords
            state.stored = stored
            state.retired.subtract(changes.adoptedSegments.map(\.id) + changes.adoptedAssociations.map(\.id))
            state.retired.formUnion(retired)
            state.retired.subtract(changes.deletedBlocks)
            for id in changes.deletedBlocks {
                state.blocks[.segment(id)] = nil
                state.blocks[.association(id)] = nil
            }
            for (summary, block) in changes.newSegments {
                state.blocks[.segment(summary.id)] = block
            }
            for (summary, block) in changes.newAssociations {
                state.blocks[.association(summary.id)] = block
            }
        }
    }

    // Memory never fails, and no other program can change it.

    package func reopen() {}

    package func checkFiles() {}

    package func idle() -> Bool { false }

    package func verify() {}

    package func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        try contents.block(block)
    }

    package func makeReader() -> any BlockReader { Reader(contents) }

    package func close() {}
}

extension ObjectID {
    /// A random UUID, version 4: the identifier of a new store.
    static func random() -> ObjectID {
        let high = UInt64.random(in: 0 ... .max) & ~0xF000 | 0x4000
        let low = UInt64.random(in: 0 ... .max) & ~(0b11 << 62) | 0b10 << 62
        return ObjectID(high: high, low: low)
    }
}
