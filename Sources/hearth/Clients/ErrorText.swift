import HearthKit
import HearthModel

/// Errors as people read them.
enum ErrorText {
    /// One or two sentences: what happened and what to do.
    static func text(of error: any Error) -> String {
        guard let error = error as? HearthError else { return description(of: error) }
        let place = error.field.isEmpty ? "" : " at \(error.field)"
        return "\(sentence(of: error)) (\(error.code.name)\(place))"
    }

    /// HearthKit throws `NSError`, whose description lists the whole dictionary.
    private static func description(of error: any Error) -> String {
        (error as? HKError)?.localizedDescription ?? "\(error)"
    }

    private static func sentence(of error: HearthError) -> String {
        switch error.code {
        case .notOwner:
            return "Another app saved that, and an app can delete only its own samples. Nothing was deleted."
                + " " + ActingApp.advice("Act as another app with --app; 'hearth sources' lists the apps.")
        default:
            return error.message
        }
    }
}
