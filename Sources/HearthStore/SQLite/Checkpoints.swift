internal import HearthModel

/// Decides when the write-ahead log is copied into the store's file: in the background while commits continue, and by the
/// next commit once the log is long.
final class Checkpoints {
    private let connection: SQLiteConnection
    private let files: OpenFiles
    private let lock: LockFile
    private let options: CheckpointOptions
    private let background: BackgroundCheckpoint
    /// The error of the last checkpoint, until it is reported.
    private var failure: HearthError?

    init(
        _ connection: SQLiteConnection,
        _ files: OpenFiles,
        _ lock: LockFile,
        vfs: String?,
        _ options: CheckpointOptions
    ) throws(HearthError) {
        self.connection = connection
        self.files = files
        self.lock = lock
        self.options = options
        background = try BackgroundCheckpoint(path: files.path, vfs: vfs)
    }

    deinit {
        close()
    }

    /// Waits for the checkpoint under way.
    func close() {
        background.close()
        files.unlockAfterCheckpoint()
    }

    /// Another thread writes to the store's file.
    var isUnderWay: Bool { background.isUnderWay }

    /// Bytes of the log, as long as the file does not have all of them.
    var walBytes: Int { connection.wal.pages * SQLiteStorage.pageBytes }

    /// Begins a checkpoint when the log is long enough for one, or takes note of how far the last one came. False when
    /// there is nothing to do now: the log is short, or a reader or a backup prevents a checkpoint.
    func idle() throws(HearthError) -> Bool {
        let progress = takeProgress()
        if let failure {
            self.failure = nil
            throw failure
        }
        guard walBytes >= options.walBytes, progress != .blocked, isUnderWay || begin() else { return false }
        background.begin()
        return true
    }

    /// Keeps a store that is never idle from having an endless log.
    func makeRoomForCommit() {
        let isOverdue = walBytes >= 2 * options.longWALBytes
        let progress = takeProgress(waits: isOverdue)
        if isOverdue || (progress == .more && walBytes >= options.longWALBytes) {
            finish()
        }
    }

    /// Copies the whole log into the file, even while a backup reads it. Needed when the next start will not find the
    /// log, or when the file must be complete without it. False when a reader prevents it.
    func copyAll() throws(HearthError) -> Bool {
        _ = takeProgress(waits: true)
        guard begin(overridesBackup: true) else { return false }
        defer {
            files.unlockAfterCheckpoint()
            files.noteDatabase()
        }
        return try connection.copyWAL()
    }

    /// Copies what the background has left. Commits wait for it.
    private func finish() {
        guard begin() else { return }
        defer {
            files.unlockAfterCheckpoint()
            files.noteDatabase()
        }
        do throws(HearthError) {
            _ = connection.wal.note(copied: try connection.checkpoint())
        } catch {
            failure = error
        }
    }

    private func begin(overridesBackup: Bool = false) -> Bool {
        let limit = max(options.backupWALBytes, files.databaseBytes)
        return Checkpoints.begin(files, lock, overridesBackup: overridesBackup || walBytes >= limit)
    }

    /// Takes the lock of a checkpoint. If a backup holds it, makes the backup start over. False if that is not possible
    /// either.
    static func begin(_ files: OpenFiles, _ lock: LockFile, overridesBackup: Bool) -> Bool {
        switch files.lockForCheckpoint() {
        case .taken: true
        case .held: overridesBackup && lock.renewGeneration()
        case .unsupported: lock.renewGeneration()
        }
    }

    private enum Progress {
        case more
        /// Nothing more could be copied: a reader needs the pages as they are, or the disk failed.
        case blocked
    }

    /// What has become of the checkpoint in the background. Nil while it runs, and when none was begun.
    private func takeProgress(waits: Bool = false) -> Progress? {
        guard let result = background.takeResult(waits: waits) else { return nil }
        files.unlockAfterCheckpoint()
        files.noteDatabase()
        switch result {
        case .success(let copied): return connection.wal.note(copied: copied) ? .more : .blocked
        case .failure(let error):
            failure = error
            return .blocked
        }
    }
}
