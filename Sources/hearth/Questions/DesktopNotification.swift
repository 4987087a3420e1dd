import HearthSystem

/// A notification on the desktop, as `notify-send` shows it.
final class DesktopNotification: Sendable {
    struct Button: Sendable {
        let name: String
        let label: String
    }

    private let summary: String
    let text: String
    let buttons: [Button]
    private let state = Guarded(State())

    private struct State {
        /// The program that shows it and waits for a button.
        var program: NotifySend?
        var isWithdrawn = false
    }

    init(summary: String, text: String, buttons: [Button] = []) {
        self.summary = summary
        self.text = text
        self.buttons = buttons
    }

    /// Shows it until it is closed, and returns the button that was pressed; nil: none. Where `notify-send` or the desktop
    /// has no buttons, it is shown without, and that is not waited for. Throws if `notify-send` is not installed, or there
    /// is no desktop session.
    func show() async throws -> String? {
        try await withTaskCancellationHandler {
            var ended = try await run(with: buttons)
            if ended.code == 1, !buttons.isEmpty, !isWithdrawn {
                // Before libnotify 0.7.10 it had none.
                ended = try await run(with: [])
            }
            guard ended.code == 0 || isWithdrawn else {
                throw CommandError("No notification was shown: '\(NotifySend.program)' needs a desktop session.")
            }
            return buttons.first { $0.name == ended.lines.last }?.name
        } onCancel: {
            withdraw()
        }
    }

    /// Closes it.
    func withdraw() {
        state.withLock { state in
            state.isWithdrawn = true
            state.program?.interrupt()
        }
    }

    /// Why notifications are not shown, as far as it is known before the first one; nil: nothing is wrong.
    static func fault(in environment: [String: String]) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        guard folders.contains(where: { access("\($0)/\(NotifySend.program)", X_OK) == 0 }) else {
            return notFound
        }
        let address = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
        let bus = environment["XDG_RUNTIME_DIR"].map { $0 + "/bus" } ?? ""
        guard address.isEmpty, FileFacts(bus)?.isSocket != true else { return nil }
        return "There is no desktop session here, as $DBUS_SESSION_BUS_ADDRESS is not set: notifications may not be"
            + " shown. 'hearth consent' without --notify asks in the terminal."
    }

    private static let notFound = "'\(NotifySend.program)' was not found: Debian has it in libnotify-bin."

    private var isWithdrawn: Bool { state.withLock(\.isWithdrawn) }

    private func run(with buttons: [Button]) async throws -> (code: Int32?, lines: [String]) {
        // `notify-send` reads escapes in the text, and none in the summary.
        let text = text.replacing("\\", with: "\\\\")
        let arguments =
            ["--app-name=Hearth", "--icon=dialog-question"] + (buttons.isEmpty ? [] : ["--expire-time=0"])
            + buttons.map { "--action=\($0.name)=\($0.label)" } + ["--", summary, text]
        let program = try state.withLock { state in
            guard !state.isWithdrawn else { throw CancellationError() }
            guard let program = NotifySend(arguments) else {
                throw CommandError(DesktopNotification.notFound)
            }
            state.program = program
            return program
        }
        return await program.ended()
    }
}
