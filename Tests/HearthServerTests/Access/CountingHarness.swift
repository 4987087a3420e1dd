import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// A server, its owner's tool, and what the tool is told of what apps have read and saved.
final class CountingHarness {
    /// Numbers of a type on a day.
    struct Row: Hashable, CustomStringConvertible {
        var app: AppID
        var type: ObjectType
        var day: Int32 = 20_000
        var read: UInt64 = 0
        var saved: UInt64 = 0
        var deleted: UInt64 = 0

        var description: String { "\(app) \(type.shortName) on \(day): \(read), \(saved), \(deleted)" }
    }

    /// Noon of the day 20,000.
    static let noon = Timestamp(nanoseconds: (20_000 * 86_400 + 43_200) * 1_000_000_000)

    let server: ServerHarness
    let tool: TestClient
    private var calls: UInt64 = 1

    init(_ options: ServerOptions = ServerOptions(), storage: any Storage = MemoryStorage()) throws {
        var options = options
        options.appSockets = AppSocketFolder("/run/hearth/apps")
        server = try ServerHarness(
            options,
            storage: storage,
            time: ServerTime(nanoseconds: 0, date: Self.noon)
        )
        tool = try server.open("org.hearth.cli", isOwnersTool: true)
    }

    private func newCall() -> UInt64 {
        calls += 1
        return calls
    }

    func control(_ control: AccessControl) throws -> AccessList {
        tool.send(newCall(), .accessControl(control))
        guard case .accessList(let list)? = tool.receive().first?.reply else {
            throw Unexpected("no list came")
        }
        return list
    }

    func counts() throws -> [AppCounts] { try control(.counts()).counts }

    /// All that was counted, each number once.
    func rows() throws -> Set<Row> {
        let rows = try counts().flatMap { app in
            app.types.flatMap { type in
                type.days.map { day in
                    Row(
                        app: app.app,
                        type: type.type,
                        day: day.day.number,
                        read: day.count.read,
                        saved: day.count.saved,
                        deleted: day.count.deleted
                    )
                }
            }
        }
        #expect(Set(rows).count == rows.count)
        return Set(rows)
    }

    func times(of app: AppID, _ type: ObjectType) throws -> (read: Timestamp?, written: Timestamp?) {
        let days = try counts().first { $0.app == app }?.types.first { $0.type == type }?.days
        return (days?.last?.count.lastRead, days?.last?.count.lastWritten)
    }

    /// A request of an app on a connection of its own, with all replies.
    @discardableResult
    func ask(_ app: String, _ request: Request) throws -> [Reply] {
        let client = try server.open(app)
        defer { client.close() }
        client.send(2, request)
        return client.receive().map(\.reply)
    }

    /// Ends the server in order.
    func stop() {
        server.core.stop()
        server.settle()
    }
}
