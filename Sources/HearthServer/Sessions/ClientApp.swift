import HearthModel
import HearthStore

/// The app that a client identified as in its `Hello`, with the account of the client. A class, because each write refers
/// to it.
final class ClientApp {
    let origin: Write.Origin
    let account: ClientAccount

    init(_ origin: Write.Origin, _ account: ClientAccount) {
        self.origin = origin
        self.account = account
    }

    var app: AppID { origin.app }
}
