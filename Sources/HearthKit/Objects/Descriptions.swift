internal import Foundation

// What objects print. It is the app's own data, for the app's eyes: no error and no log of the library has it.

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

extension HKSample {
    /// From when to when the sample is.
    var timeText: String { " (\(startDate) - \(endDate))" }
}
