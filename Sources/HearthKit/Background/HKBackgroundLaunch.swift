internal import Foundation
internal import HearthModel

/// How an app is started that has changes to be told of and does not run. Beyond HealthKit, whose system knows how.
///
/// The process finds `HEARTH_BACKGROUND=1` in its environment. A unit of systemd says so in its own file.
public struct HKBackgroundLaunch: Hashable, Sendable {
    let launch: BackgroundLaunch

    private init(_ means: BackgroundLaunch.Means, _ timeLimit: Int) {
        launch = BackgroundLaunch(means, timeLimitSeconds: UInt32(clamping: timeLimit))
    }

    /// A program.
    ///
    /// - Parameters:
    ///   - path: where it is, from the root.
    ///   - arguments: what it is given.
    ///   - directory: where it begins; nil: in the root.
    ///   - timeLimit: the seconds that it may take for a delivery, up to an hour; 0: the usual 30.
    public static func program(
        at path: String,
        arguments: [String] = [],
        directory: String? = nil,
        timeLimit: Int = 0
    ) -> HKBackgroundLaunch {
        HKBackgroundLaunch(.command([path] + arguments, workingDirectory: directory ?? ""), timeLimit)
    }

    /// A unit of the user's systemd.
    ///
    /// - Parameters:
    ///   - name: its name, for example `run.service`.
    ///   - timeLimit: the seconds that it may take for a delivery, up to an hour; 0: the usual 30.
    public static func systemdUnit(_ name: String, timeLimit: Int = 0) -> HKBackgroundLaunch {
        HKBackgroundLaunch(.systemdUnit(name), timeLimit)
    }
}

extension BackgroundLaunch {
    /// The program that runs, without arguments: what an app is started as that says nothing else. Nil where the system
    /// does not tell.
    static let ownProgram: BackgroundLaunch? = {
        #if os(Linux)
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #else
            let path = Bundle.main.executablePath
        #endif
        return path.map { BackgroundLaunch(.command([$0], workingDirectory: ""), isFallback: true) }
    }()
}
