import Foundation
import HealthKit

func useObjects(_ object: HKObject, sample: HKSample) {
    // HKObject
    let _: any NSSecureCoding & Sendable = object as HKObject
    // HKObject.uuid
    let _: UUID = object.uuid
    // HKObject.sourceRevision
    let _: HKSourceRevision = object.sourceRevision
    // HKObject.device
    let _: HKDevice? = object.device
    // HKObject.metadata
    let _: [String: Any]? = object.metadata
    // HKSample.sampleType
    let _: HKSampleType = sample.sampleType
    // HKSample.startDate
    let _: Date = sample.startDate
    // HKSample.endDate
    let _: Date = sample.endDate
    // HKSample.hasUndeterminedDuration
    let _: Bool = sample.hasUndeterminedDuration
}

func useArchives(_ object: HKObject, deleted: HKDeletedObject, coder: NSCoder) {
    // HKObject.init(coder:)
    let _: HKObject? = HKObject(coder: coder)
    // HKObject.encode(with:)
    object.encode(with: coder)
    // HKDeletedObject.init(coder:)
    let _: HKDeletedObject? = HKDeletedObject(coder: coder)
    // HKDeletedObject.encode(with:)
    deleted.encode(with: coder)
}

@available(*, deprecated)
func useFormerSource(_ object: HKObject) {
    // HKObject.source
    let _: HKSource = object.source
}

func useQuantitySamples(_ type: HKQuantityType, quantity: HKQuantity, date: Date, device: HKDevice) {
    // HKQuantitySample.init(type:quantity:start:end:)
    let sample = HKQuantitySample(type: type, quantity: quantity, start: date, end: date)
    // HKQuantitySample.init(type:quantity:start:end:metadata:)
    _ = HKQuantitySample(type: type, quantity: quantity, start: date, end: date, metadata: ["key": 1])
    // HKQuantitySample.init(type:quantity:start:end:device:metadata:)
    _ = HKQuantitySample(type: type, quantity: quantity, start: date, end: date, device: device, metadata: nil)
    // HKQuantitySample.quantityType
    let _: HKQuantityType = sample.quantityType
    // HKQuantitySample.quantity
    let _: HKQuantity = sample.quantity
    // HKQuantitySample.count
    let _: Int = sample.count
}

func useStoredQuantities(_ sum: HKCumulativeQuantitySample, _ average: HKDiscreteQuantitySample) {
    // HKCumulativeQuantitySample.sumQuantity
    let _: HKQuantity = sum.sumQuantity
    // HKDiscreteQuantitySample.minimumQuantity
    let _: HKQuantity = average.minimumQuantity
    // HKDiscreteQuantitySample.averageQuantity
    let _: HKQuantity = average.averageQuantity
    // HKDiscreteQuantitySample.maximumQuantity
    let _: HKQuantity = average.maximumQuantity
    // HKDiscreteQuantitySample.mostRecentQuantity
    let _: HKQuantity = average.mostRecentQuantity
    // HKDiscreteQuantitySample.mostRecentQuantityDateInterval
    let _: DateInterval = average.mostRecentQuantityDateInterval
}

func useCategorySamples(_ type: HKCategoryType, date: Date, device: HKDevice) {
    let value = HKCategoryValueSleepAnalysis.asleepREM.rawValue
    // HKCategorySample.init(type:value:start:end:)
    let sample = HKCategorySample(type: type, value: value, start: date, end: date)
    // HKCategorySample.init(type:value:start:end:metadata:)
    _ = HKCategorySample(type: type, value: value, start: date, end: date, metadata: nil)
    // HKCategorySample.init(type:value:start:end:device:metadata:)
    _ = HKCategorySample(type: type, value: value, start: date, end: date, device: device, metadata: nil)
    // HKCategorySample.categoryType
    let _: HKCategoryType = sample.categoryType
    // HKCategorySample.value
    let _: Int = sample.value
}

