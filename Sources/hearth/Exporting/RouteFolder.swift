import Foundation
import HearthFormats
import HearthModel

/// A folder of GPX files, to which an export writes and from which it removes what earlier exports wrote for the same workouts.
///
/// A file that an earlier export left would have the ends of a route that this one leaves out.
struct RouteFolder {
    let path: String
    private var names = FileNames()
    private var written: Set<String> = []

    init(_ path: String) throws {
        try PrivateFile.makeFolder(path)
        self.path = path
    }

    var count: Int { written.count }

    mutating func write(_ workout: RecordedWorkout) throws {
        let name = Self.name(of: workout, &names)
        let file = try PrivateFile("\(path)/\(name)")
        try file.write(Array(GPXWriter().data(of: [workout])))
        try file.finish()
        written.insert(name)
    }

    /// Removes the files that earlier exports wrote for workouts. Returns their number, and that of the files of other workouts.
    func removeEarlier(of workouts: Set<UUID>) throws -> (removed: Int, others: Int) {
        var removed = 0
        var others = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where !written.contains(name) {
            let file = "\(path)/\(name)"
            let type = try? FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
            // A file that was renamed is kept.
            guard Self.isName(name), type == .typeRegular, let exported = Self.exportedWorkouts(file)
            else { continue }
            guard exported.isSubset(of: workouts) else {
                others += 1
                continue
            }
            guard unlink(file) == 0 else {
                throw CommandError(
                    "\(file) is of an earlier export, and cannot be removed: \(String(cString: strerror(errno)))."
                )
            }
            removed += 1
        }
        return (removed, others)
    }

    /// The workouts of a file that an export wrote; nil for another file.
    private static func exportedWorkouts(_ file: String) -> Set<UUID>? {
        guard let workouts = try? WorkoutFile(contentsOf: URL(filePath: file)).workouts, !workouts.isEmpty else {
            return nil
        }
        let ids = workouts.compactMap(\.origin?.id)
        return ids.count == workouts.count ? Set(ids) : nil
    }

    private static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{6}-[A-Za-z0-9-]+\.gpx/) != nil
    }

    /// A name such as `2026-05-01-060000-running.gpx`; a second workout of that name gets a number.
    private static func name(of workout: RecordedWorkout, _ names: inout FileNames) -> String {
        var start: [UInt8] = []
        var text = UTCText()
        text.append(Timestamp(nearestValid: workout.start), to: &start)
        let time = String(decoding: start.prefix(19), as: UTF8.self)
            .replacing("T", with: "-")
            .replacing(":", with: "")
        let sport = WorkoutActivityType(rawValue: UInt32(workout.sport.activityType)).name
        return names.next("\(time)-\(sport)", "gpx", beforeNumber: "-")
    }
}
