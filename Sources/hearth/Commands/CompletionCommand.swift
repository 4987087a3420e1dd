import HearthModel

/// `hearth completion`.
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = "print the script that completes command lines in a shell"
    static let flags: [String] = []
    static let values: [String] = []
    static let operands = ClosedRange.atLeast(1)
    static let operandNames = ["bash|zsh|fish"]

    static let help = """
        Prints a script that completes hearth's command lines: commands, options, types, units, dates, and the apps that
        saved samples.

        usage: hearth completion bash|zsh|fish

          bash           put 'source <(hearth completion bash)' into ~/.bashrc
          zsh            put 'source <(hearth completion zsh)' into ~/.zshrc, after compinit
          fish           save the script as ~/.config/fish/completions/hearth.fish

        The scripts call 'hearth completion words -- WORD...' with the words after 'hearth' up to the cursor. The last
        word is being typed. The command prints what may follow: on each line a word and its meaning with a tab between
        them, and ':files' where the name of a file is allowed.
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let words = given.operands
        guard words[0] != "words" else {
            return try printWords(Completion(Array(words.dropFirst()), among: Commands.all, store: RunningStore()))
        }
        guard words.count == 1 else { throw given.usageError("Too many arguments.") }
        guard let script = CompletionScripts.script(for: words[0]) else {
            throw given.usageError("'\(words[0].printable)' is not one of bash, zsh and fish.")
        }
        try Output.print(script)
    }

    private static func printWords(_ completion: Completion) throws {
        var output = Output()
        for candidate in completion.candidates {
            try output.add { bytes in
                bytes.append(printable: candidate.word)
                bytes.append(UInt8(ascii: "\t"))
                bytes.append(printable: candidate.meaning)
                bytes.append(UInt8(ascii: "\n"))
            }
        }
        if completion.takesFiles {
            try output.print(":files")
        }
        try output.flush()
    }
}
