internal import HearthFormats

/// The list of Strava's archive names only files that are there, each once, however it is cut.
///
/// Input: a byte for the size of the pieces, then CSV.
func checkStravaList(_ input: [UInt8]) {
    guard let piece = input.first else { return }
    let files = ["activities/1.gpx", "activities/2.fit.gz"]
    let bytes = Array(input.dropFirst())
    let whole = try? StravaList(bytes, pieceBytes: max(1, bytes.count)).matched(files)
    let pieces = try? StravaList(bytes, pieceBytes: Int(piece) + 1).matched(files)
    precondition(whole?.listed == pieces?.listed, "pieces hold another list")
    precondition(whole?.rest == pieces?.rest, "pieces hold another number of rows")
    precondition(whole.map { $0.listed.count <= files.count } ?? true, "a file has two rows")
}
