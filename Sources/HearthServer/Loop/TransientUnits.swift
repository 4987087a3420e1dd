import HearthModel
import HearthSystem

/// Runs apps in transient units of systemd, for a server that systemd started.
///
/// A child process inherits the sandbox of `hearth.service`: it has no network, and cannot leave the sandbox. The
/// manager starts a transient unit from its own process, so that the sandbox does not apply to the app. The child
/// process is `systemd-run --wait` instead of the app, and ends with it.
struct TransientUnits {
    private let process: Int32

    /// Nil if systemd did not start the server as the process of a unit, or if the user has no service manager.
    init?(_ environment: [String: String]) {
        process = getpid()
        guard environment["SYSTEMD_EXEC_PID"].flatMap({ Int32($0) }) == process else { return nil }
        let bus = environment["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
        guard environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false || bus.map({ access($0, F_OK) == 0 }) == true
        else { return nil }
    }

    /// The name of the unit for a process.
    func name(_ id: AppProcessID) -> String { "hearth-app-\(process)-\(id.number).service" }

    /// What starts a command of an app in a unit, waits for its end, and ends with its status.
    func start(
        _ unit: String,
        _ command: [String],
        of app: AppID,
        environment: [String: String],
        folder: String
    ) -> [String] {
        // The values are not on the command line, which other users can read.
        let variables = environment.keys.filter(TransientUnits.isPassedOn).sorted().map { "--setenv=\($0)" }
        var options = [
            "--user", "--quiet", "--collect", "--wait", "--service-type=exec", "--unit=\(unit)",
            // Not --working-directory, which takes "/" for the home folder.
            "--property=TimeoutStopSec=5s", "--property=WorkingDirectory=\(folder)",
        ]
        if TransientUnits.isPlain(app) {
            options.append("--property=SyslogIdentifier=\(app)")
        }
        // The path of the program is taken as it is.
        let words = command.prefix(1) + command.dropFirst().map(TransientUnits.escaped)
        return ["systemd-run"] + options + variables + ["--"] + words
    }

    /// The manager replaces variables in arguments, and two dollar signs by one.
    private static func escaped(_ argument: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in argument.unicodeScalars {
            escaped.append(contentsOf: scalar == "$" ? [scalar, scalar] : [scalar])
        }
        return String(escaped)
    }

    /// Whether the journal can have the app's name, which the app chooses.
    private static func isPlain(_ app: AppID) -> Bool {
        app.description.utf8.allSatisfy { byte in
            isDigit(byte) || isLetter(byte) || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
        }
    }

    /// Ends all processes of a unit, as its manager does it.
    static func stop(_ unit: String) -> [String] { ["systemctl", "--user", "stop", "--no-block", unit] }

    static func kill(_ unit: String) -> [String] { ["systemctl", "--user", "kill", "--signal=SIGKILL", unit] }

    /// The manager sets some variables of each unit, and knows no names but these.
    private static func isPassedOn(_ name: String) -> Bool {
        let own: Set = ["INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "MANAGERPID", "MAINPID"]
        guard let first = name.utf8.first, !isDigit(first), !own.contains(name) else { return false }
        return name.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
