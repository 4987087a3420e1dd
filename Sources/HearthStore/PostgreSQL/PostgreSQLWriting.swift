internal import HearthModel

/// From changes to the statements of one transaction, which leads to a version of the store.
struct PostgreSQLWriting {
    private let store: PostgreSQLStatement.Parameter
    private let version: Int64

    init(store: String, version: Int64) {
        self.store = .text(store)
        self.version = version
    }

    func statements(of changes: StorageChanges, commits: PostgreSQLCommits) -> [PostgreSQLStatement] {
        var statements = [PostgreSQLStatement("BEGIN"), advance(to: changes.header, commits)]
        statements += changes.newProvenances.map {
            PostgreSQLStatement(
                PostgreSQLSchema.insertProvenance,
                store,
                .integer(Int64($0.number)),
                .bytes($0.message)
            )
        }
        statements += changes.newSegments.map { summary, block in
            insert(PostgreSQLSchema.insertSegment, summary.id, summary.stored, block)
        }
        statements += changes.newAssociations.map { summary, block in
            insert(PostgreSQLSchema.insertAssociation, summary.id, summary.stored, block)
        }
        statements += changes.movedAssociations.map {
            PostgreSQLStatement(PostgreSQLSchema.moveAssociation, store, .integer($0.id), .bytes($0.stored))
        }
        statements += changes.adoptedSegments.map { adopt(PostgreSQLSchema.adoptSegment, $0.id, $0.stored) }
        statements += changes.adoptedAssociations.map { adopt(PostgreSQLSchema.adoptAssociation, $0.id, $0.stored) }
        statements += removals(changes)
        statements += changes.removedAppRecords.map {
            PostgreSQLStatement(PostgreSQLSchema.deleteAppRecord, store, .bytes($0.entry))
        }
        statements += changes.newAppRecords.map {
            PostgreSQLStatement(PostgreSQLSchema.insertAppRecord, store, .bytes($0.entry), .bytes($0.bytes))
        }
        statements.append(PostgreSQLStatement("COMMIT"))
        return statements
    }

    private func advance(to header: StoreHeader, _ commits: PostgreSQLCommits) -> PostgreSQLStatement {
        var statement = PostgreSQLStatement(PostgreSQLSchema.advance, store, .integer(version - 1), .integer(version))
        statement.parameters += PostgreSQLHead.parameters(of: header)
        statement.parameters.append(.bytes(commits.stored))
        return statement
    }

    private func insert(_ sql: String, _ id: Int64, _ summary: [UInt8], _ block: [UInt8]) -> PostgreSQLStatement {
        PostgreSQLStatement(sql, store, .integer(id), .integer(version), .bytes(summary), .bytes(block))
    }

    private func adopt(_ sql: String, _ id: Int64, _ summary: [UInt8]) -> PostgreSQLStatement {
        PostgreSQLStatement(sql, store, .integer(id), .integer(version), .bytes(summary))
    }

    private func removals(_ changes: StorageChanges) -> [PostgreSQLStatement] {
        var statements: [PostgreSQLStatement] = []
        if !changes.retiredBlocks.isEmpty {
            statements += [PostgreSQLSchema.retireSegments, PostgreSQLSchema.retireAssociations].map {
                PostgreSQLStatement($0, store, .integers(changes.retiredBlocks), .integer(version))
            }
        }
        if !changes.deletedBlocks.isEmpty {
            statements += [PostgreSQLSchema.deleteSegments, PostgreSQLSchema.deleteAssociations].map {
                PostgreSQLStatement($0, store, .integers(changes.deletedBlocks))
            }
        }
        return statements
    }
}
