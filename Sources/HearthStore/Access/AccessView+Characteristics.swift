package import HearthModel

extension AccessView {
    /// Whether the app may read a characteristic, which has no time.
    func sees(_ characteristic: ObjectType) -> Bool { reading(of: characteristic) != .nothing }

    /// Throws if the app may not set one of the characteristics that have a value.
    package func checkSetting(of values: CharacteristicValues) throws(HearthError) {
        for characteristic in values.present {
            try locating(characteristic.field, checkSharing(of: characteristic.type))
        }
    }
}
