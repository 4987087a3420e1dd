import Foundation
import HearthSocket
import HearthTestSupport
import Testing

/// The scripts complete in the shells that they are for, with the apps of a running server.
@Suite struct ShellCompletionTests {
    private func saving() throws -> Shell {
        let shell = try Shell()
        try shell.run("save", "heartRate", "72", "--app", "org.example.run")
        return shell
    }

    private static let cases = [
        ("query heartRateV", ["heartRateVariabilityRMSSD", "heartRateVariabilitySDNN"]),
        ("query heartRate --source org", ["org.example.run"]),
        ("sa", ["save"]),
    ]

    @Test func bash() throws {
        let shell = try saving()
        for (line, expected) in Self.cases {
            let output = try Script.run(
                """
                source <(hearth completion bash)
                COMP_WORDS=(hearth \(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _hearth
                printf '%s\\n' "${COMPREPLY[@]}"
                complete -p hearth >&2
                """,
                in: shell.folder
            )
            #expect(output.split(separator: "\n").map(String.init) == expected)
        }
        let files = try Script.run(
            """
            cd "$HOME" && touch heart-one.csv heart-two.csv
            source <(hearth completion bash)
            COMP_WORDS=(hearth save heartRate --csv heart-); COMP_CWORD=4
            _hearth
            printf '%s\\n' "${COMPREPLY[@]}" | sort
            """,
            in: shell.folder
        )
        #expect(files == "heart-one.csv\nheart-two.csv\n")
    }

    /// A server that accepts and never answers does not keep the shell.
    @Test func aServerThatDoesNotAnswerIsPassedOver() throws {
        let shell = try Shell()
        let path = shell.folder.path + "/mute.sock"
        let mute = try UnixSocket.make()
        defer { close(mute) }
        #expect(try UnixSocket.withAddress(path) { bind(mute, $0, $1) } == 0 && listen(mute, 1) == 0)
        #expect(try shell.run("completion", "words", "--", "background", "remove", "--socket", path, "").isEmpty)
    }

    @Test func fish() throws {
        let shell = try saving()
        for (line, expected) in Self.cases {
            let output = try Script.run(
                "hearth completion fish | source; complete --do-complete 'hearth \(line)'",
                shell: ["/usr/bin/fish", "-c"],
                in: shell.folder
            )
            #expect(output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) } == expected)
        }
    }

    /// The completion system of zsh needs a terminal, so this stands in for the two functions that show what was found.
    @Test func zsh() throws {
        let shell = try saving()
        for (line, expected) in Self.cases {
            let output = try Script.run(
                """
                compdef() { compdefs+=("$*") }
                _describe() { print -l -- "${(@P)3}" }
                _files() { print files }
                hearth completion zsh > $HOME/_hearth
                source $HOME/_hearth
                [[ $compdefs == "_hearth hearth" ]] || exit 1
                words=(hearth \(line)); CURRENT=${#words}
                _hearth
                true
                """,
                shell: ["/usr/bin/zsh", "-f", "-c"],
                in: shell.folder
            )
            #expect(output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) } == expected)
        }
    }

    @Test func withoutAServerThereAreNoAppsAndNoError() throws {
        let folder = try ServerFolder()
        let tool = try HearthTool(["completion", "words", "--", "query", "heartRate", "--source", ""], in: folder)
        #expect(tool.exit == .code(0) && tool.output == "" && tool.errors == "")
    }
}
