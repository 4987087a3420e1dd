import HearthModel
import HearthStore
import HearthWire

/// How background deliveries stand, for people.
extension ServerCore {
    /// The apps, with as much of each as surely fits into a frame.
    var backgroundApps: [BackgroundAppStatus] {
        var room = Int(options.limits.frameBytes) / 4
        return snapshot.background.appNames.prefix(Limits.backgroundApps).map { app in
            let status = backgroundStatus(of: app)
            room -= status.bytesAtMost
            guard room > 0 else {
                return BackgroundAppStatus(bundleIdentifier: app, registrations: status.registrations)
            }
            return status
        }
    }

    func backgroundStatus(of app: String) -> BackgroundAppStatus {
        let registrations = snapshot.background.deliveries(of: app)
        let deliveries = background.deliveries[app]
        return BackgroundAppStatus(
            bundleIdentifier: app,
            registrations: UInt64(registrations.count),
            types: registrations.map { status(of: $0, $1, $2, deliveries) },
            launch: launch(of: app)?.description ?? "",
            process: UInt64(clamping: deliveries?.process?.number ?? 0),
            cursors: UInt64(snapshot.background.cursorCount(of: app))
        )
    }

    private func status(
        of type: ObjectType,
        _ frequency: UpdateFrequency,
        _ progress: DeliveryProgress,
        _ deliveries: AppDeliveries?
    ) -> BackgroundTypeStatus {
        let isPending = snapshot.lastChange(of: type) > progress.acknowledged
        let due = progress.due(frequency, at: time.date, firstPause: options.background.firstPause)
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
    /// A bound of what the message takes.
    fileprivate var bytesAtMost: Int {
        bundleIdentifier.utf8.count + launch.utf8.count + types.reduce(64) { $0 + $1.type.utf8.count + 64 }
    }
}
