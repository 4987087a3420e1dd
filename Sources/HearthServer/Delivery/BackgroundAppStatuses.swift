import HearthModel
import HearthStore
import HearthWire

/// The state of background deliveries, for people. A value from which any thread can compute what it needs, because that
/// reads the manifests of apps.
struct BackgroundAppStatuses {
    private let snapshot: Snapshot
    private let options: BackgroundOptions
    private let date: Timestamp
    /// The numbers of the processes that the server has started, by their apps.
    private let processes: [AppID: Int32]
    /// What is known of the changes that apps with limits may see, by their apps.
    private let examinations: [AppID: DeliveryExaminations]

    init(of active: ActiveDeliveries, in snapshot: Snapshot, _ options: BackgroundOptions, at date: Timestamp) {
        self.snapshot = snapshot
        self.options = options
        self.date = date
        processes = active.processNumbers
        examinations = active.examinations
    }

    /// The apps, with their details as long as these fit into `room` bytes.
    func all(room: Int) -> [BackgroundAppStatus] {
        var room = room
        return snapshot.background.appIDs.prefix(Limits.backgroundApps).map { app in
            let status = status(of: app)
            room -= status.bytesAtMost
            guard room > 0 else {
                return BackgroundAppStatus(bundleIdentifier: app.description, registrations: status.registrations)
            }
            return status
        }
    }

    func status(of app: AppID) -> BackgroundAppStatus {
        let registrations = snapshot.background.deliveries(of: app)
        let examinations = examinations[app] ?? DeliveryExaminations()
        // As for its deliveries, what the app may not see does not count.
        let visible = snapshot.seen(through: snapshot.access.view(of: app))
        return BackgroundAppStatus(
            bundleIdentifier: app.description,
            registrations: UInt64(registrations.count),
            types: registrations.map { type, frequency, progress in
                let isPending = examinations.isKnownToHaveChanged(type, after: progress.acknowledged, in: visible)
                return status(of: type, frequency, progress, isPending)
            },
            launch: options.launch(of: app, in: snapshot)?.description ?? "",
            process: UInt64(clamping: processes[app] ?? 0),
            cursors: UInt64(snapshot.background.cursorCount(of: app))
        )
    }

    private func status(
        of type: ObjectType,
        _ frequency: UpdateFrequency,
        _ progress: DeliveryProgress,
        _ isPending: Bool
    ) -> BackgroundTypeStatus {
        let due = progress.due(frequency, at: date, firstPause: options.firstPause)
        return BackgroundTypeStatus(
            type: type.identifier,
            frequency: frequency,
            pending: isPending,
            failures: progress.failures,
            suspended: progress.isSuspended,
            next: isPending ? due ?? Timestamp(nanoseconds: 0) : Timestamp(nanoseconds: 0)
        )
    }
}

extension BackgroundAppStatus {
    /// An upper bound of the size of the message.
    fileprivate var bytesAtMost: Int {
        bundleIdentifier.utf8.count + launch.utf8.count + types.reduce(64) { $0 + $1.type.utf8.count + 64 }
    }
}
