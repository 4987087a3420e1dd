/// What to say to those who want to act as another app.
enum ActingApp {
    /// `advice`: how that is done. Through the socket of an app, which `hearth app run` names, it cannot be.
    static func advice(_ advice: String) -> String {
        isFixed
            ? "$HEARTH_SOCKET names the socket of an app, and through it this program is that app: unset it to act as another."
            : advice
    }

    private static var isFixed: Bool { Terminal.environment["HEARTH_SOCKET"]?.hasSuffix("/sock") ?? false }
}
