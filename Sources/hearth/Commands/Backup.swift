import HearthModel
import HearthServer
import HearthStore

/// `hearth backup`.
enum Backup: Command {
    static let name = "backup"
    static let summary = "copy a store, also while it is served"
    static let flags: [String] = []
    static let values = ["--store"]
    static let operands = 1...1

    static let help = """
        Copies a store as it is at this moment, also while a server goes on writing, and verifies the copy.

        usage: hearth backup PATH [--store PATH]

          PATH           where the copy is to be; nothing may be there

        options:
          --store PATH   the store's file; else the one that 'hearth serve' would serve

        To restore: stop the server, remove the store's '-wal' and '-shm' files, put the copy where the
        store was, and start the server. The copy is a store of its own: apps that follow it start over.
        """

    static func run(_ given: GivenOptions) throws {
        let paths = try ServicePaths(socket: nil, store: given["--store"], environment: Terminal.environment)
        let target = given.operands[0]
        do throws(HearthError) {
            let snapshot = try StoreBackup.make(of: paths.store, at: target)
            print("\(target): \(snapshot.sampleCount.counted("sample")), verified.".printable)
        } catch {
            throw StartError("\(paths.store) was not copied. \(error.message)")
        }
    }
}