func useCorrelations(_ type: HKCorrelationType, objects: Set<HKSample>, date: Date, device: HKDevice) {
    // HKCorrelation.init(type:start:end:objects:)
    let correlation = HKCorrelation(type: type, start: date, end: date, objects: objects)
    // HKCorrelation.init(type:start:end:objects:metadata:)
    _ = HKCorrelation(type: type, start: date, end: date, objects: objects, metadata: nil)
    // HKCorrelation.init(type:start:end:objects:device:metadata:)
    _ = HKCorrelation(type: type, start: date, end: date, objects: objects, device: device, metadata: nil)
    // HKCorrelation.correlationType
    let _: HKCorrelationType = correlation.correlationType
    // HKCorrelation.objects
    let _: Set<HKSample> = correlation.objects
    // HKCorrelation.objects(for:)
    let _: Set<HKSample> = correlation.objects(for: HKQuantityType(.bloodPressureSystolic))
}

func useSeries(_ series: HKSeriesSample, route: HKWorkoutRoute, heartbeats: HKHeartbeatSeriesSample) {
    // HKSeriesSample.count
    let _: Int = series.count
    // HKWorkoutRoute
    let _: HKSeriesSample = route as HKWorkoutRoute
    // HKHeartbeatSeriesSample
    let _: HKSeriesSample = heartbeats as HKHeartbeatSeriesSample
}

func useDeletedObjects(_ object: HKDeletedObject, anchor: HKQueryAnchor) {
    // HKDeletedObject.uuid
    let _: UUID = object.uuid
    // HKDeletedObject.metadata
    let _: [String: Any]? = object.metadata
    // HKQueryAnchor
    let _: any NSSecureCoding & NSCopying & Sendable = anchor as HKQueryAnchor
    // HKQueryAnchor.init(fromValue:)
    _ = HKQueryAnchor(fromValue: Int(HKAnchoredObjectQueryNoAnchor))
}

func useSources(_ version: OperatingSystemVersion) {
    // HKSource.default()
    let source: HKSource = HKSource.default()
    // HKSource.name
    let _: String = source.name
    // HKSource.bundleIdentifier
    let _: String = source.bundleIdentifier
    // HKSourceRevision.init(source:version:)
    let revision = HKSourceRevision(source: source, version: "1.0")
    // HKSourceRevision.init(source:version:productType:operatingSystemVersion:)
    _ = HKSourceRevision(source: source, version: nil, productType: nil, operatingSystemVersion: version)
    // HKSourceRevision.source
    let _: HKSource = revision.source
    // HKSourceRevision.version
    let _: String? = revision.version
    // HKSourceRevision.productType
    let _: String? = revision.productType
    // HKSourceRevision.operatingSystemVersion
    let _: OperatingSystemVersion = revision.operatingSystemVersion
    // HKSourceRevisionAnyVersion
    let _: String = HKSourceRevisionAnyVersion
    // HKSourceRevisionAnyProductType
    let _: String = HKSourceRevisionAnyProductType
    // HKSourceRevisionAnyOperatingSystem
    let _: OperatingSystemVersion = HKSourceRevisionAnyOperatingSystem
}

func useDevices() {
    // HKDevice.init(name:manufacturer:model:hardwareVersion:firmwareVersion:softwareVersion:localIdentifier:udiDeviceIdentifier:)
    let device = HKDevice(
        name: "Strap",
        manufacturer: "Example",
        model: nil,
        hardwareVersion: nil,
        firmwareVersion: nil,
        softwareVersion: nil,
        localIdentifier: nil,
        udiDeviceIdentifier: nil
    )
    // HKDevice.local()
    let _: HKDevice = HKDevice.local()
    // HKDevice.name
    let _: String? = device.name
    // HKDevice.manufacturer
    let _: String? = device.manufacturer
    // HKDevice.model
    let _: String? = device.model
    // HKDevice.hardwareVersion
    let _: String? = device.hardwareVersion
    // HKDevice.firmwareVersion
    let _: String? = device.firmwareVersion
    // HKDevice.softwareVersion
    let _: String? = device.softwareVersion
    // HKDevice.localIdentifier
    let _: String? = device.localIdentifier
    // HKDevice.udiDeviceIdentifier
    let _: String? = device.udiDeviceIdentifier
    // HKDevicePropertyKey…
    let _: [String] = [HKDevicePropertyKeyName, HKDevicePropertyKeyModel, HKDevicePropertyKeyUDIDeviceIdentifier]
}
