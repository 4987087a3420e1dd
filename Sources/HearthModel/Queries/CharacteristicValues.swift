/// Characteristics of the owner, with HealthKit's numbers. Nil if not set or, in a request, unchanged.
package struct CharacteristicValues: Hashable, Sendable {
    package var dateOfBirth: CalendarDate?
    package var biologicalSex: UInt32?
    package var bloodType: UInt32?
    package var fitzpatrickSkinType: UInt32?
    package var wheelchairUse: UInt32?
    package var activityMoveMode: UInt32?

    package init(
        dateOfBirth: CalendarDate? = nil,
        biologicalSex: UInt32? = nil,
        bloodType: UInt32? = nil,
        fitzpatrickSkinType: UInt32? = nil,
        wheelchairUse: UInt32? = nil,
        activityMoveMode: UInt32? = nil
    ) {
        self.dateOfBirth = dateOfBirth
        self.biologicalSex = biologicalSex
        self.bloodType = bloodType
        self.fitzpatrickSkinType = fitzpatrickSkinType
        self.wheelchairUse = wheelchairUse
        self.activityMoveMode = activityMoveMode
    }
}

/// A day in the Gregorian calendar.
package struct CalendarDate: Hashable, Sendable {
    /// 0 in a request: cleared.
    package var year: UInt32
    package var month: UInt32
    package var day: UInt32

    package init(year: UInt32, month: UInt32, day: UInt32) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The value with which a request clears the date.
    package static let cleared = CalendarDate(year: 0, month: 0, day: 0)

    func validate() throws(HearthError) {
        guard self != .cleared else { return }
        guard (1800...2149).contains(year) else {
            throw HearthError(.valueOutOfRange, "The year is outside 1800 to 2149.", field: "year")
        }
        guard (1...12).contains(month) else {
            throw HearthError(.valueOutOfRange, "The month is not in 1 to 12.", field: "month")
        }
        guard day >= 1, day <= GregorianCalendar.days(inMonth: Int(month), of: Int(year)) else {
            throw HearthError(.valueOutOfRange, "The day is not in the month.", field: "day")
        }
    }
}
