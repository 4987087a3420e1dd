internal import HearthModel

/// Writes what a store holds, within a transaction.
struct SQLiteWriting {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    func write(_ changes: StorageChanges) throws(HearthError) {
        for provenance in changes.newProvenances {
            let statement = try connection.statement(SQLiteSchema.insertProvenance)
            statement.bind(Int64(provenance.number), at: 1)
            statement.bind(provenance.message, at: 2)
            try statement.run()
        }
        for (summary, block) in changes.newSegments {
            try insert(summary, block)
        }
        for (summary, block) in changes.newAssociations {
            try insert(summary, block)
        }
        for summary in changes.movedAssociations + changes.adoptedAssociations {
            let statement = try connection.statement(SQLiteSchema.moveAssociation)
            statement.bind(summary.workout.bytes, at: 1)
            statement.bind(summary.id, at: 2)
            try statement.run()
        }
        for summary in changes.adoptedSegments {
            let statement = try connection.statement(SQLiteSchema.numberSegment)
            statement.bind(Int64(bitPattern: summary.firstSequence), at: 1)
            statement.bind(Int64(bitPattern: summary.lastSequence), at: 2)
            statement.bind(summary.starts.lowerBound.nanoseconds, at: 3)
            statement.bind(summary.starts.upperBound.nanoseconds, at: 4)
            statement.bind(summary.ends.lowerBound.nanoseconds, at: 5)
            statement.bind(summary.ends.upperBound.nanoseconds, at: 6)
            statement.bind(summary.id, at: 7)
            try statement.run()
        }
        try delete(changes)
        try writeAppRecords(changes)
        try write(changes.header)
    }

    private func delete(_ changes: StorageChanges) throws(HearthError) {
        for (sql, ids) in [
            ("DELETE FROM retired_block WHERE id = ?1", changes.adoptedSegments.map(\.id)),
            ("DELETE FROM retired_block WHERE id = ?1", changes.adoptedAssociations.map(\.id)),
            ("INSERT INTO retired_block (id) VALUES (?1)", changes.retiredBlocks),
            ("DELETE FROM segment WHERE id = ?1", changes.deletedBlocks),
            ("DELETE FROM association WHERE id = ?1", changes.deletedBlocks),
            ("DELETE FROM retired_block WHERE id = ?1", changes.deletedBlocks),
        ] {
            for id in ids {
                let statement = try connection.statement(sql)
                statement.bind(id, at: 1)
                try statement.run()
            }
        }
    }

    private func writeAppRecords(_ changes: StorageChanges) throws(HearthError) {
        for (sql, records) in [
            (SQLiteSchema.deleteAppRecord, changes.removedAppRecords),
            (SQLiteSchema.insertAppRecord, changes.newAppRecords),
        ] {
            for record in records {
                let statement = try connection.statement(sql)
                statement.bind(record.app.description, at: 1)
                statement.bind(Int64(record.kind), at: 2)
                statement.bind(record.name, at: 3)
                if sql == SQLiteSchema.insertAppRecord {
                    statement.bind(record.value, at: 4)
                }
                try statement.run()
            }
        }
    }

    private func insert(_ summary: SegmentSummary, _ block: [UInt8]) throws(HearthError) {
        let statement = try connection.statement(SQLiteSchema.insertSegment)
        let integers: [(Int32, Int64)] = [
            (1, summary.id),
            (2, Int64(summary.kind.rawValue)),
            (4, Int64(bitPattern: summary.firstSequence)),
            (5, Int64(bitPattern: summary.lastSequence)),
            (6, Int64(summary.count)),
            (7, summary.starts.lowerBound.nanoseconds),
            (8, summary.starts.upperBound.nanoseconds),
            (9, summary.ends.lowerBound.nanoseconds),
            (10, summary.ends.upperBound.nanoseconds),
            (16, Int64(summary.shape)),
            (17, summary.hasUnorderedIDs ? 1 : 0),
            (18, summary.hasSyncKeys ? 1 : 0),
            (20, Int64(summary.encodedSize)),
            (21, Int64(bitPattern: summary.blockChecksum)),
        ]
        for (index, value) in integers {
            statement.bind(value, at: index)
        }
        statement.bind(summary.type, at: 3)
        statement.bind(summary.ids.lowerBound.bytes, at: 11)
        statement.bind(summary.ids.upperBound.bytes, at: 12)
        if let totals = summary.totals {
            statement.bind(totals.stored, at: 13)
        } else {
            statement.bind(summary.values?.sum, at: 13)
        }
        statement.bind(summary.values?.least, at: 14)
        statement.bind(summary.values?.greatest, at: 15)
        var provenances = ByteWriter()
        provenances.raw(summary.provenances)
        statement.bind(provenances.bytes, at: 19)
        try statement.run(blob: block, at: 22)
    }

    /// Stores what is now known of a segment that is stored already.
    func write(_ totals: SegmentTotals, of segment: Int64) throws(HearthError) {
        let statement = try connection.statement(SQLiteSchema.updateTotals)
        statement.bind(totals.stored, at: 1)
        statement.bind(segment, at: 2)
        try statement.run()
    }

    private func insert(_ summary: AssociationSummary, _ block: [UInt8]) throws(HearthError) {
        let statement = try connection.statement(SQLiteSchema.insertAssociation)
        statement.bind(summary.id, at: 1)
        statement.bind(summary.workout.bytes, at: 2)
        statement.bind(Int64(summary.count), at: 3)
        statement.bind(Int64(bitPattern: summary.blockChecksum), at: 4)
        try statement.run(blob: block, at: 5)
    }

    func write(_ header: StoreHeader) throws(HearthError) {
        let statement = try connection.statement(SQLiteSchema.replaceState)
        statement.bind(header.storeID.bytes, at: 1)
        statement.bind(Int64(bitPattern: header.head), at: 2)
        statement.bind(Int64(bitPattern: header.oldest), at: 3)
        statement.bind(header.characteristics.stored, at: 4)
        statement.bind(Int64(bitPattern: header.manifest), at: 5)
        statement.bind(Int64(bitPattern: header.checksum), at: 6)
        try statement.run()
    }
}
