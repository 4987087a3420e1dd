import HearthModel

/// A clinical record between its start and its end.
struct HealthClinicalRecord {
    let type: ObjectType
    let times: HealthTimes
    let source: HealthSource
    let record: Record
    let contents: [UInt8]

    /// Nil if it is not taken, which is counted. `file` returns a file of the export.
    init?(
        _ attributes: inout HealthAttributes,
        _ output: inout HealthOutput,
        file: (String) throws(FormatError) -> (any ByteSource)?
    ) {
        guard output.selection.wantsClinicalRecords else { return nil }
        func text(_ attribute: HealthAttribute) -> String? { attributes.text(attribute) }
        var resource = ClinicalResource(type: text(.type) ?? "")
        resource.displayName = text(.displayName)
        resource.identifier = text(.identifier)
        resource.sourceURL = text(.sourceURL)
        resource.fhirVersion = text(.fhirVersion)
        do throws(HealthOmission) {
            if let path = text(.resourceFilePath) {
                resource.contents = try Self.contents(path, file)
            }
            guard let (type, record) = resource.sample() else { throw HealthOmission(.noType) }
            guard record.attributes.allSatisfy({ $0.value.messageBytes <= Int(Limits.standard.stringBytes) }) else {
                throw HealthOmission(.tooLarge)
            }
            guard let received = attributes.date(.receivedDate) else { throw HealthOmission(.invalidDate) }
            guard let source = output.source(&attributes) else { throw HealthOmission(.invalidMetadata) }
            guard output.selection.wants(type) else { return nil }
            let end = attributes.date(.endDate) ?? received
            self.type = type
            self.record = record
            self.source = source
            times = HealthTimes(
                start: received,
                end: end.seconds < received.seconds ? received : end,
                creation: attributes.date(.creationDate)
            )
            contents = resource.contents
        } catch {
            output.tally.omit(HealthElement.clinicalRecord.rawValue, error.reason)
            return nil
        }
    }

    private static func contents(
        _ path: String,
        _ file: (String) throws(FormatError) -> (any ByteSource)?
    ) throws(HealthOmission) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(FormatError) {
            guard path.hasSuffix(".json"), let source = try file(path) else {
                throw FormatError(.unknownFormat, at: 0)
            }
            bytes = try source.allBytes(atMost: Limits.contentBytes)
        } catch {
            throw HealthOmission(error.code == .unknownFormat ? .noFile : .unreadableFile)
        }
        guard let bytes else { throw HealthOmission(.tooLarge) }
        return bytes
    }
}
