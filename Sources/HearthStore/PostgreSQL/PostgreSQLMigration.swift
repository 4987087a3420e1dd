internal import HearthModel

/// Creates the tables, or brings those of an older version forward.
enum PostgreSQLMigration {
    static func run(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
        let known = try version(connection)
        guard known <= PostgreSQLSchema.version else { throw .newer }
        guard known < PostgreSQLSchema.version else { return }
        try connection.execute(PostgreSQLSchema.beginMigration)
        // Another server may have done it meanwhile.
        let current = try version(connection)
        guard current <= PostgreSQLSchema.version else {
            try connection.execute("ROLLBACK")
            throw .newer
        }
        for step in PostgreSQLSchema.steps[Int(current)...] {
            try connection.execute(step)
        }
        try connection.execute(PostgreSQLSchema.endMigration(to: PostgreSQLSchema.version))
    }

    /// 0: there are no tables.
    static func version(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) -> Int64 {
        guard try connection.run([PostgreSQLStatement(PostgreSQLSchema.findSchema)])[0].count > 0 else { return 0 }
        let rows = try connection.run([PostgreSQLStatement(PostgreSQLSchema.selectVersion)])[0]
        guard rows.count > 0 else { return 0 }
        do throws(HearthError) {
            return try rows.integer(0, 0)
        } catch {
            // Of another kind than any version up to this one has written.
            throw .newer
        }
    }
}
