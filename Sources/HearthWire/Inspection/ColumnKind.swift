/// The kind of rows in a `bytes` field, which hearth.proto documents only in comments.
package enum ColumnKind: Hashable, Sendable {
    case int64
    case uint32
    case float64
    case uuid
    case flag

    /// Nil for bytes that are not a column, such as an anchor.
    ///
    /// - Parameter path: message and field, for example `SampleColumns.starts`.
    package init?(of path: String) {
        let name = path.split(separator: ".").last.map(String.init) ?? path
        switch name {
        case "anchor", "payload", "contents", "identity_key": return nil
        case "uuids", "uuid", "stored", "members", "workout", "in_workout", "in_correlation", "store_id": self = .uuid
        case "starts", "ends", "times", "timestamps", "counts", "most_recent_starts", "most_recent_ends", "edges",
            "integers":
            self = .int64
        case "values": self = path == "CategoryColumns.values" ? .int64 : .float64
        case "lengths", "activity_types", "interleaving", "buckets": self = .uint32
        case "gaps": self = .flag
        default: self = name.hasSuffix("_indexes") ? .uint32 : .float64
        }
    }

    package var width: Int {
        switch self {
        case .int64, .float64: 8
        case .uint32: 4
        case .uuid: 16
        case .flag: 1
        }
    }
}
