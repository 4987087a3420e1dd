internal import CHearthProtocol
package import HearthModel

/// Deletes samples that the app saved, all or none.
package struct DeleteObjects: Hashable, Sendable {
    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    /// Which samples.
    package enum Target: Hashable, Sendable {
        /// These, and all of them.
        case objects([ObjectID])
        /// The app's own samples that match.
        case matching(Clause)
    }
}

extension DeleteObjects: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__DeleteObjects> { hearth__v1__delete_objects__init }

    init(_ message: Hearth__V1__DeleteObjects, _ reader: MessageReader) throws(HearthError) {
        switch message.target_case {
        case HEARTH__V1__DELETE_OBJECTS__TARGET_OBJECTS:
            let set: UuidSet = try reader.required(message.objects, "objects")
            guard !set.ids.isEmpty else {
                throw HearthError(.malformedColumn, "there are no objects to delete", field: "objects.uuids")
            }
            target = .objects(set.ids)
        case HEARTH__V1__DELETE_OBJECTS__TARGET_MATCHING:
            target = .matching(try reader.required(message.matching, "matching"))
        default:
            throw HearthError(.invalidArgument, "the request does not say what to delete", field: "target")
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
