import HearthClient
import HearthModel

extension Connection {
    /// The key with which UUIDs of the server's store are derived, for the app of this connection; nil: the store is older
    /// than keys.
    func identityKey() async throws -> IdentityKey? {
        if welcome == nil {
            _ = try await ping()
        }
        return welcome?.identityKey
    }
}
