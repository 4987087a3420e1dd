import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Frames as text for whoever looks for a fault.
@Suite struct FrameOutlineTests {
    private func outline(_ direction: VectorFrame.Direction, _ frame: [UInt8], values: Bool = false) -> FrameOutline {
        FrameOutline(
            Array(frame.dropFirst(Codec.prefixBytes)),
            from: direction == .client ? .client : .server,
            showingValues: values
        )
    }

    @Test(arguments: Vectors.frames) func everyFrameHasAnOutline(vector: FrameVector) throws {
        let (frame, bytes) = try vector.frame()
        for values in [false, true] {
            let outline = outline(frame.direction, bytes, values: values)
            #expect(outline.fault == nil && outline.content != nil)
            #expect(!outline.lines.contains { $0.contains("unknown") || $0.contains("another kind") })
        }
    }

    @Test func aFrameReadsAsItsText() throws {
        let request = ClientFrame(call: 7, .save(exampleSamples(0..<1)))
        let frame = try Codec().encode(request)
        let hidden = outline(.client, frame)
        #expect(hidden.call == 7 && hidden.content == "save")
        #expect(
            hidden.lines == [
                "save {",
                "  columns {",
                "    type: \"HKQuantityTypeIdentifierHeartRate\"",
                "    uuids: 1 row: \(exampleID(0))",
                "    starts: 1 row, hidden",
                "    quantity {",
                "      values: 1 row, hidden",
                "    }",
                "  }",
                "}",
            ]
        )
        let shown = outline(.client, frame, values: true)
        #expect(shown.lines.contains("      values: 1 row: 60.0"))
        #expect(shown.lines.contains("    starts: 1 row: 1795000000000000000"))
    }

    // MARK: - What is hidden

    /// The vectors set every field there is. What is the same with and without values is what anybody may see, and all
    /// of that is listed here, by the field and the one that it is in.
    @Test func onlyWhatIsListedIsShown() throws {
        var shown: Set<String> = []
        var hidden: Set<String> = []
        // Also when values are shown.
        var secret: Set<String> = []
        for vector in Vectors.frames {
            let (frame, bytes) = try vector.frame()
            let withValues = outline(frame.direction, bytes, values: true).lines
            let without = outline(frame.direction, bytes).lines
            #expect(withValues.count == without.count)
            var parents: [String] = []
            for (line, full) in zip(without, withValues) {
                let text = line.drop { $0 == " " }
                let name = String(text.prefix { $0 != ":" && $0 != " " })
                let path = "\(parents.last ?? "").\(name)"
                if text.hasSuffix("{") {
                    parents.append(name)
                } else if text == "}" {
                    parents.removeLast()
                } else if line != full {
                    hidden.insert(path)
                    let value = text.dropFirst(name.count + 2)
                    #expect(
                        value == "hidden" || value.hasSuffix(" rows, hidden") || value == "1 row, hidden",
                        "\(path)"
                    )
                } else if text == "\(name): hidden" {
                    secret.insert(path)
                } else if !text.hasSuffix("{}") {
                    shown.insert(path)
                }
            }
        }
        #expect(shown.subtracting(Self.mayBeSeen).sorted() == [])
        #expect(hidden.count > 100 && secret == ["welcome.identity_key"])
    }

    /// Texts where a type or a unit is to be, and other things that programs in error send.
    @Test func whatIsNoTypeAndNoUnitIsHidden() throws {
        // QuerySamples { clauses { type: "8675309" unit: "8675309" } }
        let body: [UInt8] =
            [0x08, 0x02, 0x32, 0x14, 0x0A, 0x12] + [0x0A, 0x07] + Array("8675309".utf8) + [0x1A, 0x07]
            + Array("8675309".utf8)
        let outline = FrameOutline(body, from: .client, showingValues: false)
        #expect(
            outline.lines == ["query_samples {", "  clauses {", "    type: hidden", "    unit: hidden", "  }", "}"]
        )
    }

    @Test func valuesOfRequestsAreHidden() throws {
        for request in try PrivacyTests.requests() {
            let lines = outline(.client, try Codec().encode(ClientFrame(call: 1, request))).lines
            for line in lines {
                // Identifiers of objects may be seen.
                let traces = PrivacyTests.traces.filter { $0 != "845FED" && $0 != "MARKER" }
                #expect(!traces.contains { line.contains($0) }, "\(line)")
                let isName = ["bundle_identifier", "name", "version", "client", "product_type"].contains {
                    line.contains($0)
                }
                #expect(isName || !line.contains("MARKER"), "\(line)")
            }
            #expect(!lines.isEmpty)
        }
    }

    // MARK: - What is broken

    @Test func whereAFrameIsBrokenIsSaid() throws {
        let frame = try Codec().encode(ClientFrame(call: 7, .save(exampleSamples(0..<1))))
        let body = Array(frame.dropFirst(Codec.prefixBytes))
        for length in 1..<body.count {
            let outline = FrameOutline(Array(body[..<length]), from: .client, showingValues: false)
            // Of the call's number alone nothing is missing.
            #expect((outline.fault == nil) == (length == 2), "\(length)")
        }
        let cut = FrameOutline(Array(body.dropLast()), from: .client, showingValues: false)
        #expect(
            cut.fault
                == "byte 3 of the body: more bytes are to follow than the \(body.count - 5) that are left of the message"
        )
    }

    /// Whatever comes is shown or said to be broken.
    @Test func damagedFramesHaveAnOutline() throws {
        let seed = SeededGenerator.firstSeed(default: 1)
        var random = SeededGenerator(seed: seed)
        let bodies = try Vectors.frames.map { try $0.frame().bytes.dropFirst(Codec.prefixBytes) }.map { Array($0) }
        var faults: Set<String> = []
        for round in 0..<3_000 {
            var body = bodies[round % bodies.count]
            for _ in 0...2 {
                body[Int.random(in: 0..<body.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            for sender in [FrameSender.client, .server] {
                let outline = FrameOutline(body, from: sender, showingValues: true)
                #expect(outline.lines.count <= 2 * body.count, "HEARTH_TEST_SEED=\(seed), round \(round)")
                #expect(outline.lines.allSatisfy { line in line.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
                faults.formUnion(outline.fault.map { [String($0.drop { $0 != ":" })] } ?? [])
            }
        }
        #expect(faults.count > 3, "HEARTH_TEST_SEED=\(seed)")
    }

    private static let mayBeSeen: Set = [
        "access_control.app", "access_control.name", "apps.bundle_identifier", "apps.name", "counts.bundle_identifier",
        "access_control.seen", "access_list.requests_number", "authorization.read", "authorization.request",
        "authorization.share", "decisions.bundle_identifier", "grants.type", "requests.bundle_identifier",
        "requests.name", "requests.read", "requests.share", "types.type",
        "add_to_workout.stored", "add_to_workout.workout", "added.type", "added.uuids", "app.bundle_identifier",
        "app.name", "app.version", "background_app.bundle_identifier", "background_app.cursors",
        "background_app.launch", "background_app.process", "background_app.registrations",
        "background_apps.bundle_identifier", "background_apps.cursors", "background_apps.launch",
        "background_apps.process", "background_apps.registrations",
        "background_delivery.disable", "background_delivery.disable_all", "changes.anchor", "changes.caught_up",
        "clauses.type", "clauses.unit", "columns.type", "columns.uuids", "committed.added", "committed.anchor",
        "committed.deleted", "committed.unchanged", "comparison.field", "comparison.relation", "comparison.type",
        "comparison.unit", "connections.bundle_identifier", "connections.calls", "connections.client",
        "connections.open_calls", "connections.process", "connections.received_bytes", "connections.sent_bytes",
        "connections.unsent_bytes",
        "correlation.members", "counters.added_samples", "counters.calls", "counters.change_batches",
        "counters.change_deliveries", "counters.connections", "counters.deleted_samples", "counters.groups",
        "counters.received_bytes", "counters.refused_connections", "counters.refused_writes", "counters.sent_bytes",
        "counters.writes", "credit.bytes", "deleted.types", "deleted.uuids", "device_property.property",
        "done.reason", "enable.frequency", "enable.type", "error.code", "error.field", "hello.client", "hello.major",
        "hello.minor", "host.product_type", "limits.batch_bytes", "limits.batch_samples", "limits.clauses",
        "limits.frame_bytes", "limits.handshake_milliseconds", "limits.initial_credit_bytes", "limits.metadata_bytes",
        "limits.metadata_entries", "limits.open_calls", "limits.predicate_terms", "limits.series_points",
        "limits.staged_bytes", "limits.string_bytes", "matching.type", "members.type", "members.uuids",
        "metadata.relation", "notice.anchor", "notice.types", "objects.uuids", "operating_system_version.major",
        "operating_system_version.minor", "operating_system_version.patch", "order.descending", "order.field",
        "patterns.bundle_identifier", "pong.anchor", "pong.time", "quantity.unit", "query_changes.anchor",
        "query_changes.follow", "query_changes.include_series", "query_changes.limit", "query_samples.include_series",
        "query_samples.limit", "query_statistics.average", "query_statistics.by_source", "query_statistics.duration",
        "query_statistics.follow", "query_statistics.maximum", "query_statistics.minimum",
        "query_statistics.most_recent", "query_statistics.sum", "set.bundle_identifiers",
        "source_ranks.bundle_identifiers", "source_ranks.type", "statistics.anchor", "statistics.caught_up",
        "statistics.reset", "statistics.unit", "registrations.frequency", "registrations.type", "save.more",
        "source.bundle_identifier", "source.name", "sources.bundle_identifier", "sources.bundle_identifiers",
        "store.path",
        "sources.name", "statistics.type", "status_report.connection_count", "status_report.process",
        "status_report.server_version", "status_report.uptime_milliseconds", "store.fault", "store.anchor",
        "store.background_registrations", "store.deletions", "store.file_bytes", "store.log_bytes", "store.samples",
        "store.segments", "store.staged_bytes", "subscriptions.call", "subscriptions.credit", "subscriptions.lag",
        "subscriptions.live", "subscriptions.types", "terms.all_of", "terms.any_activity", "terms.any_of",
        "terms.in_correlation", "terms.in_workout", "terms.none_of", "uuids.uuids", "versions.highest_major",
        "versions.highest_minor", "versions.lowest_major", "welcome.major", "welcome.minor", "welcome.server_version",
        "welcome.store_id",
    ]
}
