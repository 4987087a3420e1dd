import HearthModel
import Testing

@testable import HearthStore

@Suite struct SyncKeyTests {
    private let key = Key("org.example.run", .workout, "a")

    @Test func isThatOfTheAppTheTypeAndTheIdentifier() {
        #expect(key == Key("org.example.run", .workout, "a"))
        #expect(key.hash == Key("org.example.run", .workout, "a").hash)
        let others = [
            Key("org.example.scale", .workout, "a"), Key("org.example.run", .workoutRoute, "a"),
            Key("org.example.run", .workout, "b"), Key("org.example.run", .workout, ""),
            Key("org.example.ru", .workout, "na"), Key("org.example.run", .workout, "A"),
            Key("", .workout, "a"),
        ]
        for other in others {
            #expect(key != other && key.hash != other.hash)
        }
        #expect(Set(others.map(\.hash)).count == others.count)
    }

    /// Two spellings of one letter are two identifiers.
    @Test func comparesBytes() {
        let composed = Key("org.example.run", .workout, "\u{E9}")
        let decomposed = Key("org.example.run", .workout, "e\u{301}")
        #expect(composed != decomposed && composed.hash != decomposed.hash)
    }

    /// Files hold it: it may not change.
    @Test func isWhatItWas() {
        #expect(key.hash == 14_894_638_972_435_144_670)
        #expect(Key.fingerprint(of: 0x1234_5678_9ABC_DEF0) == 0x1234_5678)
    }

    @Test func isThereWhenBothKeysAre() throws {
        let identifier = Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string("a"))
        let version = Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(3))
        let note = Metadata.Entry(key: "note", value: .string("private"))
        let mark = try #require(SyncMark(Metadata([identifier, version, note])))
        #expect(mark.identifier == "a" && mark.version == .integer(3))
        #expect(try SyncMark(Metadata([identifier, note])) == nil)
        #expect(try SyncMark(Metadata([version, note])) == nil)
        #expect(SyncMark(.none) == nil)
        #expect(try SyncMark.kept(of: Metadata([identifier, version, note])) == Metadata([identifier, version]))
        #expect(try SyncMark.kept(of: Metadata([note])) == .none)
    }
}

private typealias Key = HearthStore.SyncKey

extension HearthStore.SyncKey {
    fileprivate init(_ app: AppID, _ type: ObjectType, _ identifier: String) {
        self.init(app: app, type: type, identifier: identifier)
    }
}
