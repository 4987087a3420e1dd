import Foundation
import HearthModel
import HearthServer
import HearthSocket
import HearthStore

/// The store of a command that opens it itself.
///
/// Without `--store` it is the usual one. That is a mistake where the server that the other commands talk to has another
/// store: a backup every night would then hold the wrong data.
enum UsualStore {
    static func location(named store: String?) throws -> StoreLocation {
        let usual = try ServicePaths(socket: nil, store: store, environment: Terminal.environment).store
        guard store == nil else { return usual }
        let served: String
        do {
            served = try ServerStatus.report(from: nil).store.path
        } catch let error as SocketError where error.reason == .noServer {
            return usual
        } catch let error as HearthError where OwnerCheck.isMistaken(error) {
            throw SystemError("\(error.message) Or name the store with --store.")
        } catch let error as HearthError where error.code == .authorizationDenied {
            throw SystemError("The server does not tell an app which store it has: name the store with --store.")
        }
        guard served.isEmpty || isSame(served, "\(usual)") else {
            throw SystemError(
                "The running server has the store \(served). This command would use \(usual). Name the one that you mean with"
                    + " --store."
            )
        }
        return usual
    }

    private static func isSame(_ served: String, _ usual: String) -> Bool {
        served == usual || resolved(served) == resolved(usual)
    }

    private static func resolved(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().path
    }
}
