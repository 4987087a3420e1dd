import Foundation
import HealthKit

@main
struct App {
    static func main() async {
        let log = HeartLog(store: HKHealthStore())
        do {
            if CommandLine.arguments.contains("follow") {
                for try await change in log.changes() {
                    print("New:", change.addedSamples.map(log.beats))
                }
            }
            for beats in CommandLine.arguments.compactMap(Double.init) {
                try await log.add(beats)
            }
            print("The latest:", try await log.latest(5))
        } catch {
            print(error.localizedDescription)
            exit(1)
        }
    }
}
