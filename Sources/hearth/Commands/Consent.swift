import HearthClient

/// `hearth consent`.
enum Consent: ClientCommand {
    static let isForOwnerOnly = true
    static let name = "consent"
    static let summary = "answer apps that ask to save and read"
    static let flags = ["--notify", "--once"]
    static let values = ["--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Waits for apps that ask to save and read, and asks each question in the terminal.

        usage: hearth consent [--notify] [--once] [--socket PATH]

        options:
          --notify       ask nothing in the terminal, but show a notification on the desktop, with 'notify-send'
          --once         end when every app that asks now is answered, or its notification closed
          --socket PATH  the server's socket; default: as for 'hearth serve'

        Answers are lines on standard input: 'a' or 'y' allows all that the app asks for, '30' allows it and lets the app
        read only data from the day 30 days ago on, 'd' or 'n' denies it, and 'l' leaves it for later. That day stays: it
        does not move on with time. Without input nothing is answered. When a question was answered elsewhere, the next one
        follows, and lines that came before do not answer it.
        'hearth access' lists what was answered, and 'hearth revoke' takes it back.

        The notification names the app but no types, because locked screens show it too. Its button 'Show' puts the
        question: what the app asks for, and buttons that allow it, allow it with data from that day on, or deny it. One that
        is closed leaves the question for later.
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let connection = Connection(options(given))
        defer { connection.close() }
        guard given.has("--notify") else {
            return try explaining(given) {
                try Waiting.wait { try await run(given, on: connection) }
            }
        }
        if let fault = DesktopNotification.fault(in: Terminal.environment) {
            Terminal.printError(fault)
        }
        // A signal withdraws the notifications first: nothing would take their answers.
        try explaining(given) {
            try Interruption.wait {
                var notifier = QuestionNotifier(connection, isOnce: given.has("--once"))
                try await notifier.run()
            }
        }
    }

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try await TerminalQuestions(connection, isOnce: given.has("--once")).run()
    }
}
