import HearthModel
import HearthWire
import Testing

/// Samples of types and of kinds that a later server knows: a client passes over them and takes what is beside them. A
/// stream that follows everything would never get past such a batch otherwise.
@Suite struct LaterSamplesTests {
    private static let laterType = "HKQuantityTypeIdentifierOfALaterVersion"

    /// Changes the samples or statistics at each site in turn, and expects the reply without them.
    private func expectPassedOver(
        _ isIncluded: (Site) -> Bool,
        _ change: (MessageTree, Site) -> MessageTree
    ) throws -> Int {
        let codec = Codec()
        var count = 0
        for frame in Corpus.replies {
            for site in frame.sites.filter(isIncluded) {
                count += 1
                let expected = try codec.decode(frame.tree.removing(site), frame.direction)
                guard let decoded = try? codec.decode(change(frame.tree, site), frame.direction) else {
                    Issue.record("\(frame.name), \(site.path) is refused")
                    continue
                }
                #expect(decoded == expected, "\(frame.name), \(site.path)")
            }
        }
        return count
    }

    @Test func samplesOfALaterTypeArePassedOver() throws {
        let messages: Set = ["BackgroundRegistration", "SampleColumns", "WorkoutStatistics"]
        let count = try expectPassedOver({ messages.contains($0.field.type) }) { tree, site in
            tree.editing(site) { message in
                message.fields.removeAll { $0.number == 1 }
                message.fields.append(MessageTree.Field(number: 1, value: .text(Self.laterType)))
            }
        }
        #expect(count > 15)
    }

    /// With whatever else there may be in columns of a later kind.
    @Test(arguments: [17, 20, 31] as [UInt64])
    func samplesOfALaterKindArePassedOver(_ payload: UInt64) throws {
        let count = try expectPassedOver({ $0.field.type == "SampleColumns" }) { tree, site in
            tree.editing(site) { columns in
                columns.fields.removeAll { Schema.hearth.field($0.number, of: columns.name)?.oneof == "payload" }
                columns.fields.append(MessageTree.Field(number: payload, value: .bytes([0x0A, 0x03, 1, 2, 3])))
            }
        }
        #expect(count > 10)
    }

    /// What is wrong in columns of a known type stays wrong.
    @Test func samplesOfAKnownTypeAreNotPassedOver() {
        var check = RefusalCheck()
        for frame in Corpus.replies {
            for site in frame.sites where site.field.description == "SampleColumns.uuids" {
                let tree = frame.tree.replacing(site, with: .bytes([1, 2, 3]))
                check.expect(.malformedColumn, at: site.path, tree, .server, frame.name)
            }
        }
        check.report()
    }

    /// Deletions, notices and a status have types by their names only: they are kept.
    @Test func namesOfLaterTypesAreKept() throws {
        let codec = Codec()
        var fields: Set<String> = []
        let names: Set = ["BackgroundTypeStatus.type", "Deletions.types", "Notice.types"]
        for frame in Corpus.replies {
            for site in frame.sites where names.contains(site.field.description) {
                fields.insert(site.field.description)
                let tree = frame.tree.replacing(site, with: .text(Self.laterType))
                #expect(try codec.encode(codec.decode(tree, .server)) == tree.framed, "\(frame.name), \(site.path)")
            }
        }
        #expect(fields == names)
    }

    /// A value of a later kind in metadata: a minor version may add members of a oneof, and the sample has them still.
    @Test func metadataOfALaterKindDoesNotRefuseItsSamples() {
        let codec = Codec()
        var refusals: [String] = []
        for frame in Corpus.replies {
            for site in frame.sites where site.field.description == "Metadata.entries" {
                let tree = frame.tree.editing(site) { entry in
                    entry.fields.removeAll { $0.number != 1 }
                    entry.fields.append(MessageTree.Field(number: 20, value: .bytes([1, 2, 3])))
                }
                guard let refusal = codec.refusal(tree, .server) else { continue }
                refusals.append("\(frame.name): \(refusal)")
            }
        }
        #expect(refusals == [])
    }
}

extension MessageTree {
    /// The frame without an element of a list. The interleaving of a batch that has lost columns names those that are
    /// left by their new places.
    func removing(_ site: Site) -> MessageTree {
        editing(ownerOf: site) { owner in
            let elements = owner.fields.indices.filter { owner.fields[$0].number == site.field.number }
            let isSame = { (index: Int) in owner.fields[index].value == site.value }
            guard let removed = elements.firstIndex(where: isSame) else { return }
            owner.fields.remove(at: elements[removed])
            guard site.field.description == "SampleBatch.columns" else { return }
            for index in owner.fields.indices where owner.fields[index].number == 3 {
                guard case .bytes(let interleaving) = owner.fields[index].value else { continue }
                owner.fields[index].value = .bytes(interleaving.removing(index: UInt8(removed)))
            }
        }
    }
}

extension [UInt8] {
    /// A column of indexes below 256 without one of them.
    fileprivate func removing(index: UInt8) -> [UInt8] {
        var column: [UInt8] = []
        for row in stride(from: 0, to: count, by: 4) where self[row] != index {
            column += [self[row] - (self[row] > index ? 1 : 0), 0, 0, 0]
        }
        return column
    }
}
