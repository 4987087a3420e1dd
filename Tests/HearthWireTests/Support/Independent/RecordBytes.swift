import HearthModel

extension RecordColumns {
    var wireBytes: WireBytes {
        WireBytes("RecordColumns") {
            $0.messages(1, records.map(\.wireBytes))
            $0.column(2, lengths)
            $0.column(3, counts)
            $0.column(4, voltages)
            $0.bytes(5, contents)
        }
    }
}

extension Record {
    fileprivate var wireBytes: WireBytes {
        WireBytes("Record") {
            $0.messages(1, attributes.map(\.wireBytes))
        }
    }
}

extension Record.Attribute {
    fileprivate var wireBytes: WireBytes {
        WireBytes("Attribute") {
            $0.enumeration(1, name.rawValue, of: "AttributeName")
            switch value {
            case .integers(let values): $0.column(2, values)
            case .numbers(let values): $0.column(3, values)
            case .texts(let values): $0.texts(4, values)
            case .ids(let values): $0.column(5, values)
            }
        }
    }
}

extension AttributeMatch {
    var wireBytes: WireBytes {
        WireBytes("AttributeMatch") {
            $0.enumeration(1, name.rawValue, of: "AttributeName")
            $0.enumeration(2, relation.rawValue, of: "Relation")
            switch operands {
            case .integers(let values): $0.column(3, values)
            case .numbers(let values): $0.column(4, values)
            case .texts(let values): $0.texts(5, values)
            case .ids(let values): $0.column(6, values)
            }
        }
    }
}
