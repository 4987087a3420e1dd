internal import HearthFormats
internal import HearthModel

/// An export of Apple Health is read in pieces of any size with the same result, all of it can be saved, and what Expat
/// takes is read as Expat reads it.
///
/// Input: a byte for the size of the pieces, then XML.
func checkAppleExport(_ input: [UInt8]) {
    guard let piece = input.first else { return }
    let document = Array(input.dropFirst())
    let whole = exportContents(document, pieceBytes: document.count)
    let pieces = exportContents(document, pieceBytes: Int(piece) + 1)
    precondition(whole.error == pieces.error, "pieces end with another error")
    precondition(whole.columns == pieces.columns, "pieces hold other samples")
    let expected = exportContents(document, pieceBytes: document.count, .byExpat)
    if expected.error == nil {
        precondition(whole.error == nil, "Expat takes what the scanner refuses")
        precondition(whole.columns == expected.columns, "Expat reads other samples")
    }
    var ids: Set<ObjectID> = []
    for columns in whole.columns {
        do throws(HearthError) {
            try columns.validate()
            try columns.validateForSaving()
        } catch {
            preconditionFailure("the samples of an export cannot be saved: \(error.code.name) \(error.field)")
        }
        for id in columns.ids {
            precondition(ids.insert(id).inserted, "two samples have one UUID")
        }
    }
}

/// The samples of an export up to its end or its first error.
private func exportContents(_ document: [UInt8], pieceBytes: Int, _ parsing: HealthParsing = .byEncoding) -> (
    columns: [SampleColumns], error: FormatError?
) {
    let export = HealthExport(document: document, pieceBytes: pieceBytes, parsing: parsing)
    var columns: [SampleColumns] = []
    do throws(FormatError) {
        while let batch = try export.next() {
            columns += batch.groups.flatMap(\.columns)
        }
        return (columns, nil)
    } catch {
        return (columns, error)
    }
}
