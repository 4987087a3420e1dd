/// What to say to those who want to act as another app.
enum ActingApp {
    /// `advice`: how that is done. Through the socket of an app, which `hearth app run` names, it cannot be.
    static func advice(_ advice: String) -> String {
        isFixed
            ? "$HEARTH_SOCKET names the socket of an app, and through it this program is that app: unset it to act as another."
            : advice
    }

    private static var isFixed: Bool { Terminal.environment["HEARTH_SOCKET"].map(isAppSocket) ?? false }

    /// Whether the server makes the socket of an app at a path: `apps/ID/sock`. Its own socket may be called `sock` too.
    static func isAppSocket(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).suffix(3)
        guard names.count == 3, let app = names.dropFirst().first else { return false }
        return names.first == "apps" && !app.isEmpty && names.last == "sock"
    }
}
