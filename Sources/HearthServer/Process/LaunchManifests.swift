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

    /// What is wrong with the manifest of an app; nil: there is none, or it says how the app is started.
    package func fault(of app: AppID) -> String? {
        do throws(ManifestFault) {
            _ = try launch(of: app)
            return nil
        } catch {
            return error.text
        }
    }

    /// Nil if there is none for the app. Throws if the first one cannot be understood.
    package func launch(of app: AppID) throws(ManifestFault) -> BackgroundLaunch? {
        guard LaunchManifests.isFileName(app.description) else { return nil }
        for folder in folders {
            let path = "\(folder)/hearth/apps/\(app).json"
            guard let data = LaunchManifests.contents(of: path) else { continue }
            do throws(ManifestFault) {
                return try LaunchManifests.launch(data)
            } catch {
                throw ManifestFault("The launch manifest \(path) is wrong. \(error.text)")
            }
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
        let time_limit: Int64?
    }

    /// What each name in a manifest stands for.
    private static let values = [
        "command": "a list of texts: the program and its arguments", "working_directory": "a text",
        "systemd_unit": "a text", "time_limit": "a number of seconds",
    ]

    /// A value of any kind.
    private struct Anything: Decodable {
        init(from _: any Decoder) {}
    }

    private static func launch(_ data: Data) throws(ManifestFault) -> BackgroundLaunch {
        let manifest = try manifest(data)
        let means: BackgroundLaunch.Means
        switch (manifest.command, manifest.systemd_unit) {
        case (let command?, nil): means = .command(command, workingDirectory: manifest.working_directory ?? "")
        case (nil, let unit?): means = .systemdUnit(unit)
        case (.some, .some): throw ManifestFault("It says both 'command' and 'systemd_unit'.")
        case (nil, nil):
            let names = (try? JSONDecoder().decode([String: Anything].self, from: data)) ?? [:]
            let unknown = names.keys.filter { values[$0] == nil }.sorted().first.map { ", but '\($0)'" } ?? ""
            throw ManifestFault("It says neither 'command' nor 'systemd_unit'\(unknown).")
        }
        guard let limit = UInt32(exactly: manifest.time_limit ?? 0) else { throw wrongValue(of: "time_limit") }
        let launch = BackgroundLaunch(means, timeLimitSeconds: limit)
        do throws(HearthError) {
            try launch.validate()
        } catch {
            throw ManifestFault(error.message)
        }
        return launch
    }

    private static func manifest(_ data: Data) throws(ManifestFault) -> Manifest {
        do {
            return try JSONDecoder().decode(Manifest.self, from: data)
        } catch {
            let path =
                switch error as? DecodingError {
                case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                    context.codingPath
                default: [] as [any CodingKey]
                }
            if let name = path.first?.stringValue, values[name] != nil { throw wrongValue(of: name) }
            let isObject = (try? JSONDecoder().decode([String: Anything].self, from: data)) != nil
            throw ManifestFault(isObject ? "One of its values is of the wrong kind." : "It is not a JSON object.")
        }
    }

    private static func wrongValue(of name: String) -> ManifestFault {
        ManifestFault("'\(name)' is not \(values[name] ?? "known").")
    }
}
