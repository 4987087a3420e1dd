internal import CHearthProtocol
internal import HearthModel

extension CharacteristicValues: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__CharacteristicValues> {
        hearth__v1__characteristic_values__init
    }

    init(_ message: Hearth__V1__CharacteristicValues, _ reader: MessageReader) throws(HearthError) {
        self.init(
            dateOfBirth: try reader.message(message.date_of_birth, "date_of_birth"),
            biologicalSex: reader.value(message.biological_sex, if: message.biological_sex_presence_case),
            bloodType: reader.value(message.blood_type, if: message.blood_type_presence_case),
            fitzpatrickSkinType: reader.value(
                message.fitzpatrick_skin_type,
                if: message.fitzpatrick_skin_type_presence_case
            ),
            wheelchairUse: reader.value(message.wheelchair_use, if: message.wheelchair_use_presence_case),
            activityMoveMode: reader.value(message.activity_move_mode, if: message.activity_move_mode_presence_case)
        )
    }

    func write(to message: inout Hearth__V1__CharacteristicValues, _ writer: MessageWriter) {
        message.date_of_birth = writer.message(dateOfBirth)
        if let biologicalSex {
            message.biological_sex_presence_case =
                HEARTH__V1__CHARACTERISTIC_VALUES__BIOLOGICAL_SEX_PRESENCE_BIOLOGICAL_SEX
            message.biological_sex = biologicalSex
        }
        if let bloodType {
            message.blood_type_presence_case = HEARTH__V1__CHARACTERISTIC_VALUES__BLOOD_TYPE_PRESENCE_BLOOD_TYPE
            message.blood_type = bloodType
        }
        if let fitzpatrickSkinType {
            message.fitzpatrick_skin_type_presence_case =
                HEARTH__V1__CHARACTERISTIC_VALUES__FITZPATRICK_SKIN_TYPE_PRESENCE_FITZPATRICK_SKIN_TYPE
            message.fitzpatrick_skin_type = fitzpatrickSkinType
        }
        if let wheelchairUse {
            message.wheelchair_use_presence_case =
                HEARTH__V1__CHARACTERISTIC_VALUES__WHEELCHAIR_USE_PRESENCE_WHEELCHAIR_USE
            message.wheelchair_use = wheelchairUse
        }
        if let activityMoveMode {
            message.activity_move_mode_presence_case =
                HEARTH__V1__CHARACTERISTIC_VALUES__ACTIVITY_MOVE_MODE_PRESENCE_ACTIVITY_MOVE_MODE
            message.activity_move_mode = activityMoveMode
        }
    }
}
