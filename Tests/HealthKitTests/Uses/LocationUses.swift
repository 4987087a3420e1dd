import CoreLocation
import Foundation

func useLocations(_ place: CLLocationCoordinate2D, time: Date) {
    // CLLocation.init(latitude:longitude:)
    let location = CLLocation(latitude: 52.5, longitude: 13.4)
    // CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:timestamp:)
    _ = CLLocation(coordinate: place, altitude: 34, horizontalAccuracy: 5, verticalAccuracy: 3, timestamp: time)
    // CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:speed:timestamp:)
    _ = CLLocation(
        coordinate: place,
        altitude: 34,
        horizontalAccuracy: 5,
        verticalAccuracy: 3,
        course: 90,
        speed: 3,
        timestamp: time
    )
    // CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:courseAccuracy:speed:speedAccuracy:timestamp:)
    _ = CLLocation(
        coordinate: place,
        altitude: 34,
        horizontalAccuracy: 5,
        verticalAccuracy: 3,
        course: 90,
        courseAccuracy: 5,
        speed: 3,
        speedAccuracy: 1,
        timestamp: time
    )
    // CLLocationSourceInformation.init(softwareSimulationState:andExternalAccessoryState:)
    let information = CLLocationSourceInformation(softwareSimulationState: true, andExternalAccessoryState: false)
    // CLLocationSourceInformation.isSimulatedBySoftware
    let _: Bool = information.isSimulatedBySoftware
    // CLLocationSourceInformation.isProducedByAccessory
    let _: Bool = information.isProducedByAccessory
    // CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:courseAccuracy:speed:speedAccuracy:timestamp:sourceInfo:)
    _ = CLLocation(
        coordinate: place,
        altitude: 34,
        horizontalAccuracy: 5,
        verticalAccuracy: 3,
        course: 90,
        courseAccuracy: 5,
        speed: 3,
        speedAccuracy: 1,
        timestamp: time,
        sourceInfo: information
    )
    // CLLocation.sourceInformation
    let _: CLLocationSourceInformation? = location.sourceInformation
    // CLLocation.floor
    let floor: CLFloor? = location.floor
    // CLFloor.level
    let _: Int? = floor?.level
    // CLLocation.coordinate
    let _: CLLocationCoordinate2D = location.coordinate
    // CLLocation.altitude
    let _: CLLocationDistance = location.altitude
    // CLLocation.horizontalAccuracy
    let _: CLLocationAccuracy = location.horizontalAccuracy
    // CLLocation.verticalAccuracy
    let _: CLLocationAccuracy = location.verticalAccuracy
    // CLLocation.course
    let _: CLLocationDirection = location.course
    // CLLocation.courseAccuracy
    let _: CLLocationDirectionAccuracy = location.courseAccuracy
    // CLLocation.speed
    let _: CLLocationSpeed = location.speed
    // CLLocation.speedAccuracy
    let _: CLLocationSpeedAccuracy = location.speedAccuracy
    // CLLocation.timestamp
    let _: Date = location.timestamp
    // CLLocation.distance(from:)
    let _: CLLocationDistance = location.distance(from: location)
}

func useCoordinates() {
    // CLLocationCoordinate2D.init(latitude:longitude:)
    let place = CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4)
    // CLLocationCoordinate2D.init()
    _ = CLLocationCoordinate2D()
    // CLLocationCoordinate2D.latitude
    let _: CLLocationDegrees = place.latitude
    // CLLocationCoordinate2D.longitude
    let _: CLLocationDegrees = place.longitude
    // CLLocationCoordinate2DMake(_:_:)
    let _: CLLocationCoordinate2D = CLLocationCoordinate2DMake(52.5, 13.4)
    // CLLocationCoordinate2DIsValid(_:)
    let _: Bool = CLLocationCoordinate2DIsValid(place)
    // kCLLocationCoordinate2DInvalid
    let _: CLLocationCoordinate2D = kCLLocationCoordinate2DInvalid
}

func useNumbers() {
    // CLLocationDegrees
    let _: CLLocationDegrees = 1.5
    // CLLocationDistance
    let _: CLLocationDistance = 1.5
    // CLLocationAccuracy
    let _: CLLocationAccuracy = 1.5
    // CLLocationSpeed
    let _: CLLocationSpeed = 1.5
    // CLLocationSpeedAccuracy
    let _: CLLocationSpeedAccuracy = 1.5
    // CLLocationDirection
    let _: CLLocationDirection = 1.5
    // CLLocationDirectionAccuracy
    let _: CLLocationDirectionAccuracy = 1.5
}
