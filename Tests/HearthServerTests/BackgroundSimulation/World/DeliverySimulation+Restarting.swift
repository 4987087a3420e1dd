import HearthServer
import HearthStore

/// Ends and beginnings of servers.
extension DeliverySimulation {
    func crashOrStop() throws {
        guard !isStopping, random.chance(70) else {
            stop()
            return
        }
        occurrences.note(.crash)
        disk.failure = nil
        if !orders.isEmpty {
            if random.chance(50) {
                occurrences.note(.crashKeepingGroup)
                try executeOrder()
            } else {
                occurrences.note(.crashDroppingGroup)
            }
        } else if !reports.isEmpty {
            occurrences.note(.crashAfterCommit)
        }
        note("the server crashes at \(truth.head)")
        try start(disk.reopened())
    }

    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        core.stop()
        note("the server is told to stop")
    }

    /// Once all writes are finished the connections are closed, and the server is started again.
    func proceedWithStopping() throws {
        guard isStopping, core.hasAnsweredAll, reports.isEmpty else { return }
        core.closeConnections()
        try executeOrders()
        occurrences.note(.stop)
        note("the server has stopped at \(truth.head)")
        try start(disk.reopened())
    }
}
