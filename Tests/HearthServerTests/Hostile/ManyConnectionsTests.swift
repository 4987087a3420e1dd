import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// More connections than anybody needs, and than there is room for.
@Suite struct ManyConnectionsTests {
    /// HEARTH_IDLE_CONNECTIONS is the number of connections, 2,000 unless it is set.
    private static let idleConnections =
        ProcessInfo.processInfo.environment["HEARTH_IDLE_CONNECTIONS"].flatMap { Int($0) } ?? 2_000

    @Test func connectionsThatDoNothingCostLittle() throws {
        let count = min(Self.idleConnections, try IdleConnections.raiseLimit())
        let server = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        try bystander.isServed()
        let before = try server.residentBytes
        let idle = try IdleConnections(count, to: server.folder.socket)
        try bystander.isServed()
        let bytesEach = (try server.residentBytes - before) / count
        print("\(count) idle connections: \(bytesEach) bytes each")
        #expect(bytesEach < 16 << 10)
        #expect(try bystander.status().connectionCount == UInt64(count) + 1)
        idle.close()
        while try bystander.status().connectionCount > 1 {}
        try bystander.isServed()
    }

    @Test func connectionsThatComeAndGoLeaveNothing() throws {
        let server = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        try bystander.isServed()
        let descriptors = try server.openDescriptors
        for round in 0..<10 {
            let connections = try (0..<100).map { _ in try SocketClient(server.folder.socket) }
            for (index, connection) in connections.enumerated() where (index + round).isMultiple(of: 3) {
                try connection.open("org.example.visitor")
            }
            try bystander.isServed()
        }
        while try bystander.status().connectionCount > 1 {}
        #expect(try server.openDescriptors == descriptors)
        #expect(try bystander.status().counters.refusedConnections == 0)
    }

    /// Every other client closes its connection without waiting for the answer.
    @Test func aSaveOfAClientThatHasClosedItsConnectionIsSaved() throws {
        let server = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        var random = SeededGenerator(seed: 90)
        for visit in 0..<300 {
            if visit.isMultiple(of: 50) {
                #expect(try HearthTool(["status"], in: server.folder).exit == .code(0))
            }
            let client = try SocketClient(server.folder.socket)
            let columns = NumberedSamples.columns(NumberedSamples.ids(2, &random))
            if visit.isMultiple(of: 2) {
                try client.open("org.example.visitor")
                #expect(try client.save(columns).added == 2)
            } else {
                let hello = Hello(major: 1, minor: 0, app: App(bundleIdentifier: "org.example.visitor"))
                let frames = [Request.hello(hello), .save(Save(columns: columns))]
                try client.send(frames.flatMap { try client.frame($0).bytes })
            }
        }
        while try bystander.savedCount() < 600 {}
        try bystander.isServed()
        #expect(try bystander.savedCount() == 603)
    }

    @Test func moreConnectionsThanAllowedAreRefusedAtOnce() throws {
        let server = try ServerProcess(in: ServerFolder(), .init(preparation: "ulimit -n 64;"))
        var accepted = try connections(untilRefusedBy: server)
        #expect(accepted.count == 16)
        #expect(server.log.contains("16 connections are open, which is the limit"))
        try checkRefusals(server, &accepted)
    }

    /// Also while other clients connect and say nothing.
    @Test func theOwnersToolWorksWhenAllConnectionsAreOpen() throws {
        let server = try ServerProcess(in: ServerFolder(), .init(preparation: "ulimit -n 64;"))
        let accepted = try connections(untilRefusedBy: server)
        for _ in 0..<3 {
            let silent = try (0..<20).map { _ in try SocketClient(server.folder.socket) }
            #expect(try HearthTool(["status"], in: server.folder).exit == .code(0))
            withExtendedLifetime(silent) {}
        }
        #expect(try accepted[0].status().connectionCount >= 16)
        try server.stop()
    }

    /// The limit becomes smaller while the server runs, so that descriptors run out before connections do.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: prlimit), "there is no \(prlimit)"))
    func connectionsForWhichNoDescriptorIsLeftAreRefusedAtOnce() throws {
        let server = try ServerProcess(in: ServerFolder())
        let first = try server.connect()
        let limit = try server.descriptorLimit(leaving: 5)
        let arguments = ["--pid", "\(server.process.id)", "--nofile=\(limit)"]
        #expect(try ChildProcess.run(Self.prlimit, .init(arguments: arguments)) == .code(0))
        var accepted = [first] + (try connections(untilRefusedBy: server))
        #expect(accepted.count == 6)
        // Whoever has an answer now has it after what was written.
        _ = try first.status()
        #expect(server.log.contains("no file descriptors are left"))
        try checkRefusals(server, &accepted)
    }

