import HearthModel
import Testing

@testable import hearth

/// What may follow a command line that is being typed.
@Suite struct CompletionTests {
    /// A server with two apps.
    private struct Apps: CompletionStore {
        func sources(_ socket: String?) -> [(String, String)] {
            socket == "elsewhere.sock"
                ? [("org.example.other", "")] : [("org.example.run", "Run"), ("org.example.watch", "")]
        }

        func backgroundApps(_ socket: String?) -> [(String, String)] { [("org.example.background", "")] }
    }

    private func completion(_ line: String) -> Completion {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return Completion(words, among: Commands.all, store: Apps())
    }

    private func words(_ line: String) -> [String] { completion(line).candidates.map(\.word) }

    @Test func commandsComeFirst() {
        #expect(words("") == Commands.all.map { $0.name } + ["help", "--help", "--version"])
        #expect(words("sa") == ["save"])
        #expect(words("help sa") == ["save"])
        #expect(words("help save ") == [])
        #expect(words("nonsense ") == [])
    }

    @Test(arguments: Commands.all.map { $0.name })
    func everyOptionOfACommandIsOffered(_ name: String) throws {
        let command = try Commands.find(name)
        #expect(words("\(name) --").sorted() == (command.flags + command.values).sorted())
    }

    @Test func anOptionIsOfferedOnceUnlessItMayBeRepeated() {
        let left = words("query heartRate --json -n 5 --source org.example.run --")
        #expect(!left.contains("--json") && !left.contains("--limit"))
        #expect(left.contains("--source") && left.contains("--csv"))
        #expect(words("query -- --") == [])
    }

    @Test(arguments: [
        ("query heartRateV", ["heartRateVariabilityRMSSD", "heartRateVariabilitySDNN"]),
        ("query HEARTRATEVARIABILITYS", ["heartRateVariabilitySDNN"]),
        ("watch stepCount heartRateR", ["heartRateRecoveryOneMinute"]),
        ("save sleepAnalysis aw", ["awake"]),
        ("save heartRate 72 --unit count/m", ["count/min"]),
        ("query --unit=count/m", []),
        ("query heartRate --unit=count/m", ["--unit=count/min"]),
        ("query heartRate --unit = count/m", ["count/min"]),
        ("query heartRate --since y", ["yesterday"]),
        ("query heartRate --source org.example.w", ["org.example.watch"]),
        ("query heartRate --socket elsewhere.sock --source ", ["org.example.other"]),
        ("background r", ["resume", "remove", "run"]),
        ("background resume ", ["org.example.background", "org.example.run", "org.example.watch"]),
        ("sources ran", ["rank"]),
        ("sources rank heartRateR", ["heartRateRecoveryOneMinute"]),
        ("sources rank heartRate org.example.w", ["org.example.watch"]),
        ("background resume org.example.background heartRateR", ["heartRateRecoveryOneMinute"]),
        ("save heartRate 72 --metadata HKWasU", ["HKWasUserEntered="]),
        ("manual sa", ["save"]),
        ("completion z", ["zsh"]),
        ("completion w", []),
        ("stats stepCount --by mo", ["month"]),
        ("stats stepCount --zone Europe/Vie", ["Europe/Vienna"]),
        ("import a.zip --format=w", ["--format=workout"]),
        ("serve ", []),
    ])
    func placeholdersAreFilled(_ line: String, _ expected: [String]) {
        #expect(words(line) == expected)
        #expect(!completion(line).takesFiles)
    }

    @Test(arguments: [
        "check ", "serve --store ", "save heartRate --csv ", "save heartRate --csv=", "query x --socket ", "decode ",
        "dashboard --tiles ",
    ])
    func filesAreNamedByTheShell(_ line: String) {
        #expect(completion(line).takesFiles)
        #expect(words(line) == [])
    }

    @Test func aMeaningIsOnePart() {
        let meanings = completion("query --").candidates.map(\.meaning)
        #expect(meanings.contains("only samples of this app"))
        #expect(meanings.allSatisfy { !$0.isEmpty && !$0.contains("; ") })
    }
}
