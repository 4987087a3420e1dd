package import HearthModel
package import HearthWire

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The current program.
enum Program {
    static var environment: [String: String] { ProcessInfo.processInfo.environment }

    static var name: String {
        let path = CommandLine.arguments.first ?? ""
        return path.split(separator: "/").last.map(String.init) ?? "unknown"
    }
}

extension App {
    /// The current program, identified by `HEARTH_APP_ID`, its bundle identifier, or its name.
    package static func current(
        environment: [String: String],
        bundleIdentifier: String? = nil,
        version: String? = nil
    ) -> App {
        let given = environment["HEARTH_APP_ID"] ?? ""
        return App(
            bundleIdentifier: given.isEmpty ? bundleIdentifier ?? Program.name : given,
            name: Program.name,
            version: version ?? ""
        )
    }
}

extension Host {
    /// The machine on which the program runs.
    package static var current: Host {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return Host(
            productType: machine,
            operatingSystemVersion: OperatingSystemVersion(
                major: UInt32(clamping: version.majorVersion),
                minor: UInt32(clamping: version.minorVersion),
                patch: UInt32(clamping: version.patchVersion)
            )
        )
    }

    private static var machine: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "aarch64"
        #else
            ""
        #endif
    }
}
