internal import CHearthProtocol
package import HearthModel

/// Reads the characteristics, or sets some.
package struct Characteristics: Hashable, Sendable {
    /// The ones to set. Nil to read only.
    package var set: CharacteristicValues?

    package init(set: CharacteristicValues? = nil) {
        self.set = set
    }
}

extension Characteristics: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Characteristics> { hearth__v1__characteristics__init }

    init(_ message: Hearth__V1__Characteristics, _ reader: MessageReader) throws(HearthError) {
        set = try reader.message(message.set, "set")
        if let set {
            try locating("set", set.validateForSaving())
        }
    }

    func write(to message: inout Hearth__V1__Characteristics, _ writer: MessageWriter) {
        message.set = writer.message(set)
    }
}
