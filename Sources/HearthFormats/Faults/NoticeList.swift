/// Counts notices. Subjects are names of the formats, never texts of a file, so their number is bounded.
struct NoticeList {
    private(set) var notices: [WorkoutFileNotice] = []

    mutating func add(_ reason: WorkoutFileNotice.Reason, _ subject: String, at offset: Int) {
        if let index = notices.firstIndex(where: { $0.reason == reason && $0.subject == subject }) {
            notices[index].count += 1
        } else {
            notices.append(WorkoutFileNotice(reason: reason, subject: subject, count: 1, firstByteOffset: offset))
        }
    }
}
