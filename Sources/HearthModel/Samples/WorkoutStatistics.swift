/// Statistics of one quantity type over a workout or an activity, in the type's storage unit.
package struct WorkoutStatistics: Hashable, Sendable {
    package var type: ObjectType
    package var start: Timestamp
    package var end: Timestamp
    package var sum: Double?
    package var average: Double?
    package var minimum: Double?
    package var maximum: Double?
    package var mostRecent: MostRecent?

    package init(
        type: ObjectType,
        start: Timestamp,
        end: Timestamp,
        sum: Double? = nil,
        average: Double? = nil,
        minimum: Double? = nil,
        maximum: Double? = nil,
        mostRecent: MostRecent? = nil
    ) {
        self.type = type
        self.start = start
        self.end = end
        self.sum = sum
        self.average = average
        self.minimum = minimum
        self.maximum = maximum
        self.mostRecent = mostRecent
    }

    /// The latest quantity.
    package struct MostRecent: Hashable, Sendable {
        package var value: Double
        package var start: Timestamp
        package var end: Timestamp

        package init(value: Double, start: Timestamp, end: Timestamp) {
            self.value = value
            self.start = start
            self.end = end
        }
    }
}

/// Checks the statistics of a workout or an activity: each type once.
func validateStatistics(_ statistics: [WorkoutStatistics]) throws(HearthError) {
    var types: Set<ObjectType> = []
    for (index, entry) in statistics.enumerated() {
        try locating("statistics[\(index)]", entry.validate())
        guard types.insert(entry.type).inserted else {
            throw HearthError(.invalidArgument, "The type occurs twice.", field: "statistics[\(index)].type")
        }
    }
}

extension WorkoutStatistics {
    fileprivate func validate() throws(HearthError) {
        guard type.kind == .quantity else {
            throw HearthError(.unknownType, "Statistics are of quantity types.", field: "type")
        }
        try checkTimes(from: start, to: end)
        for case (let number?, let field) in [
            (sum, "sum"), (average, "average"), (minimum, "minimum"), (maximum, "maximum"),
        ] {
            try checkNumber(number, field)
        }
        if let minimum, let maximum, minimum > maximum {
            throw HearthError(.valueOutOfRange, "The maximum is below the minimum.", field: "maximum")
        }
        if let mostRecent {
            try locating("most_recent", checkNumber(mostRecent.value, "value"))
            try locating("most_recent", checkTimes(from: mostRecent.start, to: mostRecent.end))
        }
    }
}
