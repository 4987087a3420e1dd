internal import Foundation
internal import HearthModel

/// The metadata that an app attaches to a new object.
struct AttachedMetadata {
    /// The metadata as the store keeps it; empty if the store cannot keep it.
    let metadata: Metadata
    let unstorable: UnstorableMetadata?

    /// A value of a class that HealthKit does not allow stops the program, as it does in HealthKit. Metadata that
    /// HealthKit allows but the store cannot keep, such as too many entries, is an error of the save.
    init(_ dictionary: [String: Any]?) {
        guard let dictionary, !dictionary.isEmpty else {
            metadata = .none
            unstorable = nil
            return
        }
        for object in dictionary.values where !MetadataValue.isAllowed(object) {
            fatalError("metadata holds texts, numbers, dates and quantities, and not a \(type(of: object))")
        }
        do throws(HearthError) {
            metadata = try Metadata(dictionary)
            unstorable = nil
        } catch {
            metadata = .none
            unstorable = UnstorableMetadata(dictionary: dictionary, refusal: error.within("metadata"))
        }
    }

    /// The value in the store.
    init(stored metadata: Metadata) {
        self.metadata = metadata
        unstorable = nil
    }

    /// As apps see it; nil for nothing.
    var dictionary: [String: Any]? {
        unstorable?.dictionary ?? (metadata.entries.isEmpty ? nil : metadata.dictionary)
    }
}

/// Metadata that HealthKit allows but the store does not: the app can read it back, and the save fails with the reason.
///
/// `@unchecked Sendable`: the dictionary is constant, and holds values of four immutable classes.
final class UnstorableMetadata: @unchecked Sendable {
    let dictionary: [String: Any]
    let refusal: HearthError

    init(dictionary: [String: Any], refusal: HearthError) {
        self.dictionary = dictionary
        self.refusal = refusal
    }
}
