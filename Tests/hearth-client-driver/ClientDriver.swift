import HearthClient
import HearthModel

/// `hearth-client-driver`: the Swift client as the conformance kit wants it. It does the tasks that come on standard
/// input and prints what came of them: see Protocol/conformance/README.md.
@main
struct ClientDriver {
    static func main() async {
        let driver = TaskRunner(Connection(.standard))
        while let line = readLine() {
            let lines: [String]
            do {
                lines = try await driver.run(line.split(separator: " ").map(String.init))
            } catch let error as HearthError {
                lines = ["error \(error.code.name) \(error.field)"]
            } catch {
                lines = ["failed"]
            }
            StandardOutput.write(lines)
        }
    }
}
