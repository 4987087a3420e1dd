import HearthModel

/// Errors as people read them.
enum ErrorText {
    /// One or two sentences: what happened and what to do.
    static func text(of error: any Error) -> String {
        guard let error = error as? HearthError else { return "\(error)" }
        let place = error.field.isEmpty ? "" : " at \(error.field)"
        return "\(sentence(of: error)) (\(error.code.name)\(place))"
    }

    private static func sentence(of error: HearthError) -> String {
        switch error.code {
        case .notOwner:
            return "Another app has saved that: an app deletes only what it has saved itself. Nothing was deleted."
                + " Say with --app which app you are; 'hearth sources' lists them."
        case .identifierConflict:
            return "A sample with the same UUID is stored already, with other contents or of another app."
        default:
            let text = error.message.prefix(1).uppercased() + error.message.dropFirst()
            return text.hasSuffix(".") ? text : text + "."
        }
    }
}
