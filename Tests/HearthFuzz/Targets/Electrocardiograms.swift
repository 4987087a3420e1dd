import Foundation
internal import HearthFormats
internal import HearthModel

/// The file of an electrocardiogram in an export can be saved when it is read, and is read back as it was when it is
/// written again and nothing is reported as lost.
///
/// Input: the file.
func checkElectrocardiogram(_ input: [UInt8]) {
    let columns = electrocardiograms(input)
    checkColumns(columns)
    for samples in columns {
        var named = samples
        let source = Source(bundleIdentifier: "apple-health:ECG", name: "ECG")
        named.provenance = DictionaryColumn(
            entries: samples.provenance.entries.map {
                Provenance(source: source, version: $0.version, device: $0.device)
            },
            indexes: samples.provenance.indexes
        )
        var writer = HealthWriter(at: Date(timeIntervalSince1970: 0), of: CharacteristicValues())
        let files = writer.append(records: named)
        guard writer.losses.isEmpty else { continue }
        let again = files.flatMap { electrocardiograms(Array($0.content)) }
        precondition(again.map(\.payload) == [samples.payload], "an electrocardiogram is read back differently")
    }
}

/// The samples of an export that has nothing but a file.
private func electrocardiograms(_ file: [UInt8]) -> [SampleColumns] {
    let export = HealthExport(document: Array("<HealthData/>".utf8), electrocardiograms: [file])
    var columns: [SampleColumns] = []
    while let batch = try? export.next() {
        columns += batch.groups.flatMap(\.columns)
    }
    return columns
}
