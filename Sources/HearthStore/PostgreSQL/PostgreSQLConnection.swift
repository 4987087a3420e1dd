internal import CPostgreSQL
internal import HearthModel
internal import HearthSystem

/// A connection to PostgreSQL, for one thread at a time.
///
/// Unsafe pointers: libpq's handles are addresses, which this type owns and closes; parameters are given by the addresses
/// of their bytes, which libpq copies.
final class PostgreSQLConnection {
    private let handle: OpaquePointer
    /// The names of the statements that the session has prepared.
    private var names: [String: String] = [:]

    /// Connects. A password that is needed comes from the address, the environment or libpq's password file.
    init(_ address: DatabaseAddress) throws(PostgreSQLFailure) {
        let options = PostgreSQLConnection.options(address)
        var opened = try PostgreSQLConnection.open(options)
        if PQstatus(opened) != CONNECTION_OK {
            let reason = PostgreSQLConnection.message(of: opened)
            PQfinish(opened)
            let ping = PostgreSQLConnection.withOptions(options) { PQpingParams($0, $1, 1) }
            guard ping == PQPING_OK else { throw .lost(reason) }
            // It accepts connections now. Whether it was still starting before, only another attempt tells.
            opened = try PostgreSQLConnection.open(options)
        }
        handle = opened
        guard PQstatus(opened) == CONNECTION_OK else {
            let reason = PostgreSQLConnection.message(of: opened)
            // Of several hosts one may become the one that accepts writes.
            throw address.hasSeveralHosts ? .lost(reason) : .notAdmitted(reason)
        }
        guard PQserverVersion(opened) >= PostgreSQLConnection.leastVersion else {
            throw .notAdmitted("PostgreSQL 14 or newer is needed")
        }
        guard !isStandby else { throw .lost("it is a standby, which accepts no writes") }
        try execute(PostgreSQLSchema.session)
    }

    /// Tries to connect. The connection is to be closed also if it has failed.
    private static func open(_ options: [(String, String)]) throws(PostgreSQLFailure) -> OpaquePointer {
        guard let opened = withOptions(options, { PQconnectdbParams($0, $1, 1) }) else {
            throw .lost("no memory for a connection")
        }
        // Words for people, which would appear among the lines of the server.
        PQsetNoticeProcessor(opened, { _, _ in }, nil)
        return opened
    }

    deinit {
        PQfinish(handle)
    }

    private static let leastVersion: Int32 = 140_000

    /// Whether libpq understands an address.
    static func isValid(_ address: DatabaseAddress) -> Bool {
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(address.database, &message)
        defer {
            PQconninfoFree(options)
            PQfreemem(message)
        }
        return options != nil
    }

    /// Those before the address are defaults, which it can change.
    private static func options(_ address: DatabaseAddress) -> [(String, String)] {
        (address.hasSeveralHosts ? [("target_session_attrs", "read-write")] : []) + [
            ("connect_timeout", "5"),
            ("tcp_user_timeout", "20000"),
            ("keepalives_idle", "10"),
            ("keepalives_interval", "5"),
            ("keepalives_count", "2"),
            ("dbname", address.database),
            ("client_encoding", "UTF8"),
            ("fallback_application_name", "hearth"),
        ]
    }

    private static func withOptions<Result>(
        _ options: [(String, String)],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let keys = options.map { UnsafePointer(strdup($0.0)) } + [nil]
        let values = options.map { UnsafePointer(strdup($0.1)) } + [nil]
        defer { (keys + values).forEach { free(UnsafeMutablePointer(mutating: $0)) } }
        return body(keys, values)
    }

    /// The last error, as one line.
    private static func message(of handle: OpaquePointer) -> String {
        let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private var isStandby: Bool { PQparameterStatus(handle, "in_hot_standby").map { String(cString: $0) } == "on" }

    /// False when the other side has closed the connection.
    var isAlive: Bool { PQconsumeInput(handle) == 1 && PQstatus(handle) == CONNECTION_OK }

    /// Runs statements without parameters that return nothing, one after the other.
    func execute(_ script: String) throws(PostgreSQLFailure) {
        guard let result = PQexec(handle, script) else { throw lost() }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        default:
            let failure = failure(result)
            rollBack()
            throw failure
        }
    }

