import HearthServer
import HearthStore
import HearthTestSupport

/// The sizes of a run: so small that a few samples go through everything, and not the same in each.
struct SimulationShape {
    var store = StoreOptions()
    var server = ServerOptions()
    var clients = 3

    init(_ random: inout SeededGenerator) {
        store.segmentSamples = random.between(4, 12)
        store.segmentBytes = 1 << random.between(9, 12)
        store.mergeWidth = random.between(2, 4)
        store.staleKeys = 2 * store.mergeWidth
        store.batchSamples = random.between(2, 6)
        store.batchBytes = random.chance(50) ? 1 << 16 : random.between(100, 400)
        // Longer than between two bookmarks, after which every subscription has a new anchor.
        store.retentionNanoseconds = 70_000_000_000
        store.retainedDeletions = random.between(1, 6)
        server.limits.initialCreditBytes = UInt32(random.between(100, 800))
        server.turns.framesPerTurn = random.between(1, 3)
        server.memory.congestedBytes = random.between(100, 600)
        server.memory.blockedBytes = server.memory.congestedBytes + random.between(100, 600)
        server.turns.rowsPerTurn = random.between(2, 16)
        server.turns.inlineRows = random.chance(50) ? 0 : random.between(1, 16)
        // Readers prepare the segments of most deletions, and the writer stages a few at a time.
        store.rewrittenRows = server.turns.rowsPerTurn % 3 == 0 ? store.rewrittenRows : server.turns.rowsPerTurn
        store.preparedBytes = 40 * server.turns.rowsPerTurn
        // Readers prepare the saves of some runs.
        if server.turns.rowsPerTurn.isMultiple(of: 4) {
            server.writing.preparedSaveBytes = 100
        }
        // And those of others while there are small writes.
        if server.turns.rowsPerTurn.isMultiple(of: 5) {
            server.writing.preparedSaveBytesAmongSmall = 100
        }
        // In some runs a commit compares and looks up few samples. Readers do the others.
        if server.turns.rowsPerTurn.isMultiple(of: 3) {
            server.writing.comparedSamples = server.turns.rowsPerTurn / 4
            server.writing.associatedSamples = server.turns.rowsPerTurn / 4
        }
        // A deletion that returns to its search is not refused for it.
        server.writing.searchReturns = .max
        // Nor is a save whose app changes what it replaces.
        store.failedPlans = .max
        if server.turns.inlineRows == 0 {
            // Readers decode most frames, and input waits for turns.
            server.turns.inlineFrameBytes = 40
            server.turns.inlineBytesPerTurn = 60
            server.turns.smallInputBytes = 20
        }
        server.writing.writesPerGroup = random.between(1, 4)
        // A sample has some hundred bytes.
        server.writing.smallWriteBytes = random.between(100, 800)
        // The hoarder takes all the room that there is for large saves and frames, and all that a process may take for calls.
        server.limits.stagedBytes = 1 << 20
        server.memory.stagedBytesTotal = 80 << 10
        server.memory.stagedBytesReserve = 16 << 10
        server.memory.heldBytes = 256 << 10
        server.memory.heldBytesOfProcess = 256 << 10
        // Sorted queries of an honest client take up to 200 KiB in its process.
        server.memory.heldBytesTotal = 1_200 << 10
        server.memory.heldBytesReserve = 96 << 10
        // The hoarder's calls are large ones, most of the others small.
        server.memory.smallCallBytes = 8 << 10
        clients = random.between(2, 4)
        if clients == 4 {
            server.writing.groupsPerMaintenance = 2
            // It returns for whatever was saved since.
            store.searchedRows = 0
            // A client in the middle of a frame waits for its turn.
            server.turns.readBytes = 20
            server.turns.largeFrameBytesPerMillisecond = 10
            server.turns.largeFrameBytesAtOnce = 20
        }
    }
}
