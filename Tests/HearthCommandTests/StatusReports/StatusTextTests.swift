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

    @Test(arguments: [0, 1, 1 << 30, 1 << 63, UInt64.max])
    func everyReportIsPrintedWithoutControls(_ number: UInt64) throws {
        let report = report(number)
        let apps = report.backgroundApps.map(DeliveryText.init)
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
}
