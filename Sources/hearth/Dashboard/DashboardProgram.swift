import HearthSystem

/// The program `hearth-dashboard`, which draws pages and reports. It is written in Python and installed by itself.
///
/// Unsafe pointers: `execv` takes arguments as C strings.
struct DashboardProgram: Sendable {
    private static let name = "hearth-dashboard"

    private let path: String

    init(environment: [String: String]) throws(CommandError) {
        let places = DashboardProgram.folders(environment).map { "\($0)/\(DashboardProgram.name)" }
        guard let path = places.first(where: { access($0, X_OK) == 0 && FileFacts($0)?.isFolder == false }) else {
            throw CommandError(DashboardProgram.advice(environment))
        }
        self.path = path
    }

    /// Becomes the program: the terminal, signals and the exit code are the program's from then on.
    func run(_ arguments: [String]) throws(CommandError) {
        var words = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        execv(path, words)
        let code = errno
        words.forEach { free($0) }
        throw CommandError("\(path) does not start: \(String(cString: strerror(code))).")
    }

    /// Where programs are that are installed with this one, by `pip` or `pipx`, or as the advice says.
    private static func folders(_ environment: [String: String]) -> [String] {
        let searched = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let home = environment["HOME"].map { ["\($0)/.local/bin"] } ?? []
        let own = ProgramFile.own.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
        let advised = environmentFolder(environment).map { "\($0)/bin" }
        return [own].compactMap { $0 } + searched + home + [advised].compactMap { $0 }
    }

    /// The folder of the virtual environment that the advice names.
    private static func environmentFolder(_ environment: [String: String]) -> String? {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return (data ?? environment["HOME"].map { "\($0)/.local/share" }).map { "\($0)/hearth/python" }
    }

    private static func advice(_ environment: [String: String]) -> String {
        let folder = environmentFolder(environment) ?? "python"
        return """
            \(name) is not installed. It is a package for Python, which these lines install from a clone of Hearth. If
            you have the two wheels, name them instead of the two folders. On Debian python3-venv is needed.
              python3 -m venv \(folder)
              \(folder)/bin/pip install ./Clients/python ./Clients/dashboard
            """
    }
}
