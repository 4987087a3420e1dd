import HearthModel
import HearthWire

extension Clause {
    var wireBytes: WireBytes {
        WireBytes("Clause") {
            $0.text(1, type.identifier)
            $0.message(2, predicate?.wireBytes)
            $0.text(3, unit?.text ?? "")
        }
    }
}

extension QuerySamples {
    var wireBytes: WireBytes {
        WireBytes("QuerySamples") {
            $0.messages(1, clauses.map(\.wireBytes))
            $0.messages(2, order.map(\.wireBytes))
            $0.uint(3, limit)
            $0.bool(4, includeSeries)
        }
    }
}

extension SortKey {
    var wireBytes: WireBytes {
        WireBytes("SortKey") {
            $0.enumeration(1, field.rawValue, of: "Field")
            $0.bool(2, descending)
        }
    }
}

extension SampleBatch {
    var wireBytes: WireBytes {
        WireBytes("SampleBatch") {
            $0.messages(1, columns.map(\.wireBytes))
            $0.messages(2, members.map(\.wireBytes))
            $0.column(3, interleaving)
        }
    }
}

extension QueryChanges {
    var wireBytes: WireBytes {
        WireBytes("QueryChanges") {
            $0.messages(1, clauses.map(\.wireBytes))
            $0.bytes(2, anchor.bytes)
            $0.uint(3, limit)
            $0.bool(4, follow)
            $0.bool(5, includeSeries)
            $0.text(6, cursor)
        }
    }
}

extension ChangeBatch {
    var wireBytes: WireBytes {
        WireBytes("ChangeBatch") {
            $0.messages(1, added.map(\.wireBytes))
            $0.messages(2, members.map(\.wireBytes))
            $0.message(3, deleted?.wireBytes)
            $0.bytes(4, anchor.bytes)
            $0.bool(5, caughtUp)
        }
    }
}

extension Deletions {
    var wireBytes: WireBytes {
        WireBytes("Deletions") {
            $0.column(1, ids)
            $0.column(2, times)
            $0.texts(3, types.entries)
            $0.column(4, types.indexes)
            $0.messages(5, metadata.entries.map(\.wireBytes))
            $0.column(6, metadata.indexes)
        }
    }
}

extension Observe {
    var wireBytes: WireBytes {
        WireBytes("Observe") {
            $0.messages(1, clauses.map(\.wireBytes))
            $0.bool(2, acknowledges)
        }
    }
}

extension Notice {
    var wireBytes: WireBytes {
        WireBytes("Notice") {
            $0.texts(1, types)
            $0.bytes(2, anchor.bytes)
        }
    }
}

extension ListSources {
    var wireBytes: WireBytes {
        WireBytes("ListSources") {
            $0.messages(1, clauses.map(\.wireBytes))
            $0.present(2, text: after)
        }
    }
}

extension SourceList {
    var wireBytes: WireBytes {
        WireBytes("SourceList") {
            $0.messages(1, sources.map(\.wireBytes))
            $0.bool(2, more)
        }
    }
}

// MARK: - Characteristics

extension Characteristics {
    var wireBytes: WireBytes {
        WireBytes("Characteristics") {
            $0.message(1, set?.wireBytes)
        }
    }
}

extension CharacteristicValues {
    var wireBytes: WireBytes {
        WireBytes("CharacteristicValues") {
            $0.message(1, dateOfBirth?.wireBytes)
            $0.present(2, uint: biologicalSex.map(UInt64.init))
            $0.present(3, uint: bloodType.map(UInt64.init))
            $0.present(4, uint: fitzpatrickSkinType.map(UInt64.init))
            $0.present(5, uint: wheelchairUse.map(UInt64.init))
            $0.present(6, uint: activityMoveMode.map(UInt64.init))
        }
    }
}

extension CalendarDate {
    var wireBytes: WireBytes {
        WireBytes("CalendarDate") {
            $0.uint(1, year)
            $0.uint(2, month)
            $0.uint(3, day)
        }
    }
}
