import HearthModel
import Testing

@Suite struct CharacteristicValuesTests {
    private static func born(_ year: UInt32, _ month: UInt32, _ day: UInt32) -> CalendarDate {
        CalendarDate(year: year, month: month, day: day)
    }

    static let rules: [Rule<CharacteristicValues>] = [
        Rule("the first year", .valueOutOfRange, "date_of_birth.year") {
            $0.dateOfBirth = born(1800, 1, 1)
        } refuse: {
            $0.dateOfBirth = born(1799, 12, 31)
        },
        Rule("the last year", .valueOutOfRange, "date_of_birth.year") {
            $0.dateOfBirth = born(2149, 12, 31)
        } refuse: {
            $0.dateOfBirth = born(2150, 1, 1)
        },
        Rule("cleared", .valueOutOfRange, "date_of_birth.year") {
            $0.dateOfBirth = .cleared
        } refuse: {
            $0.dateOfBirth = born(1, 0, 0)
        },
        Rule("the first month", .valueOutOfRange, "date_of_birth.month") {
            $0.dateOfBirth = born(2000, 1, 1)
        } refuse: {
            $0.dateOfBirth = born(2000, 0, 1)
        },
        Rule("the last month", .valueOutOfRange, "date_of_birth.month") {
            $0.dateOfBirth = born(2000, 12, 31)
        } refuse: {
            $0.dateOfBirth = born(2000, 13, 1)
        },
        Rule("the first day", .valueOutOfRange, "date_of_birth.day") {
            $0.dateOfBirth = born(2000, 6, 1)
        } refuse: {
            $0.dateOfBirth = born(2000, 6, 0)
        },
        Rule("30 days", .valueOutOfRange, "date_of_birth.day") {
            $0.dateOfBirth = born(2000, 6, 30)
        } refuse: {
            $0.dateOfBirth = born(2000, 6, 31)
        },
        Rule("31 days", .valueOutOfRange, "date_of_birth.day") {
            $0.dateOfBirth = born(2000, 7, 31)
        } refuse: {
            $0.dateOfBirth = born(2000, 7, 32)
        },
        Rule("a leap year", .valueOutOfRange, "date_of_birth.day") {
            $0.dateOfBirth = born(2024, 2, 29)
        } refuse: {
            $0.dateOfBirth = born(2023, 2, 29)
        },
        Rule("a century", .valueOutOfRange, "date_of_birth.day") {
            $0.dateOfBirth = born(2000, 2, 29)
        } refuse: {
            $0.dateOfBirth = born(1900, 2, 29)
        },
        Rule("biological sex", .valueOutOfRange, "biological_sex") {
            $0.biologicalSex = 3
        } refuse: {
            $0.biologicalSex = 4
        },
        Rule("blood type", .valueOutOfRange, "blood_type") {
            $0.bloodType = 8
        } refuse: {
            $0.bloodType = 9
        },
        Rule("skin type", .valueOutOfRange, "fitzpatrick_skin_type") {
            $0.fitzpatrickSkinType = 6
        } refuse: {
            $0.fitzpatrickSkinType = 7
        },
        Rule("wheelchair use", .valueOutOfRange, "wheelchair_use") {
            $0.wheelchairUse = 2
        } refuse: {
            $0.wheelchairUse = 3
        },
        Rule("move mode", .valueOutOfRange, "activity_move_mode") {
            $0.activityMoveMode = 0
        } refuse: {
            $0.activityMoveMode = .max
        },
        Rule("the last move mode", .valueOutOfRange, "activity_move_mode") {
            $0.activityMoveMode = 2
        } refuse: {
            $0.activityMoveMode = 3
        },
    ]

    @Test(arguments: rules)
    func aRuleOfCharacteristicsHolds(_ rule: Rule<CharacteristicValues>) {
        rule.expect(on: CharacteristicValues()) { values throws(HearthError) in try values.validateForSaving() }
    }

    @Test func everyMonthHasItsLength() {
        let lengths: [UInt32] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for (month, length) in lengths.enumerated() {
            for (day, isThere) in [(length, true), (length + 1, false)] {
                let values = CharacteristicValues(dateOfBirth: Self.born(2001, UInt32(month) + 1, day))
                let error = refusal { () throws(HearthError) in try values.validateForSaving() }
                #expect((error == nil) == isThere, "day \(day) of month \(month + 1)")
            }
        }
    }
}
