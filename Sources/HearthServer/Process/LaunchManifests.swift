package import HearthModel
import HearthSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the packages of apps have installed to say how these are started: `hearth/apps/BUNDLE-IDENTIFIER.json` in the
/// folders for data.
package struct LaunchManifests: Sendable {
    private let folders: [String]

    package init(environment: [String: String]) {
        func given(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let own = given("XDG_DATA_HOME") ?? given("HOME").map { $0 + "/.local/share" }
        let shared = given("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        folders = [own].compactMap(\.self) + shared.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }

    /// Nil if there is none for the app, or none that can be understood.
    package func launch(of app: AppID) -> BackgroundLaunch? {
        guard LaunchManifests.isFileName(app.description) else { return nil }
        for folder in folders {
            let path = "\(folder)/hearth/apps/\(app).json"
            guard let data = LaunchManifests.contents(of: path) else { continue }
            return LaunchManifests.launch(data)
        }
        return nil
    }

    /// The contents of a file; nil when it is not a regular file or is longer than a manifest may be. A thread
    /// that also answers clients reads it, so this must not block on a pipe or read a large file.
    private static func contents(of path: String) -> Data? {
        var about = stat()
        guard stat(path, &about) == 0, isManifest(about) else { return nil }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { closeDescriptor(file) }
        // The file may have been replaced meanwhile.
        guard fstat(file, &about) == 0, isManifest(about) else { return nil }
        var data = Data(count: Int(about.st_size))
        // Unsafe pointers: `read` takes the address of a buffer and its length.
        let count = data.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        return count == data.count ? data : nil
    }

    private static func isManifest(_ about: stat) -> Bool {
        about.st_mode & S_IFMT == S_IFREG && (1...Limits.manifestBytes).contains(Int(about.st_size))
    }

    /// Whatever an app calls itself, no other folder is looked into.
    private static func isFileName(_ app: String) -> Bool {
        !app.isEmpty && !app.hasPrefix(".") && !app.utf8.contains(UInt8(ascii: "/")) && app.utf8.count < 200
    }

    private struct Manifest: Decodable {
        let command: [String]?
        let working_directory: String?
        let systemd_unit: String?
        let time_limit: UInt32?
    }

    private static func launch(_ data: Data) -> BackgroundLaunch? {
        guard let manifest = try? JSONDecoder().decode(Manifest.self, from: data) else { return nil }
        let means: BackgroundLaunch.Means
        switch (manifest.command, manifest.systemd_unit) {
        case (let command?, nil): means = .command(command, workingDirectory: manifest.working_directory ?? "")
        case (nil, let unit?): means = .systemdUnit(unit)
        case (nil, nil), (.some, .some): return nil
        }
        let launch = BackgroundLaunch(means, timeLimitSeconds: manifest.time_limit ?? 0)
        return (try? launch.validate()) == nil ? nil : launch
    }
}
