import HearthFormats

extension CSVReader {
    /// The number of records after the header of a file.
    static func recordCount(of file: consuming FileBytes) throws(CommandError) -> Int {
        var reader = CSVReader()
        var count = 0
        while true {
            let bytes = try file.next()
            do throws(Fault) {
                guard !bytes.isEmpty else {
                    count += try reader.lastRecord() ? 1 : 0
                    return max(0, count - 1)
                }
                reader.push(bytes)
                while try reader.next() {
                    count += 1
                }
            } catch {
                throw CommandError(error.description)
            }
        }
    }
}
