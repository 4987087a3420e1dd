import HearthModel
import HearthStore
import HearthSystem

extension Storage {
    /// Waits until the storage has no housekeeping left that can be done now.
    func finishHousekeeping() throws(HearthError) {
        while try idle() {
            BackgroundThread.pause(nanoseconds: 20_000)
        }
    }
}
