internal import CHearthProtocol
internal import HearthModel

extension DeleteObjects: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__DeleteObjects> { hearth__v1__delete_objects__init }

    init(_ message: Hearth__V1__DeleteObjects, _ reader: MessageReader) throws(HearthError) {
        switch message.target_case {
        case HEARTH__V1__DELETE_OBJECTS__TARGET_OBJECTS:
            let set: UuidSet = try reader.required(message.objects, "objects")
            guard !set.ids.isEmpty else {
                throw HearthError(.malformedColumn, "The request names no objects to delete.", field: "objects.uuids")
            }
            self.init(.objects(set.ids))
        case HEARTH__V1__DELETE_OBJECTS__TARGET_MATCHING:
            self.init(.matching(try reader.required(message.matching, "matching")))
        default:
            throw HearthError(.invalidArgument, "The request does not say what to delete.", field: "target")
        }
    }

    func write(to message: inout Hearth__V1__DeleteObjects, _ writer: MessageWriter) {
        switch target {
        case .objects(let ids):
            message.target_case = HEARTH__V1__DELETE_OBJECTS__TARGET_OBJECTS
            message.objects = writer.message(UuidSet(ids: ids))
        case .matching(let clause):
            message.target_case = HEARTH__V1__DELETE_OBJECTS__TARGET_MATCHING
            message.matching = writer.message(clause)
        }
    }
}
