import Foundation
import HearthModel

/// A notification on the desktop that apps ask, as `notify-send` shows it. It names the app, says how to answer, and names no
/// types: it is shown on locked screens as well.
struct ConsentNotification {
    let summary = "An app asks for your health data"
    let text: String

    /// Characters that are shown of what an app says of itself.
    private static let nameMax = 48
    private static let program = "notify-send"

    /// Nil if no app asks.
    init?(_ requests: [AccessRequest]) {
        guard let first = requests.first else { return nil }
        let (app, name) = (ConsentNotification.shown(first.app.description), ConsentNotification.shown(first.name))
        let who = name.isEmpty || name == app ? "“\(app)”" : "“\(name)” (\(app))"
        let others = requests.count - 1
        let subject = others == 0 ? "\(who) wants" : "\(who) and \(others) more \(others == 1 ? "app" : "apps") want"
        text = "\(subject) to save or read data. 'hearth consent' in a terminal shows what, and takes your answer."
    }

    /// A text of an app that is neither markup to a desktop nor looks like what Hearth says itself.
    private static func shown(_ text: String) -> String {
        let plain = text.printable.unicodeScalars.filter { scalar in
            !"<>&\"'`“”„‘’".unicodeScalars.contains(scalar)
        }
        let trimmed = String(String.UnicodeScalarView(plain)).trimmed
        guard trimmed.unicodeScalars.count > nameMax else { return trimmed }
        return String(String.UnicodeScalarView(trimmed.unicodeScalars.prefix(nameMax))) + "…"
    }

    /// Shows the notification. Throws if `notify-send` is not installed, or there is no desktop session.
    func send() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            ConsentNotification.program, "--app-name=Hearth", "--icon=dialog-question", "--", summary, text,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        switch process.terminationStatus {
        case 0: return
        case 127:
            throw CommandError("'\(ConsentNotification.program)' was not found: Debian has it in libnotify-bin.")
        default:
            throw CommandError("No notification was shown: '\(ConsentNotification.program)' needs a desktop session.")
        }
    }
}
