import HearthModel
import HearthStore

/// Why the storage refuses writes, and why maintenance fails: logged once each, and again when the reason changes.
struct StoreFaults {
    private let log: Log
    /// Why the last write was refused by the storage.
    private var writeFailure: HearthError?
    /// What is wrong with the store's files.
    private var changedFiles: HearthError?
    private var lastFault = LastMessage()
    private var lastMaintenanceFailure = LastMessage()

    init(_ log: Log) {
        self.log = log
    }

    /// Why writes are refused at present; nil if the storage accepts them.
    var current: HearthError? { changedFiles ?? writeFailure }

    /// A group of writes is durable or refused.
    mutating func note(_ outcomes: [WriteOutcome]) {
        for outcome in outcomes {
            switch outcome.result {
            case .success?:
                (writeFailure, changedFiles) = (nil, nil)
            case .failure(let error)? where [.storageFull, .storageFailed, .storageCorrupt].contains(error.code):
                writeFailure = error
            case .failure?, nil: continue
            }
            report()
        }
    }

    /// The store's files were examined. `fault`: what is wrong with them.
    mutating func noteExamination(_ fault: HearthError?) {
        // The writes that were refused for it are not, any more.
        writeFailure = writeFailure == changedFiles ? nil : writeFailure
        changedFiles = fault
        report()
    }

    /// Maintenance has ended. `failure`: why it failed.
    mutating func noteMaintenance(_ failure: HearthError?) {
        // The log already says that writes are refused for this reason.
        let failure = failure == current ? nil : failure
        let text = failure.map { "maintenance failed: \($0)" } ?? ""
        if lastMaintenanceFailure.changes(to: text), failure != nil {
            log.error(text)
        }
    }

    private mutating func report() {
        let text = current.map { "writes are refused: \($0)" } ?? ""
        guard lastFault.changes(to: text) else { return }
        if current != nil {
            log.error(text)
        } else {
            log.info("the store accepts writes again")
        }
    }
}
