import Foundation
import HearthModel
import HearthStore
import HearthSystem
import Testing

@testable import HearthServer

/// What the log says of a storage that refuses writes, or whose maintenance fails.
@Suite struct StoreFaultsTests {
    private static let full = HearthError(.storageFull, "The disk is full.")
    private static let changed = HearthError(.storageFailed, "Another program has changed the files.")

    /// The lines that are logged.
    private func logged(_ events: (inout StoreFaults) -> Void) throws -> [String] {
        let pipe = try #require(DescriptorPipe())
        do {
            var faults = StoreFaults(Log(upTo: .info, isJournal: false, LogOutput(pipe.writeEnd)))
            events(&faults)
        }
        closeDescriptor(pipe.writeEnd)
        let text = try FileHandle(fileDescriptor: pipe.readEnd, closeOnDealloc: true).readToEnd() ?? Data()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func outcome(_ error: HearthError? = nil) -> WriteOutcome {
        let receipt = Receipt(anchor: Anchor(storeID: ObjectID(high: 1, low: 1), sequence: 1))
        return WriteOutcome(WriteTicket(1), error.map { .failure($0) } ?? .success(receipt))
    }

    @Test func aFaultIsLoggedOnceAndItsEnd() throws {
        let lines = try logged { faults in
            faults.note([Self.outcome(Self.full), Self.outcome(Self.full)])
            faults.note([Self.outcome(Self.full)])
            #expect(faults.current == Self.full)
            faults.note([Self.outcome()])
            #expect(faults.current == nil)
            faults.note([Self.outcome()])
        }
        #expect(
            lines == [
                "hearth: error: writes are refused: \(Self.full)", "hearth: info: the store accepts writes again",
            ]
        )
    }

    @Test func aWriteThatIsAtFaultItselfIsNone() throws {
        let lines = try logged { faults in
            faults.note([Self.outcome(HearthError(.invalidArgument, "The UUID occurs twice."))])
            #expect(faults.current == nil)
        }
        #expect(lines.isEmpty)
    }

    @Test func maintenanceThatFailsForTheSameReasonIsNotLogged() throws {
        let lines = try logged { faults in
            faults.noteMaintenance(Self.full)
            faults.noteMaintenance(Self.full)
            faults.noteMaintenance(nil)
            faults.note([Self.outcome(Self.full)])
            faults.noteMaintenance(Self.full)
        }
        #expect(lines == ["maintenance failed", "writes are refused"].map { "hearth: error: \($0): \(Self.full)" })
    }

    @Test func anExaminationEndsWhatAnotherHasFound() throws {
        let lines = try logged { faults in
            faults.noteExamination(Self.changed)
            faults.note([Self.outcome(Self.changed)])
            #expect(faults.current == Self.changed)
            faults.noteExamination(nil)
            #expect(faults.current == nil)
        }
        #expect(
            lines == [
                "hearth: error: writes are refused: \(Self.changed)", "hearth: info: the store accepts writes again",
            ]
        )
    }
}
