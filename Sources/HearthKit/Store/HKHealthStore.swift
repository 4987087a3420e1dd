internal import Dispatch
public import Foundation
package import HearthClient
internal import HearthModel
internal import HearthWire

/// An app's way to the store: saves, deletes, and runs queries.
///
/// The connection to the server is opened with the first call. When it is lost it is found again, writes under way are
/// sent again, and streams go on where they were; an app sees nothing of it. Queries that run until they are stopped end
/// with the store object that runs them.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; everything here is constant and sendable.
open class HKHealthStore: NSObject, @unchecked Sendable {
    let connection: Connection
    let running = RunningQueries()
    let notices: ObserverNotices
    /// Calls completion handlers one after the other, as apps of HealthKit know it: they touch the same variables.
    let handlers = DispatchQueue(label: "HKHealthStore.handlers")

    /// The app that runs, and the server of its user: see the README for where it looks.
    override public convenience init() {
        self.init(appIdentifier: nil)
    }

    /// An app that says who it is, and the server that listens on a socket.
    ///
    /// - Parameters:
    ///   - appIdentifier: what the app's objects carry as their source; nil: `HEARTH_APP_ID`, else the program's name.
    ///   - appName: the app's name for people; nil: the identifier.
    ///   - appVersion: the app's version, which its objects carry.
    ///   - socketPath: where the server listens; nil: the usual place.
    public convenience init(
        appIdentifier: String?,
        appName: String? = nil,
        appVersion: String? = nil,
        socketPath: String? = nil
    ) {
        var options = ConnectionOptions.standard
        options.app = AppIdentity.current.app
        if let appIdentifier {
            options.app = App(bundleIdentifier: appIdentifier)
        }
        options.app.name = appName ?? options.app.name
        options.app.version = appVersion ?? options.app.version
        if let socketPath {
            options.connect = ConnectionOptions.toServer(at: socketPath)
        }
        self.init(Connection(options))
    }

    /// The store at the other end of a connection.
    package init(_ connection: Connection) {
        self.connection = connection
        notices = ObserverNotices(connection)
    }

    deinit {
        running.stopAll()
    }

    /// Whether there is health data on this machine at all. There is, wherever a server can run.
    open class func isHealthDataAvailable() -> Bool { true }

    /// Whether the store holds clinical records. It holds none.
    open func supportsHealthRecords() -> Bool { false }

    /// The first date that a sample may have.
    open func earliestPermittedSampleDate() -> Date { Timestamp.earliest.date }
}
