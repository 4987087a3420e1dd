/// What is true of all commands.
enum Overview {
    static let text = "Hearth is one store for the health data of all the apps on a machine."

    static let exitCodes = [
        (0, "The command did what it was asked."),
        (1, "The command failed: no server, no such sample or file, a wrong line in a file, a damaged store."),
        (2, "The command line is wrong: an unknown option, type, unit, date or value."),
    ]

    static let environment = [
        ("HEARTH_SOCKET", "The server's socket, for the server and for its clients."),
        ("HEARTH_APP_ID", "The app that a client acts as."),
        ("XDG_RUNTIME_DIR", "The folder in which hearth/hearth.sock is, unless HEARTH_SOCKET is set."),
        ("XDG_DATA_HOME", "The folder in which hearth/store.hearth is; ~/.local/share when not set."),
        ("PAGER", "The program that shows long output on a terminal; less when not set, none when empty."),
        ("NO_COLOR", "When set and not empty, nothing is printed in colours."),
    ]

    /// What `hearth --help` prints.
    static func usage(of commands: [any Command.Type]) -> String {
        """
        \(text)

        usage: hearth COMMAND [OPTIONS]

        first steps:
          hearth serve               runs the server; 'systemctl --user enable --now hearth.socket' starts it when needed
          hearth save heartRate 72   saves a sample
          hearth query heartRate     prints what is stored

        commands:
        \(commands.map { "  \($0.name.padded(to: 10))  \($0.summary)" }.joined(separator: "\n"))

        'hearth COMMAND --help' and 'hearth help COMMAND' describe a command; 'hearth --version' prints the version.

        exit codes:
        \(exitCodes.map { "  \($0.0)  \($0.1)" }.joined(separator: "\n"))

        environment:
        \(environment.map { "  \($0.0.padded(to: 15))  \($0.1)" }.joined(separator: "\n"))
        """
    }
}
