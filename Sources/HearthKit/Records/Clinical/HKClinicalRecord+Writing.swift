public import Foundation
internal import HearthModel

// Beyond HealthKit, where apps only read clinical records: the owner's tools and imports write them here.
extension HKClinicalRecord {
    /// A record that was received at a time.
    public convenience init(
        type: HKClinicalType,
        displayName: String,
        fhirResource: HKFHIRResource?,
        received date: Date,
        metadata: [String: Any]? = nil
    ) {
        var record = Record()
        record.set(.displayName, displayName)
        record.set(.fhirResourceType, fhirResource?.resourceType.rawValue)
        record.set(.fhirIdentifier, fhirResource?.identifier)
        record.set(.fhirVersion, fhirResource?.fhirVersion.stringRepresentation)
        record.set(.sourceURL, fhirResource?.sourceURL?.absoluteString)
        self.init(
            SampleHead(new: type, from: date, to: date, metadata: metadata),
            record,
            fhirResource.map { RecordSeries(contents: $0.data) } ?? .none
        )
    }
}

extension HKFHIRResource {
    /// A resource with its JSON.
    public convenience init(
        resourceType: HKFHIRResourceType,
        identifier: String,
        data: Data,
        sourceURL: URL? = nil,
        fhirVersion: HKFHIRVersion
    ) {
        self.init(resourceType, identifier, data, sourceURL, fhirVersion)
    }
}
