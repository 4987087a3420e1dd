package import Foundation
package import HearthModel

/// Samples whose contents are records: electrocardiograms, audiograms, prescriptions and clinical records.
extension HealthWriter {
    /// A file of an export next to its document.
    package struct File: Sendable {
        /// Its path in the export.
        package let path: String
        package let content: Data
    }

    /// Writes samples with their series. Returns their files.
    package mutating func append(records columns: SampleColumns) -> [File] {
        guard case .record(let records) = columns.payload else { return [] }
        var files: [File] = []
        let ranges = Array(Series(records.lengths).ranges)
        for (row, record) in records.records.enumerated() {
            let range = ranges.isEmpty ? 0..<0 : ranges[row]
            switch columns.type.kind {
            case .electrocardiogram:
                files.append(electrocardiogram(columns, row, record, Array(records.voltages[range])))
            case .audiogram: append(audiogram: record, columns, row)
            case .prescription: append(prescription: record, columns, row)
            case .clinical:
                if let file = append(clinicalRecord: record, Array(records.contents[range]), columns, row) {
                    files.append(file)
                }
            default: lose(.kind)
            }
        }
        return files
    }

    // MARK: - Electrocardiograms

    private mutating func electrocardiogram(
        _ columns: SampleColumns,
        _ row: Int,
        _ record: Record,
        _ voltages: [Double]
    ) -> File {
        let provenance = columns.provenance[row]
        let metadata = columns.metadata[row] ?? .none
        let content = ElectrocardiogramFile.text(
            at: Self.text(columns.starts[row]),
            record,
            voltages,
            version: provenance?.version ?? "",
            provenance?.device,
            metadata
        )
        // What is read back differs where the file has no line.
        let read = try? ElectrocardiogramFile(Array(content.utf8))
        let isKept =
            read.map { read in
                read.start == columns.starts[row] && read.end == columns.end(row) && read.record == record
                    && read.voltages == voltages && read.metadata == metadata
                    && read.version == provenance?.version ?? "" && read.device == provenance?.device
                    && provenance?.source?.name == ElectrocardiogramFile.source
            } ?? false
        if !isKept {
            lose(.electrocardiogram)
        }
        let name = fileNames.next("ecg_\(Self.text(columns.starts[row]).prefix(10))", "csv", beforeNumber: "_")
        return File(path: "electrocardiograms/\(name)", content: Data(content.utf8))
    }

    // MARK: - Audiograms

    private mutating func append(audiogram record: Record, _ columns: SampleColumns, _ row: Int) {
        line(
            " <Audiogram type=\"\(columns.type.identifier)\"\(origin(columns, row))\(times(columns, row))>"
        )
        entries(columns.metadata[row], "  ")
        let frequencies = record.numbers(.frequencies)
        let ears = record.integers(.ears)
        var test = 0
        while test < frequencies.count {
            var point = "  <SensitivityPoint" + Self.attribute(.frequencyValue, frequencies[test])
            point += Self.attribute(.frequencyUnit, Unit.hertz.text) + Self.test(record, test)
            // The left ear is read before the right one.
            let hasOther = test + 1 < ears.count && ears[test] == 0 && ears[test + 1] == 1
            if hasOther, frequencies[test] == frequencies[test + 1] {
                test += 1
                point += Self.test(record, test)
            }
            line(point + "/>")
            test += 1
        }
        line(" </Audiogram>")
    }

    /// The attributes of the test of an ear.
    private static func test(_ record: Record, _ test: Int) -> String {
        let ear = record.integers(.ears)[test] == HealthAudiogram.Ear.left.number ? HealthAudiogram.Ear.left : .right
        var text = attribute(ear.value, record.numbers(.sensitivities)[test])
        text += attribute(ear.unit, Unit.decibelHearingLevel.text)
        if record.integers(.masked)[test] == 1 {
            text += attribute(ear.masked, "1")
        }
        let clamping = record.integers(.clampings)[test]
        if clamping & 1 != 0 {
            text += attribute(ear.lower, record.numbers(.clampingLowerBounds)[test])
        }
        if clamping & 2 != 0 {
            text += attribute(ear.upper, record.numbers(.clampingUpperBounds)[test])
        }
        return text
    }

    // MARK: - Prescriptions

