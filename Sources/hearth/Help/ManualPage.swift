/// A page of the manual: of `hearth` itself, or of one of its commands, made of the texts that `--help` prints.
struct ManualPage: Sendable {
    /// As `man` finds it: `hearth` or `hearth-save`.
    let name: String
    let text: String

    static let section = 1

    /// The page of a command.
    init(of command: any Command.Type) {
        name = "hearth-\(command.name)"
        var page = Roff(title: name, section: ManualPage.section, version: Terminal.version)
        page.addSection("Name")
        page.addName(name, summary: command.summary)
        let blocks = HelpText(command.help).blocks
        page.addSection("Synopsis")
        for case .usage(let usages) in blocks {
            usages.forEach { page.addCommandLine($0) }
        }
        page.addSection("Description")
        // What follows the options is about the whole command again.
        var isAfterOptions = false
        for block in blocks {
            switch block {
            case .usage: break
            case .paragraph(let lines):
                if isAfterOptions {
                    page.addSection("Notes")
                    isAfterOptions = false
                }
                page.addParagraph(lines.joined(separator: " "))
            case .terms(let title, let terms):
                if let title {
                    page.addSection(title)
                    isAfterOptions = true
                }
                terms.forEach { page.addTerm($0.name, $0.description) }
            }
        }
        page.addSection("See also")
        page.addParagraph("hearth(1), hearth-protocol(7)")
        text = page.text
    }

    /// The page of `hearth`, which lists the commands.
    init(of commands: [any Command.Type]) {
        name = "hearth"
        var page = Roff(title: name, section: ManualPage.section, version: Terminal.version)
        page.addSection("Name")
        page.addName(name, summary: "a store for the health data of all apps on a machine")
        page.addSection("Synopsis")
        page.addCommandLine("hearth COMMAND [OPTIONS]")
        page.addSection("Description")
        page.addParagraph(Overview.text)
        page.addSection("Commands")
        for command in commands {
            page.addTerm("hearth-\(command.name)(\(ManualPage.section))", command.summary)
        }
        page.addSection("Exit status")
        for (code, meaning) in Overview.exitCodes {
            page.addTerm(String(code), meaning)
        }
        page.addSection("Environment")
        for (name, meaning) in Overview.environment {
            page.addTerm(name, meaning)
        }
        page.addSection("See also")
        page.addParagraph("hearth-protocol(7)")
        text = page.text
    }
}
