import HearthModel
import HearthWire
import Testing

/// Numbers of enums, terms and payloads of a later minor version: refused in requests, of which half would be another
/// question; kept or passed over in replies.
@Suite struct UnknownNumberTests {
    /// Numbers that no enum has: just beyond, far beyond, and those that an int32 holds at its ends.
    private static let unknownNumbers: [UInt64] = [
        98, 999, 0x7FFF_FFFF, UInt64(bitPattern: -1), UInt64(bitPattern: Int64(Int32.min)),
    ]

    private static func sites(
        _ frames: [Corpus.Frame],
        _ isIncluded: (Schema.Field) -> Bool
    ) -> [(frame: Corpus.Frame, site: Site)] {
        frames.flatMap { frame in frame.sites.filter { isIncluded($0.field) }.map { (frame, $0) } }
    }

    @Test func theNumbersAreUnknown() {
        for numbers in Schema.hearth.enums.values {
            #expect(numbers.isDisjoint(with: Self.unknownNumbers))
        }
    }

    // MARK: - Requests

    @Test func anUnknownNumberOfAnEnumIsRefusedInRequests() {
        var check = RefusalCheck()
        var enums: Set<String> = []
        for (frame, site) in Self.sites(Corpus.requests, \.isEnum) {
            enums.insert(site.field.type)
            for number in Self.unknownNumbers {
                check.expect(
                    .valueOutOfRange,
                    at: site.path,
                    frame.tree.replacing(site, with: .varint(number)),
                    frame.direction,
                    "\(frame.name), \(number)"
                )
            }
        }
        check.report()
        #expect(
            enums == [
                "AccessAction", "AttributeName", "BackgroundAction", "DeviceProperty", "Field", "Permission",
                "Relation", "SwimmingLocation", "UpdateFrequency", "WorkoutEventType", "WorkoutLocation",
            ]
        )
    }

    /// Those that stand for "unspecified", also when they are left out.
    @Test func anUnspecifiedNumberIsRefusedInRequests() {
        var check = RefusalCheck()
        let enums: Set = [
            "AttributeName", "BackgroundAction", "DeviceProperty", "Field", "Relation", "UpdateFrequency",
            "WorkoutEventType",
        ]
        for (frame, site) in Self.sites(Corpus.requests, { enums.contains($0.type) }) {
            let trees = [
                frame.tree.replacing(site, with: .varint(0)),
                frame.tree.editing(ownerOf: site) { $0.fields.removeAll { $0.number == site.field.number } },
            ]
            for tree in trees {
                check.expect(.valueOutOfRange, at: site.path, tree, frame.direction, frame.name)
            }
        }
        check.report()
    }

    /// Numbers of HealthKit's, which are no enums of the protocol.
    @Test func anUnknownNumberOfHealthKitsIsRefusedInRequests() {
        var check = RefusalCheck()
        let names: Set = [
            "activity_type", "biological_sex", "blood_type", "fitzpatrick_skin_type", "wheelchair_use",
            "activity_move_mode",
        ]
        for (frame, site) in Self.sites(Corpus.requests, { names.contains($0.name) }) {
            for number in [99, 0xFFFF_FFFF] as [UInt64] {
                let tree = frame.tree.replacing(site, with: .varint(number))
                check.expect(.valueOutOfRange, at: site.path, tree, frame.direction, frame.name)
            }
        }
        check.report()
    }

    @Test(arguments: 19...63 as ClosedRange<UInt64>)
    func anUnknownTermIsRefusedAtItsPlace(_ number: UInt64) {
        var check = RefusalCheck()
        for (frame, site) in Self.sites(Corpus.requests, { $0.type == "PredicateTerm" }) {
            for value in [.varint(2), .bytes([]), .bytes([0x08, 0x01]), .fixed64(0)] as [MessageTree.Value] {
                let tree = frame.tree.editing(site) { $0.fields = [MessageTree.Field(number: number, value: value)] }
                check.expect(.unimplemented, at: site.path, tree, frame.direction, frame.name)
            }
        }
        check.report()
    }

    @Test(arguments: 17...31 as ClosedRange<UInt64>)
    func anUnknownPayloadIsRefusedInRequests(_ number: UInt64) {
        var check = RefusalCheck()
        for (frame, site) in Self.sites(Corpus.requests, { $0.oneof == "payload" }) {
            for value in [.bytes([]), .bytes([0x08, 0x01])] as [MessageTree.Value] {
                let tree = frame.tree.editing(ownerOf: site) { owner in
                    owner.fields.removeAll { $0.number == site.field.number }
                    owner.fields.append(MessageTree.Field(number: number, value: value))
                }
                check.expect(.unimplemented, at: site.path(of: "payload"), tree, frame.direction, frame.name)
            }
        }
        check.report()
    }

    // MARK: - Replies

    /// An attribute with a name of a later version is passed over, and the record with its others is there.
    @Test func anAttributeOfALaterVersionIsPassedOver() throws {
        let codec = Codec()
        var count = 0
        for (frame, site) in Self.sites(Corpus.replies, { $0.type == "Attribute" }) {
            for number in Self.unknownNumbers {
                count += 1
                let later = frame.tree.editing(site) { attribute in
                    attribute.fields.removeAll { $0.number == 1 }
                    attribute.fields.append(MessageTree.Field(number: 1, value: .varint(number)))
                }
                let decoded = try codec.decode(later, frame.direction)
                #expect(decoded == (try codec.decode(frame.tree.removing(site), frame.direction)), "\(site.path)")
            }
        }
        #expect(count > 0)
    }

    /// The number is kept as it came: a client shows it, or compares it with those that it knows.
    @Test func anUnknownNumberOfAnEnumIsKeptInReplies() throws {
        let codec = Codec()
        var enums: Set<String> = []
        for (frame, site) in Self.sites(Corpus.replies, { $0.isEnum && $0.type != "AttributeName" }) {
            enums.insert(site.field.type)
            for number in Self.unknownNumbers {
                let tree = frame.tree.replacing(site, with: .varint(number))
                guard let decoded = try? codec.decode(tree, frame.direction) else {
                    Issue.record("\(frame.name), \(site.path): \(number) is refused")
                    continue
                }
                // What is written again is what came.
                #expect(try codec.encode(decoded) == tree.framed, "\(frame.name), \(site.path): \(number)")
            }
        }
        #expect(
            enums == [
                "DoneReason", "ErrorCode", "Permission", "SwimmingLocation", "UpdateFrequency", "WorkoutEventType",
                "WorkoutLocation",
            ]
        )
    }

    @Test func anUnknownNumberIsSeenByTheProgram() throws {
        let codec = Codec()
        let error = ErrorReply(HearthError(ErrorCode(rawValue: 999), "something new"))
        let done = Done(reason: DoneReason(rawValue: 42))
        for reply in [Reply.error(error), .done(done)] {
            let frame = ServerFrame(call: 2, reply)
            #expect(try codec.decode(ServerFrame.self, frame.wireBytes.framed) == frame)
        }
        #expect(ErrorCode(rawValue: 999).name == "999")
    }

    /// Activity types, category values and characteristics of a later HealthKit.
    @Test func anUnknownNumberOfHealthKitsIsKeptInReplies() throws {
        let codec = Codec()
        let names: Set = [
            "activity_type", "biological_sex", "blood_type", "fitzpatrick_skin_type", "wheelchair_use",
            "activity_move_mode",
        ]
        let columns: Set = ["WorkoutColumns.activity_types", "CategoryColumns.values"]
        for (frame, site) in Self.sites(Corpus.replies, { names.contains($0.name) || columns.contains($0.description) })
        {
            var tree = frame.tree.replacing(site, with: .varint(99))
            if case .bytes(let bytes) = site.value {
                // Every element becomes 9,999.
                let width = site.field.width ?? 1
                let element = [0x0F, 0x27] + [UInt8](repeating: 0, count: width - 2)
                let column = repeatElement(element, count: bytes.count / width).flatMap(\.self)
                tree = frame.tree.replacing(site, with: .bytes(column))
            }
            #expect(try codec.encode(codec.decode(tree, frame.direction)) == tree.framed, "\(frame.name), \(site.path)")
        }
    }

    /// A type of the same kind that this version's registry does not have is refused in a request.
    @Test func anUnknownTypeIsRefusedInRequests() {
        var check = RefusalCheck()
        let messages: Set = ["BackgroundRegistration", "Clause", "SampleColumns", "WorkoutStatistics"]
        for (frame, site) in Self.sites(Corpus.requests, { $0.name == "type" && messages.contains($0.message) }) {
            for type in ["HKQuantityTypeIdentifierOfALaterVersion", "", "hkquantitytypeidentifierheartrate"] {
                let tree = frame.tree.replacing(site, with: .text(type))
                check.expect(.unknownType, at: site.path, tree, frame.direction, "\(frame.name), \(type)")
            }
        }
        check.report()
    }
}
