import Foundation
import HearthModel
import HearthServer
import HearthStore

/// `hearth check`.
enum Check: Command {
    static let name = "check"
    static let summary = "verify every checksum of a store"
    static let flags = ["--accept-loss"]
    static let values = ["--store"]
    static let operands = 0...1
    static let operandNames = ["PATH"]

    static let help = """
        Reads the whole store and compares it with its checksums and its directory.

        usage: hearth check [PATH | --store PATH] [--accept-loss]

          PATH           the store's file, such as that of a backup, or its address in a database

        options:
          --store PATH   the store's file or address; default: as for 'hearth serve'
          --accept-loss  gives up acknowledged commits that cannot be read, so that the store can be served again:
                         those after a damaged part of the write-ahead log, which is kept next to the store as
                         '-wal.damaged', and those of a log that is gone

        No server may have the store open: check a backup instead (see 'hearth backup --help'). A store that an
        older version of Hearth wrote is migrated to this version first, as by 'hearth serve'. A store in a read-only file
        or folder is copied to $TMPDIR, or else /tmp, and the copy is checked.
        The exit code is 0 for an intact store, and 1 for one that is damaged or cannot be checked, for example because
        the disk is full: the message says which.
        """

    static func run(_ given: GivenOptions) throws {
        guard given.operands.isEmpty || given["--store"] == nil else {
            throw given.usageError("PATH and --store exclude each other.")
        }
        let named = given.operands.first ?? given["--store"]
        let store = try UsualStore.location(named: named)
        if case .file(let path) = store {
            try StorePath.checkExists(path, isNamed: named != nil)
        }
        do throws(HearthError) {
            let acceptsLoss = given.has("--accept-loss")
            let snapshot =
                try acceptsLoss
                ? StoreContents.check(store, acceptsLoss: true) : StoreContents.verify(store)
            print(
                ("\(store): intact. \(snapshot.sampleCount.counted("sample")) in"
                    + " \(snapshot.segmentCount.counted("segment")), \(snapshot.deletionCount.counted("deletion")),"
                    + " \(snapshot.head.counted("change")).").printable
            )
        } catch {
            var holder: StoreHolder?
            var advice = ""
            if case .file(let path) = store, error == .storeIsTaken {
                holder = StoreHolder(ofStoreAt: path)
                advice = " To check it while it is served, check a backup: see 'hearth backup --help'."
            }
            let process = holder.map { " It is the process \($0.process) (\($0.program))." } ?? ""
            throw SystemError("\(store): \(error.message)\(process)\(advice)")
        }
    }
}
