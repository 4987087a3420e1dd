import HearthModel
import HearthStore
import HearthWire

/// The app that a client identified as in its `Hello`, with the account of the client. A class, because each write refers
/// to it.
final class ClientApp {
    let origin: Write.Origin
    /// The writes of the connection.
    let writes: ConnectionWrites
    /// What the app has read and saved.
    let accessAccount: AccessAccount
    /// The origin of what the owner's tool saves on behalf of other sources.
    private(set) lazy var namingOrigin = origin.namingSources()

    init(_ origin: Write.Origin, _ writes: ConnectionWrites, _ accessAccount: AccessAccount) {
        self.origin = origin
        self.writes = writes
        self.accessAccount = accessAccount
    }

    var app: AppID { origin.app }
    /// The account of the client, over all of its connections.
    var account: ClientAccount { writes.account }

    /// Throws if the app may not save workouts, to which it adds samples.
    func checkAddition(_ addition: AddToWorkout, at time: Timestamp) throws(HearthError) {
        guard let view = origin.view else { return }
        try locating("add_to_workout.workout", view.checkSharing(of: .workout))
        guard !addition.columns.isEmpty else { return }
        try checkSaving(of: addition.columns, "add_to_workout", at: time)
    }

    /// Throws if the app may not save samples of one of the types, or no samples at present. `request`: its name.
    func checkSaving(of columns: [SampleColumns], _ request: String, at time: Timestamp) throws(HearthError) {
        guard let view = origin.view else { return }
        try origin.hiddenConflicts?.check(app, at: time)
        try locating(request, view.checkSharing(of: columns))
    }
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