    /// There is no descriptor even to refuse somebody, who waits until there is.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: prlimit), "there is no \(prlimit)"))
    func whoCannotBeRefusedIsServedLater() throws {
        let server = try ServerProcess(in: ServerFolder())
        let first = try server.connect()
        let limits = [try server.descriptorLimit(leaving: 0), try server.descriptorLimit(leaving: 8)]
        try limitDescriptors(of: server, to: limits[0] / 2)
        let next = try SocketClient(server.folder.socket)
        // By the second answer the loop has looked at who has come.
        _ = try first.status()
        _ = try first.status()
        try limitDescriptors(of: server, to: limits[1])
        try next.open("org.example.patient")
        #expect(try first.status().connectionCount == 2)
        try server.stop()
    }

    /// The limit that a process may raise again.
    private func limitDescriptors(of server: ServerProcess, to limit: Int) throws {
        let arguments = ["--pid", "\(server.process.id)", "--nofile=\(limit):"]
        #expect(try ChildProcess.run(Self.prlimit, .init(arguments: arguments)) == .code(0))
    }

    private func connections(untilRefusedBy server: ServerProcess) throws -> [SocketClient] {
        var accepted: [SocketClient] = []
        while let client = try connectUnlessRefused(server) {
            accepted.append(client)
            guard accepted.count < 64 else { throw Unexpected("no connection is refused") }
        }
        return accepted
    }

    private static let prlimit = "/usr/bin/prlimit"

    @Test func aServerThatCouldNotServeAnybodyDoesNotStart() throws {
        let refusal = try ServerProcess.refusal(in: ServerFolder(), .init(preparation: "ulimit -n 24;"))
        #expect(refusal.contains("raise the limit"))
    }

    private func checkRefusals(_ server: ServerProcess, _ accepted: inout [SocketClient]) throws {
        for _ in 0..<100 {
            #expect(try connectUnlessRefused(server) == nil)
        }
        // Who is in goes on, also with what was not done before.
        var random = SeededGenerator(seed: 89)
        for client in accepted {
            let ids = NumberedSamples.ids(10, &random)
            #expect(try client.save(NumberedSamples.columns(ids)).added == 10)
            #expect(try Set(ids).isSubset(of: NumberedSamples.ids(in: client.samples(of: NumberedSamples.types))))
        }
        #expect(try accepted[0].status().counters.refusedConnections >= 101)
        // A hundred refusals are not a hundred lines.
        #expect(server.log.split(separator: "\n").count < 10, "\(server.log)")

        accepted.removeLast(2)
        while try accepted[0].status().connectionCount > UInt64(accepted.count) {}
        let next = try #require(try connectUnlessRefused(server))
        _ = try next.status()
        try server.stop()
    }

    private func connectUnlessRefused(_ server: ServerProcess) throws -> SocketClient? {
        do {
            return try server.connect()
        } catch is SocketClient.Ended {
            return nil
        } catch let error as HearthError where error.code == .limitExceeded {
            #expect(error.message.contains("connections open, which is its limit"))
            return nil
        }
    }
}

/// Connections that have said Hello and say no more.
///
/// Unsafe pointers: `recv` takes the address of a buffer, and `getrlimit` fills in a structure.
private final class IdleConnections {
    private var descriptors: [Int32] = []

    init(_ count: Int, to path: String) throws {
        var hello: [UInt8] = []
        let request = Request.hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: "org.example.idle")))
        try FrameEncoder().append(ClientFrame(call: 1, request), to: &hello)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<count {
            let descriptor = try UnixSocket.connect(to: path)
            descriptors.append(descriptor)
            let sent = hello.withUnsafeBytes { UnixSocket.send(descriptor, $0) }
            guard sent == hello.count, recv(descriptor, &buffer, buffer.count, 0) > 50 else {
                throw Unexpected("no Welcome came")
            }
        }
    }

    func close() {
        for descriptor in descriptors {
            Foundation.close(descriptor)
        }
        descriptors = []
    }

    deinit {
        close()
    }

    /// Lets the process have as many descriptors as the system allows. Returns how many connections that makes.
    static func raiseLimit() throws -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { throw Unexpected.failed("getrlimit", errno) }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        // The server lets no process have more than an eighth of its connections.
        return min(Int(clamping: limit.rlim_cur) - 500, (Int(clamping: limit.rlim_max) - 64) / 8 - 1)
    }
}