    /// Apple's prescriptions do not name their source; here they do, as all other samples.
    private mutating func append(prescription record: Record, _ columns: SampleColumns, _ row: Int) {
        let kind = HealthPrescription.kinds.first { $0.number == record.integer(.prescriptionType) }
        var start = " <VisionPrescription" + Self.attribute(.type, kind?.name ?? "")
        start += issued(.dateIssued, columns, row)
        if let expiration = record.time(.expiration) {
            start += Self.attribute(.expirationDate, Self.text(expiration))
            if expiration.nanoseconds % 1_000_000_000 != 0 {
                lose(.fraction)
            }
        }
        if let brand = record.text(.brand) {
            start += Self.attribute(.brand, brand)
        }
        line("\(start)\(origin(columns, row))>")
        entries(columns.metadata[row], "  ")
        appendLens(.rightEye, record, isLeft: false)
        appendLens(.leftEye, record, isLeft: true)
        line(" </VisionPrescription>")
    }

    private mutating func appendLens(_ element: HealthElement, _ record: Record, isLeft: Bool) {
        var attributes = ""
        for property in HealthPrescription.Property.all {
            guard let number = record.number(isLeft ? property.left : property.right) else { continue }
            attributes += Self.attribute(property.value, number)
            attributes += Self.attribute(property.unit, property.storageUnit.text)
        }
        if let prism = record.prism(isLeft ? .leftPrism : .rightPrism, isLeft ? .leftPrismBases : .rightPrismBases) {
            attributes += Self.attribute(.prismAmount, prism.amount)
            attributes += Self.attribute(.prismAmountUnit, Unit.prismDiopter.text)
            attributes += Self.attribute(.prismAngle, prism.angle) + Self.attribute(.prismAngleUnit, Unit.degree.text)
            if prism != LensPrism(amount: prism.amount, angle: prism.angle, isLeft: isLeft) {
                lose(.prism)
            }
        }
        if !attributes.isEmpty {
            line("  <\(element.rawValue)\(attributes)/>")
        }
    }

    // MARK: - Clinical records

    private mutating func append(
        clinicalRecord record: Record,
        _ contents: [UInt8],
        _ columns: SampleColumns,
        _ row: Int
    ) -> File? {
        var resource = ClinicalResource(type: record.text(.fhirResourceType) ?? columns.type.identifier)
        resource.identifier = record.text(.fhirIdentifier)
        resource.sourceURL = record.text(.sourceURL)
        resource.fhirVersion = record.text(.fhirVersion)
        resource.contents = contents
        // What does not follow from the resource is said.
        if resource.sample()?.type != columns.type {
            resource.type = columns.type.identifier
        }
        if resource.sample()?.record != record {
            resource.displayName = record.text(.displayName)
        }
        if resource.sample()?.record != record {
            lose(.clinicalRecord)
        }
        var start = " <ClinicalRecord" + Self.attribute(.type, resource.type)
        for (attribute, text) in [
            (HealthAttribute.displayName, resource.displayName), (.identifier, resource.identifier),
            (.sourceURL, resource.sourceURL), (.fhirVersion, resource.fhirVersion),
        ] {
            if let text {
                start += Self.attribute(attribute, text)
            }
        }
        var file: File?
        if !contents.isEmpty {
            let stem = "\(record.text(.fhirResourceType) ?? "Record")-\(columns.ids[row])"
            let name = stem.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } + ".json"
            file = File(path: "clinical-records/\(name)", content: Data(contents))
            start += Self.attribute(.resourceFilePath, "/clinical-records/\(name)")
        }
        start += issued(.receivedDate, columns, row)
        append(start + origin(columns, row), HealthElement.clinicalRecord.rawValue, columns.metadata[row], " ")
        return file
    }

    // MARK: - Attributes

    /// The start, and the end if it is another moment.
    private mutating func issued(_ attribute: HealthAttribute, _ columns: SampleColumns, _ row: Int) -> String {
        let (start, end) = (columns.starts[row], columns.end(row))
        if start.nanoseconds % 1_000_000_000 != 0 || end.nanoseconds % 1_000_000_000 != 0 {
            lose(.fraction)
        }
        return Self.attribute(attribute, Self.text(start))
            + (end == start ? "" : Self.attribute(.endDate, Self.text(end)))
    }

    private static func attribute(_ attribute: HealthAttribute, _ number: Double) -> String {
        Self.attribute(attribute, XMLNumber.text(number))
    }

    private static func attribute(_ attribute: HealthAttribute, _ text: String) -> String {
        " \(attribute.name)=\"\(XMLOutput.escaped(text))\""
    }
}
