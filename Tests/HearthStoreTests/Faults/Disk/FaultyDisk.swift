import CSQLite
import Foundation

/// A disk for SQLite that fails when a test wants it to, and that remembers what was written since it was last synced.
///
/// It is a VFS of its own name around the ordinary one, so that tests run beside each other. A test uses it on one
/// thread; the storage may copy its log on another. One call is done at a time, with what is noted of it.
///
/// Unsafe pointers: SQLite knows a VFS by the address of a C struct, which therefore stays where it is until `remove`.
final class FaultyDisk {
    /// The name by which SQLite opens files on it.
    let name: String

    /// Every call since the last `forget`.
    private(set) var calls: [DiskCall] = []
    private var writes = 0
    private var fault: DiskFault?
    /// Whether the planned fault happened.
    private(set) var hasFailed = false

    /// The history of the files, for a test that wants it.
    var log: DiskLog?

    /// Called before each call of SQLite.
    var beforeCall: (() -> Void)?

    private let turn = NSRecursiveLock()
    let ordinary: UnsafeMutablePointer<sqlite3_vfs>
    let methods: UnsafeMutablePointer<sqlite3_io_methods>
    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    private let cName: UnsafeMutablePointer<CChar>

    init() throws {
        name = "faulty-\(UUID().uuidString)"
        guard let found = sqlite3_vfs_find(nil), let copy = strdup(name) else {
            throw POSIXError(.ENOMEM)
        }
        ordinary = found
        cName = copy
        methods = .allocate(capacity: 1)
        methods.initialize(to: sqlite3_io_methods(ofFiles: ()))
        vfs = .allocate(capacity: 1)
        vfs.initialize(to: sqlite3_vfs())
        vfs.pointee.describeFaultyDisk(around: found.pointee)
        vfs.pointee.zName = UnsafePointer(copy)
        vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
        guard sqlite3_vfs_register(vfs, 0) == SQLITE_OK else { throw POSIXError(.EINVAL) }
    }

    deinit {
        sqlite3_vfs_unregister(vfs)
        vfs.deallocate()
        methods.deallocate()
        free(cName)
    }

    /// Does something while no other thread does anything on this disk.
    func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
        turn.lock()
        defer { turn.unlock() }
        return try body()
    }

    // MARK: - Faults

    /// Forgets the calls so far and fails one of those that come.
    func plan(_ fault: DiskFault?) {
        calls = []
        writes = 0
        self.fault = fault
        hasFailed = false
    }

    /// From now on nothing fails.
    func heal() {
        fault = nil
    }

    /// Whether the disk would fail again now.
    var isSick: Bool { hasFailed && fault?.kind.isForGood == true }

    /// Whether the disk is, or was at the planned moment, only full.
    var isFull: Bool { fault?.kind.isFull == true }

    /// What happens to a call.
    enum Outcome {
        case done
        case failed(Int32)
        /// A write is done by half, and then this.
        case half(Int32)
    }

    func outcome(of call: DiskCall) -> Outcome {
        beforeCall?()
        let position = fault?.kind.isOfWritesOnly == true ? writes : calls.count
        calls.append(call)
        writes += call == .write ? 1 : 0
        guard let fault, call == .write || !fault.kind.isOfWritesOnly,
            position == fault.position || position > fault.position && fault.kind.isForGood
        else { return .done }
        hasFailed = true
        let failure = fault.kind.isFull ? SQLITE_FULL : call.failure
        return fault.kind.writesHalf ? .half(failure) : .failed(failure)
    }
}
