import Foundation

/// Programs that were built beside the tests.
package enum BuiltProgram {
    package struct Missing: Error, CustomStringConvertible {
        package let description: String
    }

    /// The path of the program with this name.
    package static func path(of name: String) throws -> String {
        let starts =
            [URL(filePath: CommandLine.arguments[0]), Bundle.main.bundleURL, Bundle.main.executableURL]
            + CommandLine.arguments.map { URL(filePath: $0) }
        for start in starts.compactMap({ $0 }) {
            var folder = start
            for _ in 0..<5 {
                let file = folder.appending(path: name).path(percentEncoded: false)
                var isFolder: ObjCBool = false
                let exists = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
                if exists, !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: file) { return file }
                folder.deleteLastPathComponent()
            }
        }
        throw Missing(description: "\(name) is not beside the tests")
    }
}
