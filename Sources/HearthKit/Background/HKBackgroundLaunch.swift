internal import Foundation
internal import HearthModel
internal import HearthSystem

/// How the server launches an app that is not running, to deliver changes. Beyond HealthKit, whose system knows how.
///
/// The process has `HEARTH_BACKGROUND=1` in its environment. A systemd unit sets it in its own file.
public struct HKBackgroundLaunch: Hashable, Sendable {
    let launch: BackgroundLaunch

    private init(_ means: BackgroundLaunch.Means, _ timeLimit: Int) {
        launch = BackgroundLaunch(means, timeLimitSeconds: UInt32(clamping: timeLimit))
    }

    /// A program.
    ///
    /// - Parameters:
    ///   - path: its absolute path.
    ///   - arguments: its arguments.
    ///   - directory: its working directory; nil: the root.
    ///   - timeLimit: the seconds that it may take for a delivery, up to an hour; 0: the usual 30.
    public static func program(
        at path: String,
        arguments: [String] = [],
        directory: String? = nil,
        timeLimit: Int = 0
    ) -> HKBackgroundLaunch {
        HKBackgroundLaunch(.command([path] + arguments, workingDirectory: directory ?? ""), timeLimit)
    }

    /// A systemd user unit.
    ///
    /// - Parameters:
    ///   - name: its name, for example `run.service`.
    ///   - timeLimit: the seconds that it may take for a delivery, up to an hour; 0: the usual 30.
    public static func systemdUnit(_ name: String, timeLimit: Int = 0) -> HKBackgroundLaunch {
        HKBackgroundLaunch(.systemdUnit(name), timeLimit)
    }
}

extension BackgroundLaunch {
    /// The current program without arguments: the default launch. Nil if the system does not reveal its path.
    static let ownProgram: BackgroundLaunch? = {
        #if os(Linux)
            let path = ProgramFile.own
        #else
            let path = Bundle.main.executablePath
        #endif
        return path.map { BackgroundLaunch(.command([$0], workingDirectory: ""), isFallback: true) }
    }()
}