    /// Sends statements together and waits for all of their results. After one that fails the rest is not run.
    func run(_ statements: [PostgreSQLStatement]) throws(PostgreSQLFailure) -> [PostgreSQLRows] {
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
        var expected: [Expected] = []
        for statement in statements {
            if let name = names[statement.sql] {
                try send(statement, name)
            } else if let index = expected.firstIndex(of: .preparation(statement.sql)) {
                try send(statement, PostgreSQLConnection.name(names.count, index))
            } else {
                let name = PostgreSQLConnection.name(names.count, expected.count)
                guard PQsendPrepare(handle, name, statement.sql, 0, nil) == 1 else { throw lost() }
                expected.append(.preparation(statement.sql))
                try send(statement, name)
            }
            expected.append(.rows)
        }
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        let results = try receive(expected)
        guard PQexitPipelineMode(handle) == 1 else { throw lost() }
        do throws(PostgreSQLFailure) {
            return try results.get()
        } catch {
            rollBack()
            throw error
        }
    }

    private enum Expected: Equatable {
        case preparation(String)
        case rows
    }

    private static func name(_ known: Int, _ index: Int) -> String { "s\(known)_\(index)" }

    private func send(_ statement: PostgreSQLStatement, _ name: String) throws(PostgreSQLFailure) {
        let binaries = statement.parameters.map(\.binary)
        let isSent = PostgreSQLConnection.withAddresses(of: binaries[...]) { addresses in
            PQsendQueryPrepared(
                handle,
                name,
                Int32(binaries.count),
                addresses,
                binaries.map { Int32($0.count) },
                binaries.map { _ in 1 },
                1
            )
        }
        guard isSent == 1 else { throw lost() }
    }

    /// No address means NULL, so that empty bytes have one as well.
    private static func withAddresses<Result>(
        of binaries: ArraySlice<[UInt8]>,
        _ known: [UnsafePointer<CChar>?] = [],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        guard let first = binaries.first else { return body(known) }
        guard !first.isEmpty else {
            return "".withCString { withAddresses(of: binaries.dropFirst(), known + [$0], body) }
        }
        return first.withUnsafeBytes { bytes in
            withAddresses(
                of: binaries.dropFirst(),
                known + [bytes.baseAddress?.assumingMemoryBound(to: CChar.self)],
                body
            )
        }
    }

    /// Takes the results up to the end of the pipeline. The failure is that of the first statement that failed.
    private func receive(
        _ expected: [Expected]
    ) throws(PostgreSQLFailure) -> Result<[PostgreSQLRows], PostgreSQLFailure> {
        var rows: [PostgreSQLRows] = []
        var first: PostgreSQLFailure?
        var prepared: [(sql: String, name: String)] = []
        let known = names.count
        var index = 0
        var isBetween = false
        while true {
            guard let result = PQgetResult(handle) else {
                // One ends the results of a statement; a second one means that there are none any more.
                guard !isBetween, PQstatus(handle) == CONNECTION_OK else { throw lost() }
                isBetween = true
                index += 1
                continue
            }
            isBetween = false
            let status = PQresultStatus(result)
            if status == PGRES_PIPELINE_SYNC {
                PQclear(result)
                break
            }
            guard index < expected.count else {
                PQclear(result)
                throw lost()
            }
            switch (status, expected[index]) {
            case (PGRES_COMMAND_OK, .preparation(let sql)):
                prepared.append((sql, PostgreSQLConnection.name(known, index)))
                PQclear(result)
            case (PGRES_COMMAND_OK, .rows), (PGRES_TUPLES_OK, .rows): rows.append(PostgreSQLRows(result))
            default:
                if status != PGRES_PIPELINE_ABORTED {
                    first = first ?? failure(result)
                }
                PQclear(result)
            }
        }
        for (sql, name) in prepared {
            names[sql] = name
        }
        guard let first else { return .success(rows) }
        if case .lost = first { throw first }
        return .failure(first)
    }

    /// Ends a transaction in which something failed. What cannot be rolled back is when the connection is closed.
    private func rollBack() {
        guard PQtransactionStatus(handle) == PQTRANS_INERROR else { return }
        PQclear(PQexec(handle, "ROLLBACK"))
    }

    private func lost() -> PostgreSQLFailure { .lost(PostgreSQLConnection.message(of: handle)) }

    private func failure(_ result: OpaquePointer) -> PostgreSQLFailure {
        func field(_ name: UInt8) -> String {
            PQresultErrorField(result, Int32(name)).map { String(cString: $0) } ?? ""
        }
        let state = field(UInt8(ascii: "C"))
        let message = field(UInt8(ascii: "M"))
        let ends = state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P")
        guard !ends, PQstatus(handle) == CONNECTION_OK else {
            return .lost(message.isEmpty ? PostgreSQLConnection.message(of: handle) : message)
        }
        return .refused(state: state, message: message)
    }
}
