internal import CPostgreSQL
internal import HearthModel

/// What a statement returned.
///
/// Unsafe pointers: libpq's results are addresses, which this type owns; values are read from memory of the result.
final class PostgreSQLRows {
    private let handle: OpaquePointer

    /// Takes over a result.
    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    var count: Int { Int(PQntuples(handle)) }

    /// How many rows the statement changed.
    var changedCount: Int { PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        guard let start = PQgetvalue(handle, Int32(row), Int32(column)) else { return [] }
        let length = Int(PQgetlength(handle, Int32(row), Int32(column)))
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }

    /// Of a column of type `bigint`.
    func integer(_ row: Int, _ column: Int) throws(HearthError) -> Int64 {
        let bytes = bytes(row, column)
        guard bytes.count == 8 else { throw .incompleteStore }
        return bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    func number(_ row: Int, _ column: Int) throws(HearthError) -> UInt64 {
        UInt64(bitPattern: try integer(row, column))
    }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(handle, Int32(row), Int32(column)) == 1 }
}
