import Foundation
import HearthKit

/// `hearth-comparison-driver FOLDER`: HearthKit as the comparison drives it. It reads the orders that
/// Tests/Comparison/README.md describes from standard input, and answers each with a line.
@main
struct ComparisonDriver {
    static func main() async {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: hearth-comparison-driver FOLDER\n".utf8))
            exit(2)
        }
        let lane = Lane(socket: "\(CommandLine.arguments[1])/socket")
        while let line = readLine() {
            let words = line.split(separator: " ")
            let numbers = words.dropFirst().compactMap { Int($0) } + [0, 0, 0]
            do {
                print(try await answer(words.first ?? "", numbers, lane))
            } catch {
                print("error \(error)")
                fflush(nil)
                exit(1)
            }
            fflush(nil)
        }
    }

    private static func answer(_ word: Substring, _ numbers: [Int], _ lane: Lane) async throws -> String {
        switch word {
        case "data":
            lane.data = HeartRates(inTenYears: numbers[0])
            lane.steps = Steps(inTenYears: numbers[0])
            return "ok"
        case "create": return "ok"
        case "start": return try await lane.start()
        case "save": return try await lane.saveColumns(numbers[0], numbers[1], atOnce: numbers[2])
        case "saveobjects": return try await lane.saveObjects(numbers[0], numbers[1], atOnce: numbers[2])
        case "single": return try await lane.saveSingly(numbers[0], numbers[1])
        case "columns": return try await lane.readColumns()
        case "objects": return try await lane.readObjects()
        case "days": return try await lane.readDays(numbers[0])
        case "mark":
            try await lane.mark()
            return "ok"
        case "changes": return try await lane.readChanges(numbers[0])
        case "notify" where numbers[2] == 1: return try await lane.notify(numbers[0], numbers[1])
        case "steps": return try await lane.saveSteps(atOnce: numbers[0])
        case "sumsteps": return try await lane.sumSteps()
        case "settle": return "ok"
        default: return "cannot"
        }
    }
}
