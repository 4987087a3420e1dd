internal import Foundation

// What objects print. It is the app's own data, and only the app prints it: the library's errors and log do not have
// it.

extension HKObject {
    /// Where the object comes from and what is attached to it, as its description ends.
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
