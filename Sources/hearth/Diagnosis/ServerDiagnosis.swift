import HearthModel
import HearthSocket
import HearthStore
import HearthSystem
import HearthWire

/// Whether clients find a server, and what the server says about itself.
struct ServerDiagnosis {
    let findings: [Finding]
    /// The report of the server; nil when none answers.
    let report: StatusReport?
    /// Whether apps have sockets of their own, as far as the server tells.
    let hasAppSockets: Bool

    /// - Parameter store: the store that a server without a socket may serve.
    init(socket: String?, store: StoreLocation?, environment: [String: String]) {
        let paths = socket.map { [$0] } ?? SocketPath.candidates(environment: environment, user: geteuid())
        var findings = paths.flatMap(ServerDiagnosis.folderFindings)
        do {
            let status = try ServerStatus(from: socket)
            let report = status.report
            self.report = report
            hasAppSockets = status.access?.apps.isEmpty == false
            findings += ServerDiagnosis.findings(ofSocketsOf: status)
            let server = AppSocketState.Server(process: report.process, storeID: status.storeID)
            findings += ServerDiagnosis.findings(in: report)
            findings += AppSocketDiagnosis(status.access?.apps ?? [], of: server).findings
            findings += ServerDiagnosis.findings(ofManifestsIn: report, environment)
            findings += ServerDiagnosis.findings(ofProgramsIn: report)
            if let refusal = status.refusal {
                findings.append(ServerDiagnosis.finding(refusal))
            }
        } catch let error as SocketError {
            report = nil
            hasAppSockets = false
            var standard = environment
            standard["HEARTH_SOCKET"] = nil
            let others = SocketPath.candidates(environment: standard, user: geteuid()).filter { !paths.contains($0) }
            let other = others.first { (try? FrameChannel(path: $0)) != nil }
            let holder = store.flatMap(ServerDiagnosis.holder)
            findings.append(ServerDiagnosis.finding(error, paths, other: other, holder: holder))
        } catch let error as HearthError where error.code == .authorizationDenied {
            report = nil
            hasAppSockets = false
            findings.append(ServerDiagnosis.finding(error))
        } catch {
            report = nil
            hasAppSockets = false
            findings.append(.problem("server", ErrorText.text(of: error), "See the server's log. \(ServerLog.place)"))
        }
        if let name = environment["HEARTH_APP_ID"], name.utf8.count > Int(Limits.standard.stringBytes) {
            findings.append(.problem("client", "HEARTH_APP_ID is too long.", "Set it to the app's identifier."))
        }
        self.findings = findings
    }

    /// The launch manifests of the apps that are registered for background delivery. The server may look for them elsewhere, so
    /// one that is wrong is a problem only if the server names no launch of the app.
    private static func findings(ofManifestsIn report: StatusReport, _ environment: [String: String]) -> [Finding] {
        let faults = ManifestFaults(of: report.backgroundApps, environment)
        return report.backgroundApps.compactMap { app in
            guard let fault = faults[app] else { return nil }
            guard app.launch.isEmpty else {
                let advice = "The server names a launch of the app all the same. It reads this one"
                return .note("apps", fault, "\(advice) \(ManifestFaults.condition).")
            }
            return .problem(
                "apps",
                fault,
                "Correct it: the server reads it when it is to start the app, \(ManifestFaults.condition)."
            )
        }
    }

    /// The programs by which the server starts apps.
    private static func findings(ofProgramsIn report: StatusReport) -> [Finding] {
        report.backgroundApps.compactMap { app in
            ManifestFaults.programFault(of: app).map { fault in
                .problem(
                    "apps",
                    "\(ShownApp(AppID(app.bundleIdentifier))) cannot be started for background delivery. \(fault.printable)",
                    "Install it, or correct the app's launch manifest. 'hearth background' lists the apps."
                )
            }
        }
    }

    /// A server that does not take this program for the owner's tool.
    private static func finding(_ refusal: HearthError) -> Finding {
        if OwnerCheck.isMistaken(refusal) {
            return .problem(
                "owner",
                refusal.message,
                "A server that systemd starts is restarted with 'systemctl --user restart hearth.service'."
            )
        }
        // The connection is refused, and not what was asked on it: the socket is that of an app that does not have it.
        return ["", "hello"].contains(refusal.field)
            ? .problem(
                "apps",
                refusal.message,
                "The owner adds the app with 'hearth app add ID', and for another user with --group."
            )
            : .note(
                "server",
                "It does not report its state through the socket of an app, nor to an app whose access is limited.",
                "Run 'hearth doctor' outside of 'hearth app run' to see it."
            )
    }

    private static func holder(of store: StoreLocation) -> StoreHolder? {
        guard case .file(let path) = store else { return nil }
        return StoreHolder(ofStoreAt: path)
    }

