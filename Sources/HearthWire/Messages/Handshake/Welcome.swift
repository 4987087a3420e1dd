internal import CHearthProtocol
package import HearthModel

/// The session is open.
package struct Welcome: Hashable, Sendable {
    /// The major version that the session speaks.
    package var major: UInt32
    /// The minor version that the session speaks.
    package var minor: UInt32
    package var serverVersion: String
    package var storeID: ObjectID
    package var limits: Limits
    /// The key with which this app derives UUIDs; nil if the store is older than keys.
    package var identityKey: IdentityKey?

    package init(
        major: UInt32,
        minor: UInt32,
        serverVersion: String,
        storeID: ObjectID,
        limits: Limits = .standard,
        identityKey: IdentityKey? = nil
    ) {
        self.major = major
        self.minor = minor
        self.serverVersion = serverVersion
        self.storeID = storeID
        self.limits = limits
        self.identityKey = identityKey
    }
}

extension Welcome: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Welcome> { hearth__v1__welcome__init }

    init(_ message: Hearth__V1__Welcome, _ reader: MessageReader) throws(HearthError) {
        major = message.major
        minor = message.minor
        serverVersion = try reader.text(message.server_version, "server_version")
        storeID = try reader.id(message.store_id, "store_id")
        limits = try reader.required(message.limits, "limits")
        let key: [UInt8] = try reader.column(message.identity_key, "identity_key")
        identityKey = IdentityKey(bytes: key)
        guard identityKey != nil || key.isEmpty else {
            throw HearthError(
                .malformedColumn,
                "The key has \(key.count) bytes instead of \(IdentityKey.byteCount).",
                field: "identity_key"
            )
        }
    }

    func write(to message: inout Hearth__V1__Welcome, _ writer: MessageWriter) {
        message.major = major
        message.minor = minor
        message.server_version = writer.text(serverVersion)
        message.store_id = writer.column([storeID])
        message.limits = writer.message(limits)
        message.identity_key = writer.column(identityKey?.bytes ?? [])
    }
}
