internal import HearthModel

/// A statement and its parameters.
struct PostgreSQLStatement {
    let sql: String
    var parameters: [Parameter] = []

    init(_ sql: String, _ parameters: Parameter...) {
        self.sql = sql
        self.parameters = parameters
    }

    /// A value in PostgreSQL's binary format.
    enum Parameter {
        /// Of type `bigint`.
        case integer(Int64)
        case text(String)
        /// Of type `bytea`.
        case bytes([UInt8])
        /// Of type `bigint[]`.
        case integers([Int64])

        static func number(_ value: UInt64) -> Parameter { .integer(Int64(bitPattern: value)) }

        var binary: [UInt8] {
            switch self {
            case .integer(let value): return Parameter.bigEndian(value)
            case .text(let text): return Array(text.utf8)
            case .bytes(let bytes): return bytes
            case .integers(let values):
                // One dimension, no NULL, elements of type `bigint`, the first has the index 1.
                var binary: [UInt8] = []
                for word in [values.isEmpty ? 0 : 1, 0, Parameter.bigint] as [Int32] {
                    binary += Parameter.bigEndian(word)
                }
                guard !values.isEmpty else { return binary }
                binary += Parameter.bigEndian(Int32(values.count)) + Parameter.bigEndian(Int32(1))
                for value in values {
                    binary += Parameter.bigEndian(Int32(8)) + Parameter.bigEndian(value)
                }
                return binary
            }
        }

        /// The number of the type `bigint`.
        private static let bigint: Int32 = 20

        private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
            let bits = value.bitWidth
            return stride(from: bits - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
        }
    }
}
