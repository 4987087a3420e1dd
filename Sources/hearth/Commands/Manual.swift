import HearthSystem

/// `hearth manual`.
enum Manual: Command {
    static let name = "manual"
    static let summary = "print a page of the manual"
    static let flags: [String] = []
    static let values: [String] = []
    static let operands = 0...1
    static let operandNames = ["COMMAND"]

    static let help = """
        Shows a page of the manual on a terminal. Elsewhere it prints the page in the language of man(7).

        usage: hearth manual [COMMAND]

          COMMAND        the command that the page describes; default: the page of hearth itself
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let command = try given.operands.first.map { name throws(UsageError) in try Commands.find(name) }
        if Terminal.isInteractive(STDOUT_FILENO) {
            guard Pager.isInstalled("man") else {
                Pager.begin()
                return try Output.print(command?.help ?? Overview.usage(of: Commands.all))
            }
            Pager.begin("man -l -")
        }
        try Output.print((command.map { ManualPage(of: $0) } ?? ManualPage(of: Commands.all)).text)
    }
}
