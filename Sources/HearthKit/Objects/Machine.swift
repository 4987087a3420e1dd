internal import Foundation

/// The computer on which this program runs, as the system describes it.
struct Machine: Sendable {
    /// The name in the network.
    let name: String
    /// The version of the system's kernel.
    let systemVersion: String

    static let current = Machine()

    private init() {
        var description = utsname()
        guard uname(&description) == 0 else {
            name = "localhost"
            systemVersion = ProcessInfo.processInfo.operatingSystemVersionString
            return
        }
        name = Machine.text(description.nodename)
        systemVersion = Machine.text(description.release)
    }

    /// The text in a C character array, which Swift imports as a tuple.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
