import Foundation
import HearthKit

/// `hearth-kit-load SOCKET WRITERS SAMPLES`: as many apps as there are writers save as many samples each, one after the
/// other, and print the UUID of each when it is saved. Nobody saves a second one before everybody has saved one.
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
        let stores = (0..<writers).map { HKHealthStore(appIdentifier: "org.example.writer\($0)", socketPath: socket) }
        for numbers in [0..<min(1, samples), 1..<max(1, samples)] {
            try await save(numbers, to: stores)
        }
    }

    /// Each of the writers saves its samples with these numbers.
    private static func save(_ numbers: Range<Int>, to stores: [HKHealthStore]) async throws {
        try await withThrowingTaskGroup { group in
            for (writer, store) in stores.enumerated() {
                group.addTask {
                    for number in numbers {
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
