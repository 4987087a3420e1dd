import Foundation
import HearthModel
import HearthSystem
import Testing

@testable import HearthStore

/// One process at a time has a store, and leaves nothing behind.
@Suite struct LockFileTests {
    private let folder: TemporaryFolder
    private let store: String

    init() throws {
        folder = try TemporaryFolder()
        store = folder.path("store")
    }

    @Test func theFileIsThereWhileItIsHeld() throws {
        let lock = try LockFile(ofStoreAt: store)
        #expect(try folder.names() == ["store.lock"])
        #expect(throws: HearthError.self) { try LockFile(ofStoreAt: store) }
        #expect(try folder.names() == ["store.lock"])
        lock.release()
        #expect(try folder.names() == [])
        // Once more does no harm to the next.
        let next = try LockFile(ofStoreAt: store)
        lock.release()
        #expect(try folder.names() == ["store.lock"])
        next.release()
    }

    /// Of a process that was killed.
    @Test func aFileThatWasLeftIsTakenOver() throws {
        try folder.write([], "store.lock")
        try LockFile(ofStoreAt: store).release()
        #expect(try folder.names() == [])
    }

    @Test func theLastAcknowledgedCommitIsThereForTheNextProcess() throws {
        let lock = try LockFile(ofStoreAt: store)
        #expect(lock.acknowledged == nil)
        let commit = AcknowledgedCommit(StoreHeader(storeID: exampleID(7), head: 1 << 40))
        lock.note(commit)
        #expect(LockFile.notice(ofStoreAt: store).acknowledged == commit)
        lock.release(removingFile: false)
        let next = try LockFile(ofStoreAt: store)
        #expect(next.acknowledged == commit)
        next.release()
        #expect(LockFile.notice(ofStoreAt: store).acknowledged == nil)
    }

    @Test func eachProcessAndEachRenewalHasAGenerationOfItsOwn() throws {
        var generations: [UInt64?] = [LockFile.notice(ofStoreAt: store).generation]
        for _ in 0..<2 {
            let lock = try LockFile(ofStoreAt: store)
            generations.append(LockFile.notice(ofStoreAt: store).generation)
            #expect(lock.renewGeneration())
            generations.append(LockFile.notice(ofStoreAt: store).generation)
            lock.release()
        }
        #expect(generations[0] == nil && Set(generations).count == 5, "\(generations)")
    }

    @Test func theFileOfAnotherStaysWhereItIs() throws {
        let lock = try LockFile(ofStoreAt: store)
        try FileManager.default.removeItem(atPath: folder.path("store.lock"))
        let other = try LockFile(ofStoreAt: store)
        lock.release()
        #expect(try folder.names() == ["store.lock"])
        other.release()
    }

    /// Each opens the file while another removes it. More threads than cores, so that some are stopped in between.
    @Test func oneHasItWhileManyComeAndGo() throws {
        let visits = Guarded(Visits())
        DispatchQueue.concurrentPerform(iterations: 8) { [store] _ in
            for _ in 0..<3_000 {
                guard let lock = visits.take(store) else { continue }
                visits.withLock { $0.successes += 1 }
                if let second = visits.take(store) {
                    visits.withLock { $0.seconds += 1 }
                    second.release()
                }
                lock.release()
            }
        }
        let seen = visits.withLock { $0 }
        #expect(seen.seconds == 0, "of \(seen.successes) who had it")
        #expect(seen.successes > 0)
        #expect(seen.errors == ["Another process has the store open. Connect to its server, or stop it."])
        #expect(try folder.names() == [])
    }
}

private struct Visits {
    var successes = 0
    /// Who got the lock while it was held.
    var seconds = 0
    var errors: Set<String> = []
}

extension Guarded<Visits> {
    /// The lock, or nil when it is refused.
    fileprivate func take(_ store: String) -> LockFile? {
        do throws(HearthError) {
            return try LockFile(ofStoreAt: store)
        } catch {
            withLock { _ = $0.errors.insert(error.message) }
            return nil
        }
    }
}
