import HearthKit
import HearthModel

/// Errors as people read them.
enum ErrorText {
    /// One or two sentences: what happened and what to do. `acting`: how to act as another app, where a command line tells it.
    static func text(of error: any Error, acting: ActingApp? = nil) -> String {
        guard let error = error as? HearthError else { return description(of: error) }
        let place = error.field.isEmpty ? "" : " at \(error.field)"
        return "\(sentence(of: error, acting)) (\(error.code.name)\(place))"
    }

    /// HearthKit throws `NSError`, whose description lists the whole dictionary.
    private static func description(of error: any Error) -> String {
        (error as? HKError)?.localizedDescription ?? "\(error)"
    }

    private static func sentence(of error: HearthError, _ acting: ActingApp?) -> String {
        switch error.code {
        case .notOwner:
            let advice = acting?.advice("Act as another app with --app; 'hearth sources' lists the apps.")
            return "Another app saved that, and an app can delete only its own samples. Nothing was deleted."
                + (advice.map { " " + $0 } ?? "")
        default:
            return error.message
        }
    }
}
