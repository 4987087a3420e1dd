import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// The documents of the protocol say what the code does.
@Suite struct DocumentTests {
    @Test func everyErrorCodeIsDescribed() throws {
        let rows = tableRows(try Repository.text("Protocol/ERRORS.md")).filter { UInt32($0[0]) != nil }
        let described = rows.map { "\($0[0]) \($0[1])" }
        let known = ErrorCode.all.map { "\($0.code.rawValue) \($0.name)" }
        #expect(described == known)
        #expect(rows.allSatisfy { $0.count == 5 && ["yes", "no"].contains($0[3]) && !$0[4].isEmpty })
    }

    @Test func theSchemaHasEveryErrorCode() throws {
        let schema = try Repository.text(of: Repository.protoFile)
        let numbers = schema.split(separator: "\n").compactMap { line -> String? in
            let words = line.split { " =;".contains($0) }
            guard let name = words.first, name.hasPrefix("ERROR_CODE_"), words.count > 1 else { return nil }
            return "\(words[1]) \(name.dropFirst("ERROR_CODE_".count))"
        }
        #expect(numbers == ErrorCode.all.map { "\($0.code.rawValue) \($0.name)" })
    }

    @Test func everyLimitIsListed() throws {
        let specification = try Repository.text("Protocol/PROTOCOL.md")
        let rows = tableRows(section("## 10 Limits", of: specification)).dropFirst()
        let listed = rows.map { "\($0[0].filter { $0 != "`" }) \($0[1].filter { $0 != "," })" }
        let limits = Limits.standard
        #expect(
            listed == [
                "frame_bytes \(limits.frameBytes)",
                "open_calls \(limits.openCalls)",
                "staged_bytes \(limits.stagedBytes)",
                "batch_samples \(limits.batchSamples)",
                "batch_bytes \(limits.batchBytes)",
                "initial_credit_bytes \(limits.initialCreditBytes)",
                "metadata_entries \(limits.metadataEntries)",
                "metadata_bytes \(limits.metadataBytes)",
                "predicate_terms \(limits.predicateTerms)",
                "string_bytes \(limits.stringBytes)",
                "clauses \(limits.clauses)",
                "series_points \(limits.seriesPoints)",
                "handshake_milliseconds \(limits.handshakeMilliseconds)",
                "sample_bytes \(Limits.sampleBytes)",
                "sort_keys \(Limits.sortKeys)",
                "columns_per_frame \(Limits.columnsPerFrame)",
                "unit_bytes \(Limits.unitBytes)",
                "anchor_bytes \(Limits.anchorBytes)",
                "ping_bytes \(Limits.pingBytes)",
                "credit_bytes \(Limits.creditBytes)",
                "bookmark_seconds \(Limits.bookmarkSeconds)",
                "status_connections \(Limits.statusConnections)",
                "background_apps \(Limits.backgroundApps)",
                "launch_arguments \(Limits.launchArguments)",
                "cursors \(Limits.cursors)",
                "staged_bytes_total \(Limits.stagedBytesTotal)",
                "staged_bytes_reserve \(Limits.stagedBytesReserve)",
                "unfinished_seconds \(Limits.unfinishedSeconds)",
                "contested_milliseconds \(Limits.contestedMilliseconds)",
                "held_bytes \(Limits.heldBytes)",
                "held_bytes_of_process \(Limits.heldBytesOfProcess)",
                "held_bytes_total \(Limits.heldBytesTotal)",
                "held_bytes_reserve \(Limits.heldBytesReserve)",
                "launch_bytes \(Limits.launchBytes)",
                "launch_bytes_total \(Limits.launchBytesTotal)",
                "launch_text_bytes \(Limits.launchTextBytes)",
                "manifest_bytes \(Limits.manifestBytes)",
                "background_apps_of_process \(Limits.backgroundAppsOfProcess)",
                "statistics_edges \(Limits.statisticsEdges)",
                "ranked_sources \(Limits.rankedSources)",
                "app_sockets \(Limits.appSockets)",
                "granted_apps \(Limits.grantedApps)",
                "hidden_conflicts \(Limits.hiddenConflicts)",
                "hidden_conflict_seconds \(Limits.hiddenConflictSeconds)",
                "changed_members \(Limits.changedMembers)",
                "changed_members_of_sample \(Limits.changedMembersOfSample)",
                "provenance_bytes_of_source \(Limits.provenanceBytesOfSource)",
                "provenance_bytes_total \(Limits.provenanceBytesTotal)",
                "provenance_bytes_reserve \(Limits.provenanceBytesReserve)",
                "provenance_bytes_of_small_source \(Limits.provenanceBytesOfSmallSource)",
                "asking_apps \(Limits.askingApps)",
                "asking_apps_of_process \(Limits.askingAppsOfProcess)",
                "asking_apps_reserve \(Limits.askingAppsReserve)",
                "asking_app_bytes \(Limits.askingAppBytes)",
                "recorded_apps \(Limits.recordedApps)",
                "waiting_requests \(Limits.waitingRequests)",
                "authorization_seconds \(Limits.authorizationSeconds)",
                "counted_days \(Limits.countedDays)",
                "counted_apps \(Limits.countedApps)",
                "counted_pairs \(Limits.countedPairs)",
                "counted_pairs_reserve \(Limits.countedPairsReserve)",
                "counted_app_bytes \(Limits.countedAppBytes)",
                "connections_of_process \(Limits.connectionsOfProcess)",
                "connections_of_app_socket \(Limits.connectionsOfAppSocket)",
                "record_bytes \(Limits.recordBytes)",
                "attribute_values \(Limits.attributeValues)",
                "attribute_operands \(Limits.attributeOperands)",
                "content_bytes \(Limits.contentBytes)",
            ]
        )
        #expect(limits.areConsistent)
    }

    @Test(arguments: ["Protocol/PROTOCOL.md", "Protocol/README.md"])
    func everyPrintedFrameDecodes(_ path: String) throws {
        let blocks = codeBlocks(try Repository.text(path)).filter { $0.language.hasPrefix("hex") }
        #expect(!blocks.isEmpty)
        for block in blocks {
            let bytes = block.code.split { " \n".contains($0) }.compactMap { UInt8($0, radix: 16) }
            var splitter = FrameSplitter()
            let decoder = FrameDecoder()
            var frames = 0
            try splitter.push(bytes.span.bytes) { body throws(HearthError) in
                frames += 1
                switch block.language {
                case "hex C": _ = try decoder.clientFrame(body).content.get()
                case "hex S": _ = try decoder.serverFrame(body).content.get()
                default: Issue.record("a block is neither C nor S: \(block.language)")
                }
            }
            #expect(frames == 1 && splitter.pendingBytes == 0, "\(path): \(block.code)")
        }
    }

    @Test func theExampleSpeaksTheNewestVersion() throws {
        let changes = try Repository.text("Protocol/CHANGES.md")
        let newest = try #require(changes.firstMatch(of: #/\n## 1\.(\d+)/#)?.output.1)
        #expect(try Repository.text("Protocol/README.md").contains("pb.Hello(major=1, minor=\(newest), "))
    }

    @Test func theErrorsNameTheVersionThatDoesNotSendThem() throws {
        let header = try #require(Repository.text("Protocol/PROTOCOL.md").firstMatch(of: #/^# .*, version (1\.\d+)\n/#))
        let errors = try Repository.text("Protocol/ERRORS.md")
        #expect(errors.contains("means that no server up to version \(header.output.1) sends it"))
    }

    /// What the comment of a request in the schema lists is what its section in the specification lists.
    @Test func theRepliesOfEachRequestAreTheSame() throws {
        let schema = try Repository.text(of: Repository.protoFile)
        let specification = try Repository.text("Protocol/PROTOCOL.md")
        let requests = [
            "Hello", "Save", "DeleteObjects", "QuerySamples", "QueryChanges", "Observe", "ListSources",
            "Characteristics", "Status", "BackgroundDelivery", "Acknowledge", "BackgroundControl",
        ]
        let known = Set(ErrorCode.all.map(\.name))
        for (index, request) in zip([1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14], requests) {
            let comment = try #require(commentOfMessage(request, in: schema))
            let text = section("### 8.\(index) \(request)", of: specification)
            let listed = text.split(separator: "**Errors**").last?.split(separator: "```").first ?? ""
            let inSchema = Set(words(comment)).intersection(known)
            #expect(!inSchema.isEmpty)
            #expect(inSchema == Set(words(listed)).intersection(known), "\(request)")
        }
    }

