internal import Foundation
internal import HearthClient
public import HearthKit
internal import HearthModel
internal import HearthServer
internal import HearthSocket
internal import HearthWire

/// A store for tests: a real server in this process, with a store that nobody else sees and that is gone with this object.
///
/// Several apps can share it:
///
/// ```swift
/// let shared = try EphemeralHealthStore()
/// let watch = shared.store(appIdentifier: "org.example.watch")
/// let phone = shared.store(appIdentifier: "org.example.phone")
/// ```
public final class EphemeralHealthStore: Sendable {
    private let folder: URL
    private let server: LocalServer

    /// Begins with an empty store.
    public init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        do throws(HearthError) {
            server = try LocalServer(store: folder.appending(path: "store.hearth").path(percentEncoded: false))
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw HKError.translated(error)
        }
        self.folder = folder
    }

    deinit {
        server.stop()
        // Nobody is there any more who could be told that it stays.
        try? FileManager.default.removeItem(at: folder)
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
