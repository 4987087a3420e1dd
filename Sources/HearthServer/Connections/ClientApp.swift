import HearthModel
import HearthStore
import HearthWire

/// The app that a client identified as in its `Hello`, with the account of the client. A class, because each write refers
/// to it.
final class ClientApp {
    let origin: Write.Origin
    let account: ClientAccount
    /// The origin of what the owner's tool saves on behalf of other sources.
    private(set) lazy var namingOrigin = origin.namingSources()

    init(_ origin: Write.Origin, _ account: ClientAccount) {
        self.origin = origin
        self.account = account
    }

    var app: AppID { origin.app }
}

extension Write.Origin {
    /// An app, as it introduced itself.
    convenience init(_ hello: Hello) {
        let app = hello.app
        let productType = hello.host?.productType ?? ""
        self.init(
            source: Source(
                bundleIdentifier: app.bundleIdentifier,
                name: app.name.isEmpty ? app.bundleIdentifier : app.name
            ),
            version: app.version.isEmpty ? nil : app.version,
            productType: productType.isEmpty ? nil : productType,
            operatingSystemVersion: hello.host?.operatingSystemVersion
        )
    }
}
