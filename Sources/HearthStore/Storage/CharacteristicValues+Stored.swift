internal import HearthModel

extension CharacteristicValues {
    /// Numbers one after the other; 0 for what is not set.
    var stored: [UInt8] {
        var writer = ByteWriter()
        let date = dateOfBirth ?? .cleared
        let numbers = [
            date.year, date.month, date.day, biologicalSex ?? 0, bloodType ?? 0, fitzpatrickSkinType ?? 0,
            wheelchairUse ?? 0, activityMoveMode ?? 0,
        ]
        for number in numbers {
            writer.number(UInt64(number))
        }
        return writer.bytes
    }

    init(stored: [UInt8]) throws(HearthError) {
        let numbers = try stored.reading { (reader: inout ByteReader) throws(HearthError) in
            var numbers: [UInt32] = []
            while !reader.isAtEnd {
                numbers.append(UInt32(try reader.count(atMost: Int(UInt32.max))))
            }
            return numbers
        }
        guard numbers.count == 8 else { throw .incompleteStore }
        let date = CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])
        let set = { (number: UInt32) in number == 0 ? nil : number }
        self.init(
            dateOfBirth: date == .cleared ? nil : date,
            biologicalSex: set(numbers[3]),
            bloodType: set(numbers[4]),
            fitzpatrickSkinType: set(numbers[5]),
            wheelchairUse: set(numbers[6]),
            activityMoveMode: set(numbers[7])
        )
    }
}
