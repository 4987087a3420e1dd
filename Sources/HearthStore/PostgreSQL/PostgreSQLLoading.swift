internal import HearthModel

/// Turns rows into everything that a store holds but its blocks.
enum PostgreSQLLoading {
    /// What selects the head of a store, and then the rows of its directory.
    static func statements(_ store: String) -> [PostgreSQLStatement] {
        [
            PostgreSQLSchema.selectHead, PostgreSQLSchema.selectSegments, PostgreSQLSchema.selectAssociations,
            PostgreSQLSchema.selectProvenances, PostgreSQLSchema.selectAppRecords,
        ].map { PostgreSQLStatement($0, .text(store)) }
    }

    static func statement(_ block: BlockID, of store: String) -> PostgreSQLStatement {
        switch block {
        case .segment(let id): PostgreSQLStatement(PostgreSQLSchema.selectSegmentBlock, .text(store), .integer(id))
        case .association(let id):
            PostgreSQLStatement(PostgreSQLSchema.selectAssociationBlock, .text(store), .integer(id))
        }
    }

    /// - Parameter directory: what the statements after the head returned.
    static func state(
        _ header: StoreHeader,
        _ directory: ArraySlice<PostgreSQLRows>
    ) throws(HearthError) -> StoredState {
        let rows = Array(directory)
        let (segments, associations, provenances, appRecords) = (rows[0], rows[1], rows[2], rows[3])
        var state = StoredState(header: header)
        for row in 0..<segments.count {
            guard try !segments.isRetired(row) else {
                state.retiredBlocks.append(try segments.block(row))
                continue
            }
            let summary = try SegmentSummary(stored: segments.bytes(row, 1))
            guard summary.id == (try segments.block(row)) else { throw .incompleteStore }
            state.segments.append(summary)
        }
        for row in 0..<associations.count {
            guard try !associations.isRetired(row) else {
                state.retiredBlocks.append(try associations.block(row))
                continue
            }
            let summary = try AssociationSummary(stored: associations.bytes(row, 1))
            guard summary.id == (try associations.block(row)) else { throw .incompleteStore }
            state.associations.append(summary)
        }
        for row in 0..<provenances.count {
            guard let number = UInt32(exactly: try provenances.integer(row, 0)) else { throw .incompleteStore }
            state.provenances.append(StoredProvenance(number: number, message: provenances.bytes(row, 1)))
        }
        for row in 0..<appRecords.count {
            state.appRecords.append(try StoredAppRecord(stored: appRecords.bytes(row, 0)))
        }
        return state
    }
}

extension PostgreSQLRows {
    /// The number of a block. Far more room is left than blocks will ever be made.
    fileprivate func block(_ row: Int) throws(HearthError) -> Int64 {
        let number = try integer(row, 0)
        guard (1..<1 << 62).contains(number) else { throw .incompleteStore }
        return number
    }

    fileprivate func isRetired(_ row: Int) throws(HearthError) -> Bool { try integer(row, 2) != 0 }
}
