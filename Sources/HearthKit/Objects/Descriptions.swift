internal import Foundation

// The descriptions of objects contain the app's own data, and only the app prints them: the library's errors and logs
// never do.

extension HKObject {
    /// The source, device and metadata, for the end of a description.
    var provenanceText: String {
        var text = " \(uuid) \(sourceRevision)"
        if let device {
            text += " \(device)"
        }
        if let metadata {
            let entries = metadata.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
            text += " metadata: {\(entries.joined(separator: "; "))}"
        }
        return text
    }
}
