internal import Foundation

/// The numbers of a location. -1 means an unknown movement or accuracy.
struct LocationFix {
    var coordinate: CLLocationCoordinate2D
    var altitude: CLLocationDistance
    var horizontalAccuracy: CLLocationAccuracy
    var verticalAccuracy: CLLocationAccuracy
    var course: CLLocationDirection = -1
    var courseAccuracy: CLLocationDirectionAccuracy = -1
    var speed: CLLocationSpeed = -1
    var speedAccuracy: CLLocationSpeedAccuracy = -1
    var timestamp: Date
    var sourceInformation: CLLocationSourceInformation?
}
