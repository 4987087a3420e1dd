import HearthModel
import HearthWire

/// The frames that have come of a save that takes several. A class: each frame is appended to the same one.
final class SaveAssembly {
    private(set) var columns: [SampleColumns] = []
    /// Bytes that the frames had.
    private(set) var bytes = 0
    /// The index of the first column of each frame.
    private var starts: [Int] = []

    func append(_ save: Save, bytes: Int) {
        starts.append(columns.count)
        columns += save.columns
        self.bytes += bytes
    }

    /// The columns for the store, whose they are then. What is left says where an error lies.
    func takeColumns() -> [SampleColumns] {
        defer { columns = [] }
        return columns
    }

    /// An error about the columns as a whole, as the client sees it: with the index in the frame where they came.
    func locating(_ error: HearthError) -> HearthError {
        let prefix = "columns["
        guard error.field.hasPrefix(prefix), let close = error.field.firstIndex(of: "]"),
            let place = Int(error.field[..<close].dropFirst(prefix.count)),
            let start = starts.last(where: { $0 <= place })
        else { return error }
        var located = error
        located.field = "\(prefix)\(place - start)\(error.field[close...])"
        return located
    }
}
