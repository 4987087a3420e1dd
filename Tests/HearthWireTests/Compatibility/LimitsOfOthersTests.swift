import HearthModel
import HearthWire
import Testing

/// What a client makes of a server that names other limits than this version has.
@Suite struct LimitsOfOthersTests {
    /// A limit that a server does not name is 0 here. All of them are named since 1.0; one that a later version adds
    /// will come as 0 from a server of this one.
    @Test func aLimitThatIsNotNamedIsZero() throws {
        let frame = try #require(Corpus.replies.first { $0.name == "03-welcome" })
        let codec = Codec()
        let fields: [String: KeyPath<Limits, UInt32>] = [
            "frame_bytes": \.frameBytes, "open_calls": \.openCalls, "staged_bytes": \.stagedBytes,
            "batch_samples": \.batchSamples, "batch_bytes": \.batchBytes,
            "initial_credit_bytes": \.initialCreditBytes, "metadata_entries": \.metadataEntries,
            "metadata_bytes": \.metadataBytes, "predicate_terms": \.predicateTerms, "string_bytes": \.stringBytes,
            "clauses": \.clauses, "series_points": \.seriesPoints, "handshake_milliseconds": \.handshakeMilliseconds,
        ]
        for site in frame.sites where site.field.message == "Limits" {
            let tree = frame.tree.editing(ownerOf: site) { $0.fields.removeAll { $0.number == site.field.number } }
            guard case .server(let decoded) = try codec.decode(tree, .server),
                case .welcome(let welcome) = decoded.reply,
                let limit = fields[site.field.name]
            else {
                Issue.record("\(site.path) is not read")
                continue
            }
            #expect(welcome.limits[keyPath: limit] == 0, "\(site.path)")
            #expect(welcome.limits != .standard, "\(site.path)")
        }
        #expect(fields.count == Schema.hearth.messages["Limits"]?.count)
    }

    @Test func aWelcomeWithoutLimitsIsRefused() throws {
        let frame = try #require(Corpus.replies.first { $0.name == "03-welcome" })
        let site = try #require(frame.sites.first { $0.path == "welcome.limits" })
        let tree = frame.tree.editing(ownerOf: site) { $0.fields.removeAll { $0.number == site.field.number } }
        let refusal = Codec().refusal(tree, .server)
        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.field == "welcome.limits")
    }
}
