internal import HearthModel

/// The tables of stores in a database, by version. Each key begins with the store, so that stores can be spread over
/// databases.
///
/// `version` counts the transactions of a store, also those that change no sample; it is not `sequence`, the number of the
/// last change. A row of the directory belongs to the store from the version `born` on, and no longer from `died` on.
enum PostgreSQLSchema {
    /// What leads from each version to the next; the first from nothing to version 1.
    static let steps = [
        tables,
        // Nothing changes. Since then there are records of what the owner has decided of apps, and blocks of deletions without
        // numbers and times of their own, both of which older versions take for damage.
        "SELECT 1",
        // The same with records of what apps have read and saved.
        "SELECT 1",
        // The same with the record of the key that a new store has, and the mark of decisions that were recorded.
        "SELECT 1",
        // The same with the records of the key that seals anchors, and of how often the owner has decided about apps.
        "SELECT 1",
    ]

    static var version: Int64 { Int64(steps.count) }

    /// What a session needs. A commit is acknowledged when it is on the disk, also where the database's own setting is less.
    /// No statement is ended by a clock: what a commit that takes long has done would be unknown.
    static let session = """
        SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') IN ('off', 'local');
        SET statement_timeout = 0;
        SET lock_timeout = 0;
        SET idle_in_transaction_session_timeout = 0;
        SET idle_session_timeout = 0;
        """

    static let beginMigration = """
        BEGIN;
        SELECT pg_advisory_xact_lock(\(migrationLock));
        CREATE SCHEMA IF NOT EXISTS hearth;
        CREATE TABLE IF NOT EXISTS hearth.schema (version bigint NOT NULL);
        """

    /// "Hearth", as a number: servers that start together migrate one after the other.
    private static let migrationLock = 0x4865_6172_7468

    static func endMigration(to version: Int64) -> String {
        "DELETE FROM hearth.schema; INSERT INTO hearth.schema (version) VALUES (\(version)); COMMIT;"
    }

    private static let partitions = 8

    /// Blocks are compressed already, and read as a whole.
    private static let tables =
        """
        CREATE TABLE hearth.head (
            store text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL,
            store_id bytea NOT NULL,
            sequence bigint NOT NULL,
            oldest bigint NOT NULL,
            characteristics bytea NOT NULL,
            manifest bigint NOT NULL,
            checksum bigint NOT NULL,
            commits bytea NOT NULL
        ) WITH (fillfactor = 25);
        CREATE TABLE hearth.segment (
            store text COLLATE "C" NOT NULL,
            id bigint NOT NULL,
            born bigint NOT NULL,
            died bigint,
            summary bytea NOT NULL,
            block bytea NOT NULL,
            PRIMARY KEY (store, id)
        ) PARTITION BY HASH (store);
        CREATE TABLE hearth.association (
            store text COLLATE "C" NOT NULL,
            id bigint NOT NULL,
            born bigint NOT NULL,
            died bigint,
            summary bytea NOT NULL,
            block bytea NOT NULL,
            PRIMARY KEY (store, id)
        ) PARTITION BY HASH (store);
        CREATE TABLE hearth.provenance (
            store text COLLATE "C" NOT NULL,
            number bigint NOT NULL,
            message bytea NOT NULL,
            PRIMARY KEY (store, number)
        ) PARTITION BY HASH (store);
        CREATE TABLE hearth.app_record (
            store text COLLATE "C" NOT NULL,
            entry bytea NOT NULL,
            record bytea NOT NULL,
            PRIMARY KEY (store, entry)
        ) PARTITION BY HASH (store);
        ALTER TABLE hearth.segment ALTER COLUMN block SET STORAGE EXTERNAL;
        ALTER TABLE hearth.association ALTER COLUMN block SET STORAGE EXTERNAL;

        """
        + ["segment", "association", "provenance", "app_record"].map { table in
            (0..<partitions).map { number in
                """
                CREATE TABLE hearth.\(table)_\(number) PARTITION OF hearth.\(table)
                FOR VALUES WITH (MODULUS \(partitions), REMAINDER \(number));

                """
            }.joined()
        }.joined()
}

// MARK: - Statements

extension PostgreSQLSchema {
    /// The version of the tables; no row when there are none.
    static let findSchema = "SELECT 1::bigint WHERE to_regclass('hearth.schema') IS NOT NULL"
    static let selectVersion = "SELECT version FROM hearth.schema"

    /// Held by the session of the server that has the store open.
    static let takeStore = "SELECT pg_try_advisory_lock(hashtextextended('hearth:' || $1::text, 0))::int::bigint"

