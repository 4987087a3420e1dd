import HearthSystem

/// Lines that are there for the kit as soon as they are written.
enum StandardOutput {
    static func write(_ lines: [String]) {
        for line in lines {
            print(line)
        }
        fflush(nil)
    }
}
