internal import Foundation
internal import HearthModel

extension CLLocation {
    /// Checks that the store can hold the location.
    func validate() throws(HearthError) {
        guard CLLocationCoordinate2DIsValid(coordinate) else {
            throw HearthError(.valueOutOfRange, "The coordinate is not a place on the earth.", field: "coordinate")
        }
        guard Timestamp(clamping: timestamp).isValid else {
            throw HearthError(.valueOutOfRange, "The time is outside 1900-01-01 to 2150-01-01.", field: "timestamp")
        }
        let numbers = [
            altitude, horizontalAccuracy, verticalAccuracy, course, courseAccuracy, speed, speedAccuracy,
        ]
        guard numbers.allSatisfy(\.isFinite) else {
            throw HearthError(.valueOutOfRange, "A number of the location is not finite.")
        }
    }
}
