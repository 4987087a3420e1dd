internal import HearthModel

/// The tables of a store, by version. A store is brought forward one version after the other; one of a version that is
/// not here yet is left alone.
enum SQLiteSchema {
    /// "Hrth": marks a database as a store, in the header of the file.
    static let applicationID: Int64 = 0x4872_7468

    /// What leads from one version to the next.
    enum Step {
        case sql(String)
        /// Types, registrations and metadata with retired names get the current ones.
        case renaming
        /// Segments get the totals of their quantities.
        case totals
        /// Nothing changes: older versions take what is stored since then for damage.
        case newRecords
    }

    /// What leads from each version to the next; the first from nothing to version 1.
    static let steps: [Step] = [
        .sql(tables),
        .sql(
            """
            CREATE TABLE background_registration (
                app TEXT NOT NULL,
                type TEXT NOT NULL,
                frequency INTEGER NOT NULL,
                PRIMARY KEY (app, type)
            ) WITHOUT ROWID;
            """
        ),
        // A registration becomes a record of kind 4 with its type as its name, and the frequency, a number below 128,
        // is the byte with which its value begins: its checksum stays.
        .sql(
            """
            CREATE TABLE app_record (
                app TEXT NOT NULL,
                kind INTEGER NOT NULL,
                name TEXT NOT NULL,
                value BLOB NOT NULL,
                PRIMARY KEY (app, kind, name)
            ) WITHOUT ROWID;
            INSERT INTO app_record (app, kind, name, value)
            SELECT app, 4, type, CAST(char(frequency) AS BLOB) FROM background_registration;
            DROP TABLE background_registration;
            """
        ),
        .renaming,
        // Since then blocks of large saves have no sequence numbers of their own: older versions cannot read them.
        .totals,
        // Since then there are records of what the owner has decided of apps, and blocks of deletions without numbers and
        // times of their own.
        .newRecords,
        // Since then there are records of what apps have read and saved.
        .newRecords,
        // Since then a new store has a record of its key, and decisions are marked that were recorded.
        .newRecords,
        // Since then there are records of the key that seals anchors, and of how often the owner has decided about apps.
        .newRecords,
    ]

    /// Of a segment with totals, `value_sum` has these, as a blob.
    private static let tables = """
        CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            store_id BLOB NOT NULL,
            head INTEGER NOT NULL,
            oldest INTEGER NOT NULL,
            characteristics BLOB NOT NULL,
            manifest INTEGER NOT NULL,
            checksum INTEGER NOT NULL
        );
        CREATE TABLE segment (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            type TEXT NOT NULL,
            first_sequence INTEGER NOT NULL,
            last_sequence INTEGER NOT NULL,
            rows INTEGER NOT NULL,
            least_start INTEGER NOT NULL,
            greatest_start INTEGER NOT NULL,
            least_end INTEGER NOT NULL,
            greatest_end INTEGER NOT NULL,
            least_uuid BLOB NOT NULL,
            greatest_uuid BLOB NOT NULL,
            value_sum REAL,
            value_least REAL,
            value_greatest REAL,
            shape INTEGER NOT NULL,
            is_scattered INTEGER NOT NULL,
            has_sync_keys INTEGER NOT NULL,
            provenances BLOB NOT NULL,
            weight INTEGER NOT NULL,
            block_checksum INTEGER NOT NULL,
            block BLOB NOT NULL
        );
        CREATE TABLE retired_block (id INTEGER PRIMARY KEY);
        CREATE TABLE association (
            id INTEGER PRIMARY KEY,
            workout BLOB NOT NULL,
            samples INTEGER NOT NULL,
            block_checksum INTEGER NOT NULL,
            block BLOB NOT NULL
        );
        CREATE TABLE provenance (
            number INTEGER PRIMARY KEY,
            message BLOB NOT NULL
        );
        """

    static var version: Int64 { Int64(steps.count) }

    static let selectState = "SELECT store_id, head, oldest, characteristics, manifest, checksum FROM state"

    static let replaceState = """
        INSERT OR REPLACE INTO state (id, store_id, head, oldest, characteristics, manifest, checksum)
        VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)
        """

    private static let segmentColumns = """
        id, kind, type, first_sequence, last_sequence, rows, least_start, greatest_start, least_end, greatest_end,
        least_uuid, greatest_uuid, value_sum, value_least, value_greatest, shape, is_scattered, has_sync_keys,
        provenances, weight, block_checksum
        """

    static let selectSegments = """
        SELECT \(segmentColumns) FROM segment
        WHERE id NOT IN (SELECT id FROM retired_block) ORDER BY id
        """

    static let insertSegment = """
        INSERT INTO segment (\(segmentColumns), block) VALUES
        (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22)
        """

    /// Where it makes a difference: a change rewrites the row.
    static let numberSegment = """
        UPDATE segment SET first_sequence = ?1, last_sequence = ?2, least_start = ?3, greatest_start = ?4, least_end = ?5,
        greatest_end = ?6 WHERE id = ?7 AND (first_sequence <> ?1 OR least_start <> ?3)
        """

    static let updateTotals = "UPDATE segment SET value_sum = ?1 WHERE id = ?2"

    static let selectAssociations = """
        SELECT id, workout, samples, block_checksum FROM association
        WHERE id NOT IN (SELECT id FROM retired_block) ORDER BY id
        """

    static let insertAssociation = """
        INSERT INTO association (id, workout, samples, block_checksum, block) VALUES (?1, ?2, ?3, ?4, ?5)
        """

    /// Where it makes a difference: a change rewrites the row.
    static let moveAssociation = "UPDATE association SET workout = ?1 WHERE id = ?2 AND workout <> ?1"

    static let selectProvenances = "SELECT number, message FROM provenance ORDER BY number"

    static let insertProvenance = "INSERT INTO provenance (number, message) VALUES (?1, ?2)"

    static let selectAppRecords = "SELECT app, kind, name, value FROM app_record ORDER BY app, kind, name"

    static let insertAppRecord = "INSERT INTO app_record (app, kind, name, value) VALUES (?1, ?2, ?3, ?4)"

    static let deleteAppRecord = "DELETE FROM app_record WHERE app = ?1 AND kind = ?2 AND name = ?3"
}
