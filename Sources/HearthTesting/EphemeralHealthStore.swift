internal import HearthClient
public import HearthKit
internal import HearthModel
internal import HearthServer
internal import HearthSocket
internal import HearthWire

/// A store for tests: a real server in this process, with a store in memory that nobody else sees. It leaves no file.
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

    /// Begins with an empty store.
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

    /// The store as an app sees it; without an identifier the app that runs.
    public func store(appIdentifier: String? = nil) -> HKHealthStore {
        var options = ConnectionOptions.standard
        if let appIdentifier {
            options.app = App(bundleIdentifier: appIdentifier)
        }
        // The store lives as long as somebody is connected to it.
        options.connect = { self.server.connect() }
        return HKHealthStore(Connection(options))
    }
}

extension HKHealthStore {
    /// A store for a test: empty, seen by nobody else, and gone with this object.
    public static func ephemeral() throws -> HKHealthStore {
        try EphemeralHealthStore().store()
    }
}
