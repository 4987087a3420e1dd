import HearthModel

/// The processes of apps, as the system reports them.
extension DeliveryEngine {
    func processStarted(_ id: AppProcessID, number: Int32) {
        if let app = slots.app(of: id) {
            deliveries[app]?.processNumber = number
        }
    }

    /// A process could not be started.
    func processFailed(_ id: AppProcessID, reason: String) -> [DeliveryEffect] {
        guard let app = slots.app(of: id) else { return [] }
        processEnded(id)
        return [.log(.cannotStart(app: app, reason: reason))]
    }

    /// What the package of an app says of its start is known; nil: nothing.
    func didFindManifest(_ launch: BackgroundLaunch?, of app: AppID) {
        deliveries[app]?.didFindManifest(launch)
        scheduleCheck(app)
    }

    /// A process has ended, whether or not it was asked to.
    func processEnded(_ id: AppProcessID) {
        guard let app = slots.app(of: id) else { return }
        deliveries[app]?.processEnded()
        free(id)
        scheduleCheck(app)
    }

    func free(_ process: AppProcessID) {
        slots.free(process)
        while let app = slots.popWaiting() {
            scheduleCheck(app)
        }
    }

    /// The server stops: nothing new begins, and the processes that run are asked to end.
    func stop() -> [DeliveryEffect] {
        isStopping = true
        var effects: [DeliveryEffect] = []
        for app in slots.apps {
            deliveries[app]?.endProcess(&effects)
        }
        return effects
    }
}
