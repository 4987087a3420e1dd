import HearthModel
import HearthStore
import HearthSystem

/// A storage in memory whose next commit can fail, before or after it has done its work.
final class SimulatedDisk: Storage {
    enum Failure {
        case full
        case failed
        case failedAfterwards
    }

    private let memory: MemoryStorage
    /// What the next commit meets.
    var failure: Failure?
    /// What housekeeping meets, on whichever thread.
    let idleFailure = Guarded<HearthError?>(nil)
    /// Called for each piece of housekeeping.
    let onIdle = Guarded<(@Sendable () -> Void)?>(nil)

    init(_ memory: MemoryStorage = MemoryStorage()) {
        self.memory = memory
    }

    /// What a new process finds.
    func reopened() -> SimulatedDisk { SimulatedDisk(memory.reopened()) }

    /// The same store under another name, as one that was restored from a backup has.
    func renamed(_ storeID: ObjectID) -> SimulatedDisk {
        let copy = memory.reopened()
        var header = copy.load().header
        header.storeID = storeID
        copy.commit(StorageChanges(header: header))
        return SimulatedDisk(copy)
    }

    func commit(_ changes: StorageChanges) throws(HearthError) {
        defer { failure = nil }
        switch failure {
        case nil: memory.commit(changes)
        case .full: throw HearthError(.storageFull, "the simulated disk is full")
        case .failed: throw HearthError(.storageFailed, "the simulated disk has failed")
        case .failedAfterwards:
            memory.commit(changes)
            throw HearthError(.storageFailed, "the simulated disk has failed, who knows when")
        }
    }

    func load() -> StoredState { memory.load() }

    func reopen() { memory.reopen() }

    func checkFiles() { memory.checkFiles() }

    func idle() throws(HearthError) -> Bool {
        onIdle.withLock { $0 }?()
        if let error = idleFailure.withLock({ $0 }) { throw error }
        return memory.idle()
    }

    func verify() { memory.verify() }

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] { try memory.readBlock(block) }

    func makeReader() -> any BlockReader { memory.makeReader() }

    func close() { memory.close() }
}
