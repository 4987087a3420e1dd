import HearthClient
import HearthModel

/// Whether a server takes this program for the owner's tool.
enum OwnerCheck {
    /// What is wrong; nil: the program is taken for the owner's tool, or is an app on purpose, through an app's socket.
    static func warning(on connection: Connection) async -> String? {
        do {
            _ = try await connection.control(.list)
            return nil
        } catch {
            return warning(of: error)
        }
    }

    /// What a refusal of the owner's requests says about this program.
    static func warning(of error: any Error) -> String? {
        guard let error = error as? HearthError, isMistaken(error) else { return nil }
        return "\(error.message) What it may read and save was decided as for an app."
    }

    /// Whether a server refuses a request because it does not take this program for the owner's tool.
    static func isMistaken(_ error: HearthError) -> Bool {
        error.code == .authorizationDenied && error.field == "hello.client"
    }
}