    /// `other`: where a server listens that was not asked for. `holder`: the process that has the store open.
    private static func finding(
        _ error: SocketError,
        _ paths: [String],
        other: String?,
        holder: StoreHolder?
    ) -> Finding {
        guard error.reason == .noServer else {
            let isOfOther = paths.compactMap { FileFacts($0) }.contains { $0.isSocket && !$0.isOwn }
            let advice =
                isOfOther
                ? "If it is the socket of an app, its owner has not added the app for your group: 'hearth app add ID --group"
                    + " GROUP' does."
                : "See 'hearth serve --help' on the socket."
            return .problem("server", error.description, advice)
        }
        let paths = paths.joined(separator: " or ")
        if let other {
            return .problem(
                "server",
                "No server listens on \(paths), but one listens on \(other).",
                "Unset HEARTH_SOCKET, or leave --socket out, to use that one."
            )
        }
        if let holder {
            let sockets = holder.sockets.map(\.printable).joined(separator: " and ")
            return .problem(
                "server",
                "No server listens on \(paths), but the process \(holder.process) (\(holder.program)) has the store open"
                    + (sockets.isEmpty ? "." : ", and listens on \(sockets)."),
                "If it listens elsewhere, name its socket with HEARTH_SOCKET. If its socket is gone, stop it with"
                    + " 'kill \(holder.process)', and start it again."
            )
        }
        return .problem(
            "server",
            "No server listens on \(paths).",
            "Start one with 'hearth serve', or with 'systemctl --user enable --now hearth.socket'."
        )
    }

    /// What to say of the sockets on which a server listens: of its own one, on which each client says itself which app it is,
    /// and of those that are no added app's. Nothing if they are not seen.
    private static func findings(ofSocketsOf status: ServerStatus) -> [Finding] {
        let listening = ListeningSockets(of: Int32(clamping: status.report.process)).paths
        // The number is another process's if the server is in another container.
        guard listening.contains(status.path) else { return [] }
        let own = Finding.fine("socket", "\(status.path.printable) is the server's own, for all apps.")
        // Without the list any other socket may be an app's.
        guard let apps = status.access?.apps else { return [own] }
        let others = listening.filter { path in path != status.path && !apps.contains { $0.path == path } }
        return [own]
            + others.map { path in
                .note(
                    "socket",
                    "The server's process also listens on \(path.printable), which is not the socket of an added app.",
                    "If systemd makes it for an app, its clients are refused until 'hearth app add ID' adds the app."
                )
            }
    }

    /// A socket's folder that others can look into is refused by the server. They may pass it to sockets of apps.
    private static func folderFindings(of socket: String) -> [Finding] {
        let folder = SocketPath.directory(of: socket)
        guard let facts = FileFacts(folder) else { return [] }
        if !facts.isOwn {
            // The socket of an app may be for a group that this user is in.
            if let file = FileFacts(socket), file.isSocket, file.openTo == 0o060 { return [] }
            return [
                .problem(
                    "socket",
                    "The folder \(folder) belongs to another user.",
                    "Name another socket with HEARTH_SOCKET."
                )
            ]
        }
        if facts.openTo & 0o066 != 0 {
            let permissions = facts.permissions
            let advice = SocketPath.advice(forOpenFolder: folder, permissions: permissions, user: geteuid())
            return [
                .problem(
                    "socket",
                    "Other users can list or change the folder '\(folder)'.",
                    "\(advice.prefix(1).uppercased())\(advice.dropFirst())."
                )
            ]
        }
        guard let file = FileFacts(socket), !file.isSocket else { return [] }
        return [
            .problem("socket", "\(socket) is not a socket.", "Remove it, or name another socket with HEARTH_SOCKET.")
        ]
    }

    private static func findings(in report: StatusReport) -> [Finding] {
        var findings: [Finding] = []
        let name = "\(report.serverVersion), process \(report.process)"
        findings.append(
            report.serverVersion == Terminal.version
                ? .fine("server", name)
                : .note(
                    "server",
                    "The server is \(name), and this is \(Terminal.version).",
                    "Restart the server after an upgrade: 'systemctl --user restart hearth.service'."
                )
        )
        if !report.store.fault.isEmpty {
            findings.append(
                .problem(
                    "server",
                    "Writes are refused: \(report.store.fault)",
                    "Fix the cause. The server then accepts writes again."
                )
            )
        }
        if report.suspendedRegistrations > 0 {
            findings.append(
                .note(
                    "apps",
                    "\(report.suspendedRegistrations.counted("registration")) of background delivery suspended.",
                    "'hearth background' lists the apps; 'hearth background resume' resumes delivery."
                )
            )
        }
        return findings + ClientLibraries.findings(report.connections.map(\.client), of: report.serverVersion)
    }
}
