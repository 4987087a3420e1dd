import Foundation
import HearthKit

/// `hearth-kit-load SOCKET WRITERS SAMPLES`: as many apps as there are writers save as many samples each, one after the
/// other, and print the UUID of each when it is saved.
@main
struct KitLoad {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3, let socket = arguments.first,
            let writers = Int(arguments[2]), let samples = Int(arguments[3])
        else {
            print("usage: hearth-kit-load SOCKET WRITERS SAMPLES")
            exit(2)
        }
        try await withThrowingTaskGroup { group in
            for writer in 0..<writers {
                group.addTask {
                    let store = HKHealthStore(appIdentifier: "org.example.writer\(writer)", socketPath: socket)
                    for number in 0..<samples {
                        let sample = heartRate(of: writer, number)
                        try await store.save(sample)
                        FileHandle.standardOutput.write(Data("\(sample.uuid.uuidString)\n".utf8))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func heartRate(of writer: Int, _ number: Int) -> HKQuantitySample {
        let time = Date(timeIntervalSince1970: 1_795_248_000 + Double(number))
        return HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: 60 + Double(writer)),
            start: time,
            end: time
        )
    }
}
