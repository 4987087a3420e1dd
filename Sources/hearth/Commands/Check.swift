import HearthModel
import HearthServer
import HearthStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `hearth check`.
enum Check: Command {
    static let name = "check"
    static let summary = "read all of a store and verify it"
    static let flags = ["--accept-loss"]
    static let values = ["--store"]
    static let operands = ClosedRange.none

    static let help = """
        Reads everything that a store holds and compares it with its checksums and its directory.

        usage: hearth check [--store PATH] [--accept-loss]

        options:
          --store PATH   the store's file; else the one that 'hearth serve' would serve
          --accept-loss  drops the commits after a damaged place in the write-ahead log, so that the store can be served
                         again; the damaged log is kept next to the store as '-wal.damaged'

        No server may have the store open: check a backup instead (see 'hearth backup --help'). A store that an
        older version of Hearth wrote is migrated to this version first, as 'hearth serve' does it.
        Ends with 0 when all is well, and with 1 when something is damaged.
        """

    static func run(_ given: GivenOptions) throws {
        let paths = try ServicePaths(socket: nil, store: given["--store"], environment: Terminal.environment)
        guard access(paths.store, F_OK) == 0 else {
            throw StartError("There is no store at \(paths.store): name one with --store.")
        }
        do throws(HearthError) {
            let store = try StoreWriter(SQLiteStorage(path: paths.store, acceptsLoss: given.has("--accept-loss")))
            try store.verify()
            let snapshot = store.snapshot
            try store.close()
            print(
                ("\(paths.store): all is well. \(snapshot.sampleCount.counted("sample")) in"
                    + " \(snapshot.segmentCount.counted("segment")), \(snapshot.deletionCount.counted("deletion")),"
                    + " \(snapshot.head.counted("change")).").printable
            )
        } catch {
            throw StartError("\(paths.store): \(error.message)")
        }
    }
}
