package import HearthModel

/// Where a store in a database of PostgreSQL is: libpq's address of the database, and the name of the store in it.
///
///     postgres://hearth@db.example.org/hearth?sslmode=verify-full&store=alice
package struct DatabaseAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address for libpq, which does not know of stores.
    let database: String
    package let store: String
    /// Without a user and a password, for people and logs.
    package let description: String

    /// Whether the text means a database and no file.
    package static func isAddress(_ text: String) -> Bool { schemes.contains { text.hasPrefix($0) } }

    package init(_ text: String) throws(HearthError) {
        guard let scheme = DatabaseAddress.schemes.first(where: { text.hasPrefix($0) }) else { throw .malformedAddress }
        let parts = text.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let items = parts.count > 1 ? parts[1].split(separator: "&") : []
        let names = items.filter { $0.hasPrefix(DatabaseAddress.storeKey) }
        guard names.count == 1 else { throw .addressWithoutStore }
        store = String(names[0].dropFirst(DatabaseAddress.storeKey.count))
        guard DatabaseAddress.isName(store) else { throw .malformedStoreName }
        let others = items.filter { !$0.hasPrefix(DatabaseAddress.storeKey) }
        let query = others.isEmpty ? "" : "?" + others.joined(separator: "&")
        database = scheme + parts[0] + query
        let authority = parts[0].prefix { $0 != "/" }
        let path = parts[0].dropFirst(authority.count)
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let places = others.filter { item in DatabaseAddress.placeKeys.contains { item.hasPrefix($0) } }
        description = scheme + host + path + "?" + (places + names).joined(separator: "&")
    }

    /// Whether it names several hosts. One of them accepts writes.
    var hasSeveralHosts: Bool { description.utf8.contains(UInt8(ascii: ",")) }

    private static let schemes = ["postgres://", "postgresql://"]
    private static let storeKey = "store="
    /// What says where the database is.
    private static let placeKeys = ["host=", "hostaddr=", "port="]
    private static let nameBytesMax = 64

    /// Names are the same in each address, locale and file system.
    private static func isName(_ text: String) -> Bool {
        let others = [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "@")]
        return (1...nameBytesMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: others.contains(byte)
                }
            }
    }
}

extension HearthError {
    static var malformedAddress: HearthError {
        HearthError(
            .invalidArgument,
            "The address of the database is not understood: postgres://USER@HOST/DATABASE?store=NAME is expected."
        )
    }

    fileprivate static var addressWithoutStore: HearthError {
        HearthError(
            .invalidArgument,
            "The address of the database has to name one store: add '?store=NAME', or '&store=NAME' after other options."
        )
    }

    fileprivate static var malformedStoreName: HearthError {
        HearthError(
            .invalidArgument,
            "The name of a store in a database has 1 to 64 letters without accents, digits and '.', '-', '_', '@'."
        )
    }
}
