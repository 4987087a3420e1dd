import CSQLite

/// What SQLite asks of a disk, as far as it can fail.
enum DiskCall: CaseIterable, Hashable {
    case open, read, write, truncate, sync, size, lock, delete, access, mapShared, lockShared

    /// What SQLite hears when the call fails.
    var failure: Int32 {
        switch self {
        case .open: SQLITE_CANTOPEN
        case .read: ioError(1)
        case .write: ioError(3)
        case .sync: ioError(4)
        case .truncate: ioError(6)
        case .size: ioError(7)
        case .delete: ioError(10)
        case .access: ioError(13)
        case .lock: ioError(15)
        case .lockShared: ioError(20)
        case .mapShared: ioError(21)
        }
    }

    /// SQLite's extended codes are macros that Swift does not see.
    private func ioError(_ number: Int32) -> Int32 {
        SQLITE_IOERR | number << 8
    }
}

/// A failure that is planned.
struct DiskFault: Hashable, CustomStringConvertible {
    var kind: Kind
    /// Which call fails, from 0: of all calls, or, for what happens to writes only, of the writes.
    var position: Int

    enum Kind: CaseIterable, Hashable {
        /// An I/O error, and all is well again.
        case ioError
        /// The disk is gone.
        case ioErrorForGood
        /// The disk is full for a moment.
        case full
        /// The disk is full.
        case fullForGood
        /// Half of a write is written, and then an I/O error.
        case half
        /// Half of a write fits.
        case halfFull
    }

    var description: String { "\(kind) at \(position)" }
}

extension DiskFault.Kind {
    var isOfWritesOnly: Bool { self != .ioError && self != .ioErrorForGood }
    var isForGood: Bool { self == .ioErrorForGood || self == .fullForGood }
    var isFull: Bool { self == .full || self == .fullForGood || self == .halfFull }
    var writesHalf: Bool { self == .half || self == .halfFull }
}
