internal import HearthModel

/// The head row of a store: which version it has, and by which commits that came about.
struct PostgreSQLHead {
    let version: Int64
    let header: StoreHeader
    /// The identifiers of the last commits, the newest first.
    let commits: PostgreSQLCommits

    init(_ rows: PostgreSQLRows) throws(HearthError) {
        guard rows.count == 1, let storeID = ObjectID(bytes: rows.bytes(0, 1)) else { throw .incompleteStore }
        version = try rows.integer(0, 0)
        header = StoreHeader(
            storeID: storeID,
            head: try rows.number(0, 2),
            oldest: try rows.number(0, 3),
            characteristics: try CharacteristicValues(stored: rows.bytes(0, 4)),
            manifest: try rows.number(0, 5)
        )
        guard header.checksum == (try rows.number(0, 6)) else { throw .incompleteStore }
        commits = PostgreSQLCommits(stored: rows.bytes(0, 7))
    }

    static func parameters(of header: StoreHeader) -> [PostgreSQLStatement.Parameter] {
        [
            .bytes(header.storeID.bytes), .number(header.head), .number(header.oldest),
            .bytes(header.characteristics.stored), .number(header.manifest), .number(header.checksum),
        ]
    }
}

/// The identifiers of the last commits of a store, by which a commit whose outcome is unknown is found again.
struct PostgreSQLCommits {
    /// Identifiers one after the other.
    private(set) var stored: [UInt8] = []

    /// More than servers commit while one of them connects again and asks.
    private static let most = 64
    private static let bytesOfID = 16

    init(stored: [UInt8]) {
        self.stored = stored
    }

    func contains(_ id: ObjectID) -> Bool {
        let bytes = id.bytes
        return stride(from: 0, to: stored.count, by: PostgreSQLCommits.bytesOfID).contains { offset in
            stored[offset...].starts(with: bytes)
        }
    }

    func adding(_ id: ObjectID) -> PostgreSQLCommits {
        PostgreSQLCommits(
            stored: Array((id.bytes + stored).prefix(PostgreSQLCommits.most * PostgreSQLCommits.bytesOfID))
        )
    }
}
