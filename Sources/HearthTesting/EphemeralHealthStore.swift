internal import HearthClient
public import HearthKit
internal import HearthModel
internal import HearthServer
internal import HearthSocket
internal import HearthWire

/// A store for tests: a real server in this process, with a private store in memory. It leaves no files.
///
/// Several apps can share it:
///
/// ```swift
/// let shared = try EphemeralHealthStore()
/// let watch = shared.store(appIdentifier: "org.example.watch")
/// let phone = shared.store(appIdentifier: "org.example.phone")
/// ```
public final class EphemeralHealthStore: Sendable {
    private let server: LocalServer
    private let sessions = SessionPlace.memory()

    /// Creates an empty store.
    public init() throws {
        do throws(HearthError) {
            server = try LocalServer()
        } catch {
            throw HKError.translated(error)
        }
    }

    deinit {
        server.stop()
    }

    /// The store of an app; without an identifier, of the current one.
    public func store(appIdentifier: String? = nil) -> HKHealthStore {
        var options = ConnectionOptions.standard
        if let appIdentifier {
            options.app = App(bundleIdentifier: appIdentifier)
        }
        // The connection keeps the store alive.
        options.connect = { self.server.connect() }
        return HKHealthStore(Connection(options), sessions: sessions)
    }
}

extension HKHealthStore {
    /// An empty, private store for a test, which lives as long as the returned object.
    public static func ephemeral() throws -> HKHealthStore {
        try EphemeralHealthStore().store()
    }
}
