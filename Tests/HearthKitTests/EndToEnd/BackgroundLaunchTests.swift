import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthKit

/// Apps that do not run and are started by the real server.
@Suite struct BackgroundLaunchTests {
    private static let app = "org.example.background"
    private static let pause = 0.05

    private let folder: ServerFolder
    private let server: ServerProcess
    private let reports: BackgroundAppReports
    private let saver: HKHealthStore

    init() throws {
        folder = try ServerFolder()
        server = try ServerProcess(
            in: folder,
            ServerProcess.Launch(arguments: ["--background-pause", "\(Self.pause)"])
        )
        reports = try BackgroundAppReports(in: folder)
        saver = HKHealthStore(appIdentifier: "org.example.saver", socketPath: folder.socket)
    }

    @discardableResult
    private func save(_ value: Double) async throws -> HKQuantitySample {
        let time = Date(timeIntervalSince1970: 1_795_248_000 + value)
        let unit = HKUnit.count().unitDivided(by: .minute())
        let quantity = HKQuantity(unit: unit, doubleValue: value)
        let sample = HKQuantitySample(type: HKQuantityType(.heartRate), quantity: quantity, start: time, end: time)
        try await saver.save(sample)
        return sample
    }

    /// Asks the server until the app stands as expected.
    private func until(_ isExpected: (BackgroundAppStatus, BackgroundTypeStatus) -> Bool) async throws {
        while true {
            let apps = try await saver.connection.status().backgroundApps
            let app = try #require(apps.first { $0.bundleIdentifier == Self.app })
            if isExpected(app, try #require(app.types.first)) { return }
        }
    }

    private func hearth(_ arguments: String...) throws -> String {
        let tool = try HearthTool(arguments, in: folder)
        #expect(tool.exit == .code(0), "\(tool.errors)")
        return tool.output
    }

    private static let launched = "launched true \(app)"

    @Test func anAppIsStartedHandlesTheUpdateAndEnds() async throws {
        try reports.register("handle", as: Self.app)
        for value in 1...3 {
            try await save(Double(value))
            #expect(try reports.next() == Self.launched)
            #expect(try reports.next().hasPrefix("told "))
            try await until { app, type in !type.pending && type.failures == 0 && app.process == 0 }
        }
        #expect(try hearth("background").contains("immediate, up to date"))
        try server.stop()
    }

    @Test func anAppThatCrashesIsTriedThreeTimesAndSuspended() async throws {
        try reports.register("crash", as: Self.app)
        try await save(60)
        var times: [UInt64] = []
        for _ in 1...3 {
            #expect(try reports.next() == Self.launched)
            let told = try #require(try reports.next().split(separator: " ").last.flatMap { UInt64($0) })
            times.append(told)
        }
        // A pause may be longer, as the machine is busy, and never shorter.
        #expect(times[1] - times[0] >= UInt64(Self.pause * 1e9))
        #expect(times[2] - times[1] >= UInt64(4 * Self.pause * 1e9))
        try await until { app, type in type.suspended && type.failures == 3 && app.process == 0 }
        #expect(server.log.contains("three times, and is suspended"))
        #expect(try hearth("status").contains("1 SUSPENDED: see 'hearth background'"))
        #expect(try hearth("background").contains("heartRate  immediate, SUSPENDED"))
        // Nothing happens any more; the next line is that of the app which the owner resumes.
        try await save(61)
        #expect(try hearth("background", "resume", Self.app).contains("changes pending"))
        #expect(try reports.next() == Self.launched)
        // The app has learnt from it, and enables the type again. On a busy machine it has crashed three times by then.
        try reports.register("handle", as: Self.app)
        var isSuspended = false
        repeat {
            try await until { app, type in
                isSuspended = type.suspended && app.process == 0
                return isSuspended || !type.pending && type.failures == 0
            }
            if isSuspended {
                _ = try hearth("background", "resume", Self.app)
            }
        } while isSuspended
        try server.stop()
    }

    @Test func anAppThatHangsIsStoppedAtItsTimeLimit() async throws {
        try reports.register("hang", as: Self.app)
        try await save(60)
        for _ in 1...3 {
            #expect(try reports.next() == Self.launched)
            #expect(try reports.next().hasPrefix("told "))
        }
        try await until { app, type in type.suspended && app.process == 0 }
        #expect(server.log.contains("has used up its time in the background and is asked to end"))
        try server.stop()
    }

    @Test func aNamedCursorGoesOnOnlyWhenTheAppAcknowledges() async throws {
        try reports.register("cursor", as: Self.app)
        let first = try await save(60)
        // It dies in the middle, and gets the same changes again.
        for _ in 1...2 {
            #expect(try reports.next() == Self.launched)
            #expect(try reports.next() == "sample \(first.uuid.uuidString)")
        }
        try await until { app, type in !type.pending && app.process == 0 }
        let second = try await save(61)
        #expect(try reports.next() == Self.launched)
        #expect(try reports.next() == "sample \(second.uuid.uuidString)")
        try await until { app, type in !type.pending && app.process == 0 && app.cursors == 1 }
        try server.stop()
    }

    @Test func whatWasRegisteredAndFailedSurvivesARestart() async throws {
        try reports.register("crash", as: Self.app)
        try await save(60)
        for _ in 1...3 {
            #expect(try reports.next() == Self.launched)
            #expect(try reports.next().hasPrefix("told "))
        }
        try await until { app, type in type.suspended && app.process == 0 }
        server.process.kill()
        let again = try ServerProcess(in: folder)
        try await until { _, type in type.suspended && type.pending }
        try reports.register("handle", as: Self.app)
        #expect(try reports.next() == Self.launched)
        #expect(try reports.next().hasPrefix("told "))
        try await until { app, type in !type.pending && app.process == 0 }
        try again.stop()
    }

    /// Starts the server again with a systemctl of the test's own, registers the app with a unit, and saves a sample, for
    /// which the unit is started.
    private func serverWithUnit(_ systemctl: String) async throws -> ServerProcess {
        try systemctl.write(toFile: folder.file("systemctl"), atomically: true, encoding: .utf8)
        chmod(folder.file("systemctl"), 0o700)
        server.process.kill()
        let launch = ServerProcess.Launch(environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        let again = try ServerProcess(in: folder, launch)
        let own = HKHealthStore(appIdentifier: Self.app, socketPath: folder.socket)
        try await own.enableBackgroundDelivery(
            for: HKQuantityType(.heartRate),
            frequency: .immediate,
            launching: .systemdUnit("run.service")
        )
        try await save(60)
        return again
    }

    /// With a systemctl of the test's own, as there is no systemd where tests run.
    @Test func aUnitIsStartedInsteadOfACommand() async throws {
        let app = try BuiltProgram.path(of: "hearth-background-app")
        let again = try await serverWithUnit(
            """
            #!/bin/sh
            echo "$@" > '\(folder.file("reports"))'
            HEARTH_BACKGROUND=1 exec '\(app)' handle '\(folder.file("reports"))'
            """
        )
        #expect(try reports.next() == "--user start --wait run.service")
        #expect(try reports.next() == Self.launched)
        #expect(try reports.next().hasPrefix("told "))
        try await until { app, type in !type.pending && app.process == 0 }
        try again.stop()
    }

    /// What the server has left behind is ended with it, also an order that systemd does not have yet.
    @Test func aServerThatEndsWaitsUntilSystemdHasItsOrders() async throws {
        let app = try BuiltProgram.path(of: "hearth-background-app")
        let again = try await serverWithUnit(
            """
            #!/bin/sh
            case $2 in
            start)
                echo $$ > '\(folder.file("process"))'
                HEARTH_BACKGROUND=1 exec '\(app)' hang '\(folder.file("reports"))' ;;
            stop)
                kill $(cat '\(folder.file("process"))')
                while kill -0 $(cat '\(folder.file("process"))') 2>/dev/null; do :; done
                echo "$@" > '\(folder.file("orders"))' ;;
            esac
            """
        )
        #expect(try reports.next() == Self.launched)
        #expect(try reports.next().hasPrefix("told "))
        try again.stop()
        #expect(folder.text(of: "orders") == "--user stop --no-block run.service\n")
    }

    /// An app never runs in the server's sandbox because systemd-run fails: only where there is none.
    @Test func anAppThatSystemdCannotStartDoesNotRun() async throws {
        try "#!/bin/sh\n".write(toFile: folder.file("systemd-run"), atomically: true, encoding: .utf8)
        chmod(folder.file("systemd-run"), 0o600)
        server.process.kill()
        let again = try ServerProcess(
            in: folder,
            ServerProcess.Launch(
                arguments: ["--background-pause", "60"],
                environment: ["PATH": folder.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"],
                preparation: "export SYSTEMD_EXEC_PID=$$;"
            )
        )
        try reports.register("handle", as: Self.app)
        try await save(60)
        try await until { _, type in type.failures > 0 }
        #expect(reports.isEmpty)
        try again.stop()
    }

    /// With programs of the test's own in systemd's place: the app runs in a unit, and it is the unit that is stopped.
    @Test(arguments: ["handle", "hang"]) func aServerOfSystemdStartsACommandInAUnitOfItsOwn(_ behaviour: String)
        async throws
    {
        for (name, script) in [
            (
                "systemd-run",
                """
                echo "$@" >> '\(folder.file("words"))'
                for word; do case $word in --unit=*) unit=${word#--unit=} ;; --) break ;; esac; done
                echo $$ > '\(folder.path)'/"$unit"
                grep '^SigIgn' "/proc/$$/status" > '\(folder.file("ignored"))'
                while [ "$1" != -- ]; do shift; done
                shift
                exec "$@"
                """
            ),
            (
                "systemctl",
                """
                echo "$@" >> '\(folder.file("orders"))'
                for unit; do :; done
                kill $(cat '\(folder.path)'/"$unit")
                """
            ),
        ] {
            try "#!/bin/sh\n\(script)\n".write(toFile: folder.file(name), atomically: true, encoding: .utf8)
            chmod(folder.file(name), 0o700)
        }
        server.process.kill()
        let again = try ServerProcess(
            in: folder,
            ServerProcess.Launch(
                // It is not told again while its unit is being stopped.
                arguments: ["--background-pause", "60"],
                environment: [
                    "PATH": "\(folder.path):/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
                    "SECRET": "value", "INVOCATION_ID": "of the server",
                ],
                preparation: "export SYSTEMD_EXEC_PID=$$;"
            )
        )
        try reports.register(behaviour, as: Self.app)
        try await save(60)
        #expect(try reports.next() == Self.launched)
        #expect(try reports.next().hasPrefix("told "))
        let words = folder.text(of: "words")
        let unit = "hearth-app-\(again.process.id)-1.service"
        #expect(words.hasPrefix("--user --quiet --collect --wait --service-type=exec --unit=\(unit) "), "\(words)")
        for wanted in [
            "--property=WorkingDirectory=/ ", "--property=SyslogIdentifier=\(Self.app) ", "--setenv=HEARTH_SOCKET ",
            "--setenv=SECRET ", "--setenv=HEARTH_APP_ID ",
        ] {
            #expect(words.contains(wanted), "\(words)")
        }
        // What the server ignores for itself, an app does not.
        let ignored = folder.text(of: "ignored").split(whereSeparator: \.isWhitespace).last
        let signals = try #require(ignored.flatMap { UInt64($0, radix: 16) })
        #expect(signals & (1 << (SIGPIPE - 1) | 1 << (SIGHUP - 1)) == 0)
        #expect(!words.contains("value") && !words.contains("INVOCATION_ID") && !words.contains("SYSTEMD_EXEC_PID"))
        if behaviour == "hang" {
            try await until { _, type in type.failures > 0 }
            #expect(folder.text(of: "orders").hasPrefix("--user stop --no-block \(unit)\n"))
            try await until { app, _ in app.process == 0 }
        } else {
            try await until { app, type in !type.pending && app.process == 0 }
        }
        try again.stop()
    }

    @Test func anAppCannotSpeakForAnother() async throws {
        try reports.register("crash", as: Self.app)
        for action in BackgroundControl.Action.allCases {
            await #expect {
                try await saver.connection.control(BackgroundControl(action, app: Self.app))
            } throws: { error in
                (error as? HearthError)?.code == .authorizationDenied
            }
        }
        try await saver.disableAllBackgroundDelivery()
        try await until { _, type in type.frequency == .immediate }
        try server.stop()
    }
}