    @Test func everyTypeIsListed() throws {
        let document = try Repository.text("Protocol/TYPES.md")
        let quantities = tableRows(section("## Quantity types", of: document)).dropFirst()
        #expect(Set(quantities.map { $0[0] }) == identifiers(of: .quantity))
        for row in quantities {
            let type = try ObjectType.lookup(row[0])
            #expect(try Unit(row[1].filter { $0 != "`" }) == type.storageUnit, "\(type)")
            #expect(row[2] == type.aggregation.map { "\($0)" }, "\(type)")
        }
        let categories = tableRows(section("## Category types", of: document)).dropFirst()
        #expect(Set(categories.map { $0[0] }) == identifiers(of: .category))
        for row in categories {
            let type = try ObjectType.lookup(row[0])
            let numbers = row[1].split(separator: ", ").compactMap { $0.split(separator: "=").last }.compactMap {
                Int64($0)
            }
            #expect(numbers.allSatisfy { type.allows(categoryValue: $0) }, "\(type)")
        }
        let activities = tableRows(section("## Workout activity types", of: document)).dropFirst()
        #expect(activities.map { "\($0[0]) \($0[1])" } == WorkoutActivityType.all.map { "\($0.rawValue) \($0.name)" })
        for type in ObjectType.all where type.kind.isStored {
            #expect(document.contains("| \(type.identifier) |"))
        }
    }

