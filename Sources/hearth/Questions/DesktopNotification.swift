import Foundation
import HearthSystem

/// A notification on the desktop, as `notify-send` shows it.
final class DesktopNotification: Sendable {
    struct Button: Sendable {
        let name: String
        let label: String
    }

    private let summary: String
    private let text: String
    private let buttons: [Button]
    private let state = Guarded(State())

    private struct State {
        /// The program that shows it and waits for a button.
        var process: pid_t?
        var isWithdrawn = false
    }

    private static let program = "notify-send"

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
            if ended.status == 1, !buttons.isEmpty, !state.withLock(\.isWithdrawn) {
                // Before libnotify 0.7.10 it had none.
                ended = try await run(with: [])
            }
            switch ended.status {
            case 0: return buttons.first { $0.name == ended.output }?.name
            case 127: throw CommandError("'\(Self.program)' was not found: Debian has it in libnotify-bin.")
            case _ where state.withLock(\.isWithdrawn): return nil
            default:
                throw CommandError("No notification was shown: '\(Self.program)' needs a desktop session.")
            }
        } onCancel: {
            withdraw()
        }
    }

    /// Closes it.
    func withdraw() {
        state.withLock { state in
            state.isWithdrawn = true
            // It then closes the notification. Under the lock, as its number is another process's once it has ended.
            state.process.map { _ = kill($0, SIGINT) }
        }
    }

    private func run(with buttons: [Button]) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [Self.program, "--app-name=Hearth", "--icon=dialog-question"]
            + (buttons.isEmpty ? [] : ["--expire-time=0"]) + buttons.map { "--action=\($0.name)=\($0.label)" }
            + ["--", summary, text]
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { ended in
                self.state.withLock { $0.process = nil }
                continuation.resume(returning: ended.terminationStatus)
            }
            do {
                try self.start(process)
            } catch {
                continuation.resume(throwing: error)
            }
        }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return (status, line.trimmed)
    }

    private func start(_ process: Process) throws {
        try state.withLock { state in
            guard !state.isWithdrawn else { throw CancellationError() }
            try process.run()
            state.process = process.processIdentifier
        }
    }
}
