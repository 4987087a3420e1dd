import Foundation

/// Whether systemd starts the server, and keeps it when its user logs out.
struct ServiceDiagnosis {
    let findings: [Finding]

    init() {
        guard FileFacts("/run/systemd/system") != nil else {
            findings = [.note("systemd", "It does not run here: start the server with 'hearth serve'.")]
            return
        }
        guard let state = ServiceDiagnosis.output("systemctl", ["--user", "is-enabled", "hearth.socket"]) else {
            findings = [.note("systemd", "The user's instance does not answer: start the server with 'hearth serve'.")]
            return
        }
        guard state == "enabled" else {
            let unit = state.isEmpty ? "not-found" : state
            findings = [
                .note(
                    "systemd",
                    "The unit hearth.socket is \(unit).",
                    "'systemctl --user enable --now hearth.socket' starts the server with the first app that connects."
                )
            ]
            return
        }
        var findings = [Finding.fine("systemd", "The unit hearth.socket is enabled.")]
        if ServiceDiagnosis.output("loginctl", ["show-user", NSUserName(), "--property=Linger"]) == "Linger=no" {
            findings.append(
                .note(
                    "systemd",
                    "The server stops when you log out.",
                    "'loginctl enable-linger' keeps it running, for background delivery and ssh."
                )
            )
        }
        self.findings = findings
    }

    /// The first line that a program prints; nil when it cannot run or prints only errors.
    private static func output(_ program: String, _ arguments: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first
        return line.map(String.init) ?? (process.terminationStatus == 4 ? "" : nil)
    }
}
