import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// A decoder remembers devices: each must come out as it went in, whichever came before.
@Suite struct DeviceTests {
    private func frame(_ device: Device) -> ClientFrame {
        let samples = SampleColumns(
            type: .heartRate,
            ids: [ObjectID(high: 1, low: 2)],
            starts: [Timestamp(nanoseconds: 0)],
            provenance: DictionaryColumn(entries: [Provenance(device: device)]),
            payload: .quantity(QuantityColumns(values: [1]))
        )
        return ClientFrame(call: 1, .save(Save(columns: [samples])))
    }

    private func decoded(_ device: Device, _ codec: Codec) throws -> Device? {
        let request = try codec.decode(ClientFrame.self, frame(device).wireBytes.framed).request
        guard case .save(let save) = request else { return nil }
        return save.columns.first?.provenance.entries.first?.device
    }

    @Test func aDeviceThatComesAgainIsTheOneThatCameBefore() throws {
        let codec = Codec()
        let first = try #require(try decoded(Device(name: "Watch", model: "W1"), codec))
        _ = try decoded(Device(name: "Phone", model: "P1"), codec)
        #expect(try decoded(Device(name: "Watch", model: "W1"), codec) === first)
        #expect(try decoded(Device(name: "Watch", model: "W1"), Codec()) !== first)
    }

    /// Devices that differ in little: the same texts in other properties, or together the same bytes; "" and no text; two
    /// spellings of an accent. More of them than are remembered.
    @Test func eachDeviceComesBackAsItIs() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 1)
        let texts: [String?] = [nil, "", "a", "ab", "b", "bc", "\u{E9}", "e\u{301}"]
        let codec = Codec()
        var met: [Device] = []
        for _ in 0..<2_000 {
            let device =
                Bool.random(using: &random) && !met.isEmpty
                ? met.suffix(16).randomElement(using: &random) ?? met[0]
                : Device(
                    name: texts.randomElement(using: &random) ?? nil,
                    manufacturer: texts.randomElement(using: &random) ?? nil,
                    udiDeviceIdentifier: texts.randomElement(using: &random) ?? nil
                )
            met.append(device)
            let back = try decoded(device, codec)
            #expect(back?.isIdentical(to: device) == true, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// The bytes of both texts are those of one that holds NUL.
    @Test func aTextWithNULIsNotTakenForTwo() throws {
        let codec = Codec()
        _ = try decoded(Device(name: "a", manufacturer: "b"), codec)
        let devices = [
            Device(name: "a\0b"), Device(name: "a\0b", manufacturer: ""), Device(name: "a", manufacturer: "b\0"),
        ]
        for bad in devices {
            let refusal = codec.refusal(frame(bad))
            #expect(refusal?.code == .malformedText)
            #expect(refusal?.field.hasPrefix("save.columns[0].provenances[0].device.") == true)
        }
    }
}
