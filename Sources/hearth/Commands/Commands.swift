/// The commands of `hearth`.
enum Commands {
    static var all: [any Command.Type] {
        [
            Serve.self, Save.self, Import.self, Export.self, Query.self, Stats.self, Watch.self, Delete.self,
            Dashboard.self, Report.self, Sources.self, Types.self, Demo.self, Status.self, AppCommand.self,
            Allow.self, Deny.self, Revoke.self, Consent.self, Access.self, Background.self, Check.self, Backup.self,
            Copy.self, Decode.self, Trace.self, Doctor.self, CompletionCommand.self, Manual.self,
        ]
    }

    static func find(_ name: String) throws(UsageError) -> any Command.Type {
        guard let command = all.first(where: { $0.name == name }) else {
            let question = Suggestions(for: name, among: all.map { $0.name }, synonyms: synonyms).question
            let hint = actions[name].map { " \($0)" } ?? ""
            throw UsageError("The command '\(name.printable)' does not exist.\(question)\(hint)")
        }
        return command
    }

    /// What actions of commands do that may have been meant.
    private static let actions = [
        "add": "'hearth app add ID' gives an app a socket of its own.",
        "remove": "'hearth app remove ID' takes an app's socket back.",
        "run": "'hearth app run ID -- COMMAND' runs a program as an app.",
    ]

    /// What other programs call commands.
    private static let synonyms = [
        "add": ["save"],
        "aggregate": ["stats"],
        "app": ["sources"],
        "autocomplete": ["completion"],
        "average": ["stats"],
        "avg": ["stats"],
        "block": ["deny"],
        "browser": ["dashboard"],
        "chart": ["stats", "dashboard"],
        "copy": ["backup"],
        "daemon": ["serve"],
        "del": ["delete"],
        "diagnose": ["doctor"],
        "dump": ["backup", "query"],
        "find": ["query"],
        "follow": ["watch"],
        "forbid": ["deny"],
        "fsck": ["check"],
        "get": ["query"],
        "grant": ["allow"],
        "gui": ["dashboard"],
        "info": ["status"],
        "insert": ["save"],
        "list": ["query", "types", "sources"],
        "load": ["import", "save"],
        "log": ["query", "watch"],
        "ls": ["query", "types", "sources"],
        "man": ["manual"],
        "monitor": ["watch"],
        "permission": ["access", "allow"],
        "permit": ["allow"],
        "priority": ["sources"],
        "ps": ["status"],
        "put": ["save"],
        "rank": ["sources"],
        "read": ["query"],
        "record": ["save"],
        "remove": ["delete"],
        "restore": ["backup"],
        "rm": ["delete"],
        "run": ["serve"],
        "select": ["query"],
        "server": ["serve"],
        "show": ["query"],
        "start": ["serve"],
        "stat": ["stats", "status"],
        "statistics": ["stats"],
        "subscribe": ["watch"],
        "sum": ["stats"],
        "tail": ["watch"],
        "units": ["types"],
        "unit": ["types"],
        "verify": ["check"],
        "ui": ["dashboard"],
        "web": ["dashboard"],
        "write": ["save"],
    ]
}