    /// The tables of records are their schemas.
    @Test func everyRecordIsListed() throws {
        let document = try Repository.text("Protocol/RECORDS.md")
        var listed: Set<ObjectType> = []
        for heading in document.split(separator: "\n").filter({ $0.hasPrefix("### ") }) {
            let text = section(String(heading), of: document)
            for identifier in heading.dropFirst(4).split(separator: ", ") {
                let type = try ObjectType.lookup(String(identifier))
                let schema = try #require(RecordSchema.of(type))
                listed.insert(type)
                let rows = tableRows(text).dropFirst()
                #expect(rows.map { $0[0] } == schema.rules.map(\.name.text), "\(type)")
                #expect(rows.map { $0[1] } == schema.rules.map { field(of: $0.form) }, "\(type)")
                #expect(rows.map { $0[2] } == schema.rules.map { values(of: $0.occurrence) }, "\(type)")
                #expect(text.contains("`\(schema.series.map { "\($0)" } ?? "none")`") == (schema.series != nil))
            }
        }
        #expect(listed == Set(ObjectType.all.filter { RecordSchema.of($0) != nil }))
    }

    private func field(of form: AttributeRule.Form) -> String {
        switch form {
        case .integers, .times: "integers"
        case .numbers: "numbers"
        case .texts: "texts"
        case .ids: "uuids"
        }
    }

    private func values(of occurrence: AttributeRule.Occurrence) -> String {
        switch occurrence {
        case .required: "required"
        case .optional: "optional"
        case .list: "list"
        case .column: "table"
        case .group(let count): "0 or \(count)"
        case .exactly(let count): "\(count)"
        }
    }

    private func identifiers(of kind: ObjectType.Kind) -> Set<String> {
        Set(ObjectType.all.filter { $0.kind == kind }.map(\.identifier))
    }

    // MARK: - Reading documents

    private func codeBlocks(_ text: String) -> [(language: String, code: String)] {
        let parts = text.split(separator: "```", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { index in
            let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(lines[0]), lines.count > 1 ? String(lines[1]) : "")
        }
    }

    private func words(_ text: some StringProtocol) -> [String] {
        String(text).split { !($0.isUppercase || $0 == "_") }.map(String.init)
    }

    /// The comment lines right above a message.
    private func commentOfMessage(_ name: String, in schema: String) -> String? {
        let lines = schema.split(separator: "\n", omittingEmptySubsequences: false)
        guard let index = lines.firstIndex(where: { $0.hasPrefix("message \(name) {") }) else { return nil }
        return lines[..<index].reversed().prefix { $0.hasPrefix("//") }.reversed().joined(separator: " ")
    }
}
