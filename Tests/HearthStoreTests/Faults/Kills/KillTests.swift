import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing
import hearth_store_load

/// A process that is killed at any moment loses nothing that it acknowledged, and leaves nothing half.
///
/// HEARTH_KILLS is the number of kills, 200 unless it is set.
@Suite struct KillTests {
    private static let kills = ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 200
    private static let killsPerStore = 10

    /// In a file, and fewer times in a database, of which a connection is lost at worst.
    @Test(arguments: [(StorePlace.file, kills), (.database, kills / 5)])
    func whatWasAcknowledgedIsThere(_ place: StorePlace, kills: Int) throws {
        let seed = SeededGenerator.firstSeed(default: 40)
        var random = SeededGenerator(seed: seed)
        var underWay = 0
        for first in stride(from: 0, to: kills, by: Self.killsPerStore) {
            var store = try KilledStore(place)
            for number in first..<min(first + Self.killsPerStore, kills) {
                do {
                    try store.kill(seed: random.next(), afterLines: Int.random(in: 1...40, using: &random))
                    underWay += store.wasWriting ? 1 : 0
                    try store.check(&random)
                } catch {
                    Issue.record("HEARTH_TEST_SEED=\(seed), kill \(number): \(error)")
                    break
                }
            }
        }
        // Otherwise the processes were killed while they did nothing.
        #expect(underWay > kills / 10, "\(underWay) of \(kills) were killed within a write")
    }
}

/// A store whose process is killed again and again.
private struct KilledStore {
    private let folder: TemporaryFolder
    private let path: String
    private let place: StorePlace
    /// What is stored for sure.
    private var model = LoadModel()
    /// What may be stored instead.
    private var modelUnderWay: LoadModel?
    /// Anchors that were handed out, each with the state that it stands for.
    private var anchors: [(anchor: Anchor, contents: StoreContents)] = []

    init(_ place: StorePlace) throws {
        folder = try TemporaryFolder()
        self.place = place
        path = try place == .database ? DatabaseProcess.shared.get().newStore() : folder.path("killed.hearth")
    }

    /// Whether something was handed to the store that it had not acknowledged.
    var wasWriting: Bool { modelUnderWay != nil }

    /// Starts a load and kills it when it has printed some lines; what it printed meanwhile counts as well.
    mutating func kill(seed: UInt64, afterLines lines: Int) throws {
        let process = try LoadProcess(path, seed: seed)
        var printed: [String] = []
        while printed.count < lines, let line = process.line() {
            printed.append(line)
        }
        process.kill()
        while let line = process.line() {
            printed.append(line)
        }
        guard process.wasKilled else { throw Violation("the load ended by itself after \(printed.count) lines") }
        modelUnderWay = nil
        for line in printed {
            try take(LoadLine(parsing: line))
        }
    }

    private mutating func take(_ line: LoadLine) throws {
        switch line {
        case .trying(let group):
            var next = model
            for write in group {
                next.apply(write)
            }
            modelUnderWay = next
        case .acknowledged(let anchor):
            model = modelUnderWay ?? model
            modelUnderWay = nil
            anchors.append((anchor, model.contents))
            // Some old and some new ones are enough, and each holds a whole state.
            if anchors.count > 30 {
                anchors.remove(at: Int(anchor.sequence % 30))
            }
        }
    }

    /// The store's file, moved without its log, is refused, or lacks nothing.
    private func checkFileAlone() throws {
        let alone = try TemporaryFolder()
        guard (try? FileManager.default.copyItem(atPath: path, toPath: alone.path("alone.hearth"))) != nil else {
            return
        }
        do {
            let storage = try SQLiteStorage(path: alone.path("alone.hearth"), checkpoints: .forFaults)
            let writer = try StoreWriter(storage, options: .forFaults)
            let found = try StoreContents(writer.makeReader(), writer.snapshot)
            guard found == model.contents || found == modelUnderWay?.contents else {
                throw Violation("the file alone: \(found.difference(from: model.contents) ?? "")")
            }
        } catch let error as HearthError {
            guard error.code == .storageCorrupt else { throw error }
        }
    }

    /// Opens what the process left.
    mutating func check(_ random: inout SeededGenerator) throws {
        if place == .file {
            try checkFileAlone()
        }
        let writer = try StoreWriter(StoreLocation(path).open(checkpoints: .forFaults), options: .forFaults)
        let reader = try writer.makeReader()
        let found = try StoreContents(reader, writer.snapshot)
        if let difference = found.difference(from: model.contents) {
            guard let modelUnderWay, found == modelUnderWay.contents else { throw Violation(difference) }
            model = modelUnderWay
        }
        for _ in 0..<3 {
            guard let (anchor, contents) = anchors.randomElement(using: &random) else { break }
            try contents.checkChanges(after: anchor, leadTo: found, reader, writer.snapshot)
        }
        try writer.verify()
        // Closed or left as it is: the next process must live with both.
        if Bool.random(using: &random) {
            try writer.close()
        }
    }
}
