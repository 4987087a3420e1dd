/// IDENTIFIER_CONFLICT has two causes. Only its text tells them apart: the server writes it, and clients of the project read it.
extension HearthError {
    private static let otherContent = "is stored with other content"

    /// Begins the text of the error about a UUID that is stored with other content.
    package static func otherContentText(_ id: ObjectID) -> String { "The UUID \(id) \(otherContent)." }

    /// Whether a UUID is stored with other content. Else another app has deleted its sample.
    package var isOfOtherContent: Bool { code == .identifierConflict && message.contains(HearthError.otherContent) }
}