    /// All of it or, if the store exists, nothing.
    static let insertHeadAndRecords = """
        WITH created AS (
            INSERT INTO hearth.head
                (store, version, store_id, sequence, oldest, characteristics, manifest, checksum, commits)
            VALUES ($1, 0, $2, $3, $4, $5, $6, $7, '')
            ON CONFLICT DO NOTHING RETURNING store
        )
        INSERT INTO hearth.app_record (store, entry, record)
        SELECT created.store, sha256(made.entry), made.record
        FROM created, (VALUES ($8::bytea, $9::bytea), ($10::bytea, $11::bytea)) AS made (entry, record)
        """

    /// What is read sees one state.
    static let beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    static let deleteStore = ["head", "segment", "association", "provenance", "app_record"].map {
        "DELETE FROM hearth.\($0) WHERE store = $1"
    }

    private static let headColumns = "version, store_id, sequence, oldest, characteristics, manifest, checksum, commits"

    static let selectHead = "SELECT \(headColumns) FROM hearth.head WHERE store = $1"

    /// Waits for a transaction that has the head.
    static let lockHead = "SELECT \(headColumns) FROM hearth.head WHERE store = $1 FOR UPDATE"

    /// Compares the head's version and sets the head. With another version it fails, and with it the transaction: it divides
    /// by the number of rows that were set.
    static let advance = """
        WITH moved AS (
            UPDATE hearth.head SET version = $3, store_id = $4, sequence = $5, oldest = $6, characteristics = $7,
                manifest = $8, checksum = $9, commits = $10
            WHERE store = $1 AND version = $2 RETURNING 1
        ) SELECT 1 / count(*) FROM moved
        """

    /// Nothing but a version: what was sent before can no longer be committed.
    static let skipVersion = "UPDATE hearth.head SET version = version + 1 WHERE store = $1"

    /// A transaction that the disk has, and with it all before it.
    static let barrier = "SELECT 1::bigint FROM pg_logical_emit_message(true, 'hearth', '')"

    static let selectSegments = """
        SELECT id, summary, (died IS NOT NULL)::int::bigint FROM hearth.segment WHERE store = $1 ORDER BY id
        """
    static let selectAssociations = """
        SELECT id, summary, (died IS NOT NULL)::int::bigint FROM hearth.association WHERE store = $1 ORDER BY id
        """
    static let selectProvenances = "SELECT number, message FROM hearth.provenance WHERE store = $1 ORDER BY number"
    static let selectAppRecords = "SELECT record FROM hearth.app_record WHERE store = $1 ORDER BY entry"

    static let insertSegment =
        "INSERT INTO hearth.segment (store, id, born, summary, block) VALUES ($1, $2, $3, $4, $5)"
    static let insertAssociation =
        "INSERT INTO hearth.association (store, id, born, summary, block) VALUES ($1, $2, $3, $4, $5)"

    /// Fails unless the association exists.
    static let moveAssociation = """
        WITH moved AS (
            UPDATE hearth.association SET summary = $3 WHERE store = $1 AND id = $2 RETURNING 1
        ) SELECT 1 / count(*) FROM moved
        """
    /// Fails unless the segment exists.
    static let adoptSegment = """
        WITH adopted AS (
            UPDATE hearth.segment SET born = $3, died = NULL, summary = $4 WHERE store = $1 AND id = $2 RETURNING 1
        ) SELECT 1 / count(*) FROM adopted
        """
    /// Fails unless the association exists.
    static let adoptAssociation = """
        WITH adopted AS (
            UPDATE hearth.association SET born = $3, died = NULL, summary = $4 WHERE store = $1 AND id = $2 RETURNING 1
        ) SELECT 1 / count(*) FROM adopted
        """
    static let retireSegments =
        "UPDATE hearth.segment SET died = $3 WHERE store = $1 AND id = ANY($2::bigint[])"
    static let retireAssociations =
        "UPDATE hearth.association SET died = $3 WHERE store = $1 AND id = ANY($2::bigint[])"
    static let deleteSegments = "DELETE FROM hearth.segment WHERE store = $1 AND id = ANY($2::bigint[])"
    static let deleteAssociations = "DELETE FROM hearth.association WHERE store = $1 AND id = ANY($2::bigint[])"

    static let insertProvenance = "INSERT INTO hearth.provenance (store, number, message) VALUES ($1, $2, $3)"

    /// A record's entry may be longer than a key can be: the key is its hash.
    static let insertAppRecord =
        "INSERT INTO hearth.app_record (store, entry, record) VALUES ($1, sha256($2::bytea), $3)"
    static let deleteAppRecord = "DELETE FROM hearth.app_record WHERE store = $1 AND entry = sha256($2::bytea)"

    static let selectSegmentBlock = "SELECT block FROM hearth.segment WHERE store = $1 AND id = $2"
    static let selectAssociationBlock = "SELECT block FROM hearth.association WHERE store = $1 AND id = $2"
}
