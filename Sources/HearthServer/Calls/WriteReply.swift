import HearthModel
import HearthStore
import HearthWire

/// The reply to a call that waits for a write.
enum WriteReply {
    /// The assembly locates errors in the frames of a save that took several.
    case committed(SaveAssembly?)
    case characteristics
    case registrations
    /// With the position of a cursor of the app, or without one: "".
    case acknowledged(cursor: String)
    case backgroundApp
    /// With the order of the sources of a type.
    case sourceRanks(ObjectType)
    case accessList(AppSocketFolder)
    /// With what the app may do with the types that it named.
    case authorization(Authorization)

    /// The reply to a request about background delivery.
    init(_ request: DeliveryRequest) {
        switch request {
        case .register: self = .registrations
        case .acknowledge(let acknowledgement): self = .acknowledged(cursor: acknowledgement.cursor)
        case .control: self = .backgroundApp
        }
    }

    /// What is sent when the write is durable; nil for the state of the app's deliveries, which a reader assembles, and for
    /// what an app may do, which is answered in any case. `view`: what the app may see by now.
    func content(_ receipt: Receipt, to app: AppID, seeing view: () -> AccessView?, in snapshot: Snapshot) -> Reply? {
        switch self {
        case .committed: .committed(Committed(receipt, in: snapshot))
        case .characteristics: .characteristicValues(snapshot.seen(through: view()).visibleCharacteristics)
        case .registrations: .backgroundRegistrations(BackgroundRegistrationList(of: app, in: snapshot))
        case .acknowledged(let cursor): .acknowledged(Acknowledged(cursor, of: app, in: snapshot))
        case .backgroundApp, .authorization: nil
        case .sourceRanks(let type): .sourceRanks(SourceRankList(snapshot.sourceRanks[type]))
        case .accessList(let folder): .accessList(folder.list(in: snapshot))
        }
    }

    /// An error as the client sees it. `field`: the name of the request.
    func located(_ error: HearthError, field: String) -> HearthError {
        guard case .committed(let assembly?) = self else { return error.prefixed(with: field) }
        return assembly.locating(error).prefixed(with: field)
    }
}

extension Committed {
    fileprivate init(_ receipt: Receipt, in snapshot: Snapshot) {
        self.init(
            anchor: snapshot.sealed(receipt.anchor),
            added: UInt64(receipt.added),
            deleted: UInt64(receipt.deleted),
            unchanged: UInt64(receipt.unchanged)
        )
    }
}
