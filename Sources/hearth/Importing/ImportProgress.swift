import HearthModel
import HearthSystem

/// The line that shows how far an import is: bytes, samples, rate and the time left.
struct ImportProgress {
    private let byteCount: Int
    private let start = MonotonicClock.now()

    init(byteCount: Int) {
        self.byteCount = byteCount
    }

    func show(_ bytes: Int, samples: Int) {
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let rate = seconds > 0 ? Int(Double(samples) / seconds) : 0
        var text = "\(bytes.byteText) of \(byteCount.byteText), \(samples.counted("sample")), \(rate)/s"
        if bytes > 0, bytes < byteCount {
            let left = Int((seconds * Double(byteCount - bytes) / Double(bytes)).rounded(.up))
            text += left < 60 ? ", \(left) s left" : ", \((left + 59) / 60) min left"
        }
        Terminal.showProgress(text)
    }

    func showWorkouts(_ done: Int, of count: Int) {
        Terminal.showProgress("samples of workouts: \(done) of \(count)")
    }
}

extension Int {
    /// A size as people read it: `12 kB`, `3.4 MB`.
    var byteText: String {
        guard self >= 1_000 else { return "\(self) bytes" }
        var size = Double(self) / 1_000
        for unit in ["kB", "MB", "GB"] {
            if size < 1_000 || unit == "GB" {
                let tenths = Int((size * 10).rounded())
                return size < 10 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(Int(size.rounded())) \(unit)"
            }
            size /= 1_000
        }
        return "\(self) bytes"
    }
}
