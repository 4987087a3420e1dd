import HearthModel
import HearthServer
import HearthStore

/// `hearth copy`.
enum Copy: Command {
    static let name = "copy"
    static let summary = "copy a store from a file into a database, or back"
    static let flags: [String] = []
    static let values: [String] = []
    static let operands = 2...2
    static let operandNames = ["FROM", "TO"]

    static let help = """
        Copies a store and verifies the copy: from a file into a database of PostgreSQL, from a database into a file, or
        from one database into another.

        usage: hearth copy FROM TO

          FROM, TO       the path of a file, or an address such as 'postgres://db.example.org/hearth?store=alice'. There
                         must be no store at TO.

        Stop the server of a store that moves, copy it, and start the server with '--store TO': what is saved after the
        copy is not in it. A file that is copied into a database must not be served; of a database, the copy has what one
        transaction saw. The copy is a store of its own: apps that follow it start over. A copy into a database that was
        interrupted cannot be served; the next one begins again.
        """

    static func run(_ given: GivenOptions) throws {
        let (source, target) = (try location(given.operands[0]), try location(given.operands[1]))
        if case .file(let path) = source {
            try StorePath.checkExists(path, isNamed: true)
        }
        try Interruption.wait {
            do throws(HearthError) {
                let snapshot = try StoreCopy.make(of: source, at: target)
                print(
                    "Copied \(source) to \(target): \(snapshot.sampleCount.counted("sample")), verified.".printable
                )
            } catch {
                throw SystemError("\(source) was not copied. \(error.message)")
            }
        }
    }

    private static func location(_ text: String) throws(SystemError) -> StoreLocation {
        try ServicePaths(socket: "", store: text, environment: [:]).store
    }
}
