import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthStore

/// Saves that were not read yet: those of nothing but quantities are read together, and become what they do alone.
@Suite struct PlainSaveTests {
    private func save(_ columns: SampleColumns..., as app: Write.Origin = ExampleStore.app) throws -> PendingWrite {
        PendingWrite(origin: app, .save(try encodedSave(columns)))
    }

    /// How many of the saves at the front are carried out together; nil when something stands against that.
    private func countTogether(_ writes: [PendingWrite], after stored: SampleColumns? = nil) throws -> Int? {
        let store = try ExampleStore()
        if let stored {
            try store.save(stored)
        }
        var execution = WriteExecution(
            origin: ExampleStore.app,
            time: at(0),
            coder: AttachmentCoder(),
            working: try store.writer.begin()
        )
        return execution.save(plain: writes, FrameDecoder())?.count
    }

    /// What becomes of a write that is read and carried out by itself.
    private func commitAlone(_ write: PendingWrite, to store: ExampleStore) -> Result<Receipt, HearthError> {
        do throws(HearthError) {
            return store.writer.commit([try write.read(FrameDecoder())])[0]
        } catch {
            return .failure(error)
        }
    }

    /// What becomes of a group is what becomes of its writes one after the other. Returns what was refused, and the store.
    private func commit(
        _ writes: [PendingWrite],
        after stored: SampleColumns? = nil
    ) throws -> (refused: [HearthError], store: ExampleStore) {
        let (together, alone) = (try ExampleStore(), try ExampleStore())
        for store in [together, alone] {
            if let stored {
                try store.save(stored)
            }
        }
        let results = together.writer.commit(writes)
        let expected = writes.map { commitAlone($0, to: alone) }
        #expect(results.map { try? $0.get().anchor.sequence } == expected.map { try? $0.get().anchor.sequence })
        #expect(results.map { try? $0.get().added } == expected.map { try? $0.get().added })
        #expect(results.map { try? $0.get().unchanged } == expected.map { try? $0.get().unchanged })
        let refused = results.map(refusal)
        #expect(refused == expected.map(refusal))
        for type in [ExampleStore.heartRate, type("stepCount")] {
            #expect(try together.rows(type) == alone.rows(type))
        }
        try together.writer.verify()
        return (refused.compactMap { $0 }, together)
    }

    private func refusal(_ result: Result<Receipt, HearthError>) -> HearthError? {
        if case .failure(let error) = result { error } else { nil }
    }

    private func rates(_ numbers: [Int], in text: String, value: Double = 2) -> SampleColumns {
        var columns = exampleRates(numbers)
        columns.payload = .quantity(QuantityColumns(values: numbers.map { _ in value }, unit: unit(text)))
        return columns
    }

    /// Each has its own type, unit, device, app and ends; there is a segment for each type.
    @Test func savesOfAllSortsLieTogether() throws {
        var measured = exampleRates([20, 21])
        measured.provenance.entries = [Provenance(device: Device(name: "Strap"))]
        var lasting = exampleRates([30, 31])
        lasting.ends = lasting.starts.map { Timestamp(nanoseconds: $0.nanoseconds + 5) }
        let writes = try [
            save(rates([3], in: "count/s")), save(exampleRates([9])), save(measured, as: ExampleStore.otherApp),
            save(exampleRates([12, 13], of: type("stepCount"))), save(rates([11], in: "count/s")), save(lasting),
            save(exampleRates([1])),
        ]
        #expect(try countTogether(writes) == writes.count)
        let (refused, store) = try commit(writes)
        #expect(refused == [])
        #expect(store.writer.snapshot.segmentCount == 2)
        let rows = try store.rows(ExampleStore.heartRate)
        #expect(rows.map(\.id) == [1, 3, 9, 11, 20, 21, 30, 31].map { exampleID($0) })
        #expect(rows.map(\.provenance.device?.name) == [nil, nil, nil, nil, "Strap", "Strap", nil, nil])
    }

    /// One that is not plain, and what comes behind it.
    @Test func othersMayComeBetween() throws {
        var noted = exampleRates([3])
        noted.metadata = exampleSync("pulse", version: 1)
        let steps = exampleRates([12, 13], of: type("stepCount"))
        let writes = try [
            save(exampleRates([1])), save(exampleRates([2])), save(noted), save(exampleRates([6, 5])),
            save(exampleRates([4]), steps), save(exampleRates([7])),
        ]
        #expect(try countTogether(writes) == 2)
        let (refused, store) = try commit(writes)
        #expect(refused == [])
        #expect(try store.rows(ExampleStore.heartRate).count == 7)
    }

    @Test func whatIsStoredOrComesTwiceIsNotStoredAgain() throws {
        let writes = try [[1], [2], [9], [3], [2], [5, 5], [4]].map { try save(exampleRates($0)) }
        #expect(try countTogether(writes, after: exampleRates([9])) == nil)
        let other = try save(exampleRates([1]) { _ in 99 })
        let (refused, store) = try commit(writes + [other], after: exampleRates([9]))
        #expect(refused.map(\.field) == ["columns[0].uuids[1]", "columns[0].uuids[0]"])
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == [1, 2, 3, 4, 9].map { exampleID($0) })
    }

    /// Not a number, too large in the unit in which it is stored, in a unit of something else, of a type of which every sample
    /// needs metadata, without samples, and with fewer times.
    @Test func aRefusedSaveLeavesItsNeighbours() throws {
        var shorter = exampleRates([6, 7])
        shorter.starts.removeLast()
        let faulty = [
            rates([2], in: "count/s", value: .nan), rates([3], in: "count/s", value: 1.7e308), rates([4], in: "kg"),
            exampleRates([5], of: type("insulinDelivery")), exampleRates([]), shorter,
        ]
        for samples in faulty {
            let writes = try [save(exampleRates([1])), save(samples), save(exampleRates([8]))]
            let (refused, store) = try commit(writes)
            #expect(refused.count == 1)
            #expect(try store.rows(ExampleStore.heartRate).map(\.id) == [1, 8].map { exampleID($0) })
        }
    }
}
