import Foundation
import HearthModel
import HearthWire
import Testing

@testable import hearth

/// Reports of a server, whatever numbers and names are in them.
@Suite struct StatusTextTests {
    private static let evil = "\u{1B}[31m\u{202E}\n\u{9B}"

    private func report(_ number: UInt64) -> StatusReport {
        let type = BackgroundTypeStatus(
            type: Self.evil,
            frequency: .immediate,
            pending: true,
            failures: UInt32(clamping: number),
            suspended: false,
            next: Timestamp(nanoseconds: .min)
        )
        let app = BackgroundAppStatus(
            bundleIdentifier: Self.evil,
            registrations: number,
            types: [type],
            launch: Self.evil,
            process: number,
            cursors: number
        )
        let subscription = SubscriptionStatus(call: number, types: [Self.evil], lag: number, credit: .min, live: false)
        return StatusReport(
            serverVersion: Self.evil,
            process: number,
            uptimeMilliseconds: number,
            store: StoreStatus(anchor: [], samples: number, deletions: number, fileBytes: number, logBytes: number),
            counters: Counters(receivedBytes: number, sentBytes: number),
            connections: [
                ConnectionStatus(
                    bundleIdentifier: Self.evil,
                    client: Self.evil,
                    openCalls: number,
                    unsentBytes: number,
                    subscriptions: [subscription]
                )
            ],
            connectionCount: number,
            backgroundApps: [app]
        )
    }

    /// Quotation marks are the owner's, around a name: those of an identifier are seen to be part of it.
    @Test func quotationMarksOfAnAppAreSeen() {
        let app = BackgroundAppStatus(
            bundleIdentifier: "“Bank”",
            registrations: 1,
            types: [],
            launch: "",
            process: 0,
            cursors: 0
        )
        var report = report(1)
        report.connections = [ConnectionStatus(bundleIdentifier: "“Bank”", client: "")]
        report.backgroundApps = [app]
        let lines = StatusText(report: report).text.split(separator: "\n").filter { $0.contains("Bank") }
        let shown = "“\\u{201C}Bank\\u{201D}”"
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("  \(shown)  ") }, "\(lines)")
        let delivery = DeliveryText(app: app, now: Timestamp(nanoseconds: 0)).lines
        #expect(delivery[0].hasPrefix("\(shown)  "), "\(delivery)")
    }

    @Test(arguments: [0, 1, 1 << 30, 1 << 63, UInt64.max])
    func everyReportIsPrintedWithoutControls(_ number: UInt64) throws {
        let report = report(number)
        let apps = report.backgroundApps.map { DeliveryText(app: $0, now: Timestamp(nanoseconds: 0)) }
        let texts = [
            StatusText(report: report).text, StatusJSON(report: report).text, OpenMetricsText(report: report).text,
            apps.flatMap(\.lines).joined(separator: "\n"), apps.map(\.json).joined(separator: "\n"),
        ]
        for text in texts {
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isControl }, "\(text)")
        }
        let object = try JSONSerialization.jsonObject(with: Data(texts[1].utf8)) as? [String: Any]
        #expect(object?["server_version"] as? String == Self.evil)
    }

    /// An app with hundreds of connections takes a few lines of the report, and hides no other app.
    @Test func theConnectionsOfAnAppAreListedTogether() {
        var report = report(1)
        let many = (0..<900).map { ConnectionStatus(bundleIdentifier: "org.example.many", openCalls: 2, process: $0) }
        let subscription = SubscriptionStatus(call: 2, types: [], lag: 0, credit: 1, live: true)
        let one = ConnectionStatus(
            bundleIdentifier: "org.example.one",
            openCalls: 500,
            subscriptions: [SubscriptionStatus](repeating: subscription, count: 500)
        )
        report.connections = many + [one]
        let lines = StatusText(report: report).text.split(separator: "\n")
        #expect(lines.count { $0.contains("org.example.many") } == 8)
        // A process that is not known is not named.
        #expect(lines.contains("  org.example.many                  2 calls open, process 7"))
        #expect(lines.contains("  org.example.many                  2 calls open"))
        #expect(lines.contains("    and 892 more of it, with 1784 calls open"))
        #expect(lines.count { $0.contains("org.example.one") } == 1)
        #expect(lines.count { $0.contains("follows everything") } == 16 && lines.contains("    and 484 more of it"))
    }

    /// An identifier looks neither like another line of the report nor like more of its own line.
    @Test func identifiersThatImitateTheReportAreQuoted() {
        var report = report(1)
        let names = ["(no Hello yet)", "and 8 more of it, with 0 calls open", "org.example.a  0 calls open,", ""]
        report.connections = names.map { ConnectionStatus(bundleIdentifier: $0) }
        report.backgroundApps = []
        let lines = StatusText(report: report).text.split(separator: "\n").filter { $0.hasSuffix(" open") }
        #expect(
            lines == [
                "  “(no Hello yet)”                  0 calls open",
                "  “and 8 more of it, with 0 calls open”  0 calls open",
                "  “org.example.a\\u{20}\\u{20}0 calls open,”  0 calls open",
                "  (no Hello yet)                    0 calls open",
            ]
        )
    }

    /// An identifier may have thousands of characters. JSON has all of them.
    @Test func longIdentifiersAreCut() {
        var report = report(1)
        let long = String(repeating: "a", count: 4_096)
        report.connections = [ConnectionStatus(bundleIdentifier: long), ConnectionStatus(bundleIdentifier: long + "b")]
        report.backgroundApps = [BackgroundAppStatus(bundleIdentifier: long, registrations: 1)]
        let lines = StatusText(report: report).text.split(separator: "\n").filter { $0.contains("aaa") }
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("  " + String(repeating: "a", count: 59) + "…  ") })
        #expect(StatusJSON(report: report).text.contains(long + "b"))
    }

    /// What is late is not said to come at a time that is past.
    @Test func aDeliveryThatIsLateNamesNoTime() {
        func text(next: Int64, process: UInt64 = 0) -> String {
            let type = BackgroundTypeStatus(
                type: ObjectType.heartRate.identifier,
                frequency: .immediate,
                pending: true,
                failures: 0,
                suspended: false,
                next: Timestamp(nanoseconds: next)
            )
            let app = BackgroundAppStatus(bundleIdentifier: "a", registrations: 1, types: [type], process: process)
            return DeliveryText(app: app, now: Timestamp(nanoseconds: 1_000_000_000)).lines.last ?? ""
        }
        #expect(text(next: 1_000_000_001).contains(": delivered at 1970-01-01"))
        #expect(text(next: 1_000_000_000).hasSuffix("changes pending: delivered as soon as the app can be started"))
        #expect(text(next: 999_999_999, process: 7).hasSuffix("changes pending, the app has been started"))
        #expect(text(next: 0).hasSuffix("changes pending"))
    }
}
