import HearthModel
import HearthServer
import HearthStore

/// `hearth backup`.
enum Backup: Command {
    static let name = "backup"
    static let summary = "copy a store, even while a server has it open"
    static let flags: [String] = []
    static let values = ["--store"]
    static let operands = 1...1
    static let operandNames = ["PATH"]

    static let help = """
        Copies a store as it is at this moment and verifies the copy. A server may keep writing to the store. If it
        writes more than its write-ahead log may hold meanwhile, the backup starts over.

        usage: hearth backup PATH [--store PATH]

          PATH           the new file

        options:
          --store PATH   the store's file, or its address in a database; default: as for 'hearth serve'. For a server
                         that was started with --store, give the same --store here.

        To restore: stop the server, move the store and its '-wal' and '-shm' files to another folder, put the copy where
        the store was, and start the server. The copy is a store of its own: apps that follow it start over.
        """

    static func run(_ given: GivenOptions) throws {
        let store = try UsualStore.location(named: given["--store"])
        let target = given.operands[0]
        if case .file(let path) = store {
            try StorePath.checkExists(path, isNamed: given["--store"] != nil)
        }
        // An interrupted backup leaves nothing behind.
        try Interruption.wait {
            do throws(HearthError) {
                let snapshot = try StoreCopy.make(of: store, at: .file(target))
                let count = snapshot.sampleCount.counted("sample")
                print("Copied \(store) to \(target): \(count), verified.".printable)
            } catch {
                throw SystemError("\(store) was not copied. \(error.message)")
            }
        }
    }
}
