import HearthModel
import HearthStore
import HearthWire

/// A request that opens a call.
struct IncomingCall {
    let id: CallID
    let client: ClientApp
    /// The length of the frame.
    let bytes: Int
    let cost: RequestCost

    /// The memory that the request takes while it waits: of a deletion mostly its terms.
    var heldBytes: Int { max(bytes, cost.heldBytes) }

    /// The same call, on behalf of another app.
    func acting(as app: AppID) -> IncomingCall {
        let origin = client.origin.acting(as: Source(app), isOwnersTool: client.origin.isOwnersTool)
        let actor = ClientApp(origin, client.writes, client.accessAccount)
        return IncomingCall(id: id, client: actor, bytes: bytes, cost: cost)
    }
}
