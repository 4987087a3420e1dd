import HearthModel

/// The bytes that saves under way take, over all connections of an app and over all apps.
struct StagedBytes {
    private(set) var total = 0
    private let perApp: Int
    private let most: Int

    init(perApp: Int, total most: Int) {
        self.perApp = perApp
        self.most = most
    }

    mutating func reserve(_ bytes: Int, for app: AppWrites) throws(HearthError) {
        let ofApp = app.stagedBytes + bytes
        guard ofApp <= perApp else {
            throw HearthError(
                .limitExceeded,
                "The app's saves under way would have \(ofApp) bytes, and \(perApp) are allowed: wait for those before."
            )
        }
        guard total + bytes <= most else {
            throw HearthError(
                .limitExceeded,
                "The saves of all apps under way would have more than \(most) bytes: wait and save again."
            )
        }
        app.stagedBytes = ofApp
        total += bytes
    }

    mutating func release(_ bytes: Int, of app: AppWrites) {
        app.stagedBytes -= bytes
        total -= bytes
    }
}
