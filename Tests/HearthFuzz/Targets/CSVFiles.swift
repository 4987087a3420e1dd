internal import HearthFormats

/// A CSV file has the same records in pieces of any size, and ends with the same fault.
///
/// Input: a byte for the size of the pieces, then the file.
func checkCSVFile(_ input: [UInt8]) {
    guard let piece = input.first else { return }
    let bytes = Array(input.dropFirst())
    let whole = csvRecords(bytes, pieceBytes: max(1, bytes.count))
    let pieces = csvRecords(bytes, pieceBytes: Int(piece) + 1)
    precondition(whole.fault == pieces.fault, "pieces end with another fault")
    precondition(whole.records == pieces.records, "pieces hold other records")
    precondition(whole.records.allSatisfy { !$0.isEmpty }, "a record has no field")
}

/// The records of a file up to its end or its fault.
private func csvRecords(_ bytes: [UInt8], pieceBytes: Int) -> (records: [[String]], fault: String?) {
    var reader = CSVReader()
    var records: [[String]] = []
    do throws(CSVReader.Fault) {
        for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
            reader.push(Array(bytes[start..<min(start + pieceBytes, bytes.count)]))
            while try reader.next() {
                records.append(reader.record.fields)
            }
        }
        if try reader.lastRecord() {
            records.append(reader.record.fields)
        }
        return (records, nil)
    } catch {
        return (records, error.description)
    }
}
