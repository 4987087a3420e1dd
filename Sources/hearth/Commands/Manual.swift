/// `hearth manual`.
enum Manual: Command {
    static let name = "manual"
    static let summary = "print a page of the manual"
    static let flags: [String] = []
    static let values: [String] = []
    static let operands = 0...1
    static let operandNames = ["COMMAND"]

    static let help = """
        Prints a page of the manual, in the language of man(7): 'hearth manual save | man -l -' shows one.

        usage: hearth manual [COMMAND]

          COMMAND        the command that the page describes; default: the page of hearth itself
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        guard let name = given.operands.first else {
            return try Output.print(ManualPage(of: Main.commands).text)
        }
        try Output.print(ManualPage(of: Main.command(name)).text)
    }
}
