import HearthModel
import HearthWire

extension Save {
    var wireBytes: WireBytes {
        WireBytes("Save") {
            $0.messages(1, columns.map(\.wireBytes))
            $0.bool(2, more)
        }
    }
}

extension DeleteObjects {
    var wireBytes: WireBytes {
        WireBytes("DeleteObjects") {
            switch target {
            case .objects(let ids): $0.message(1, uuidSetBytes(ids))
            case .matching(let clause): $0.message(2, clause.wireBytes)
            }
        }
    }
}

extension AddToWorkout {
    var wireBytes: WireBytes {
        WireBytes("AddToWorkout") {
            $0.column(1, [workout])
            $0.messages(2, columns.map(\.wireBytes))
            $0.column(3, stored)
        }
    }
}

extension Committed {
    var wireBytes: WireBytes {
        WireBytes("Committed") {
            $0.bytes(1, anchor.bytes)
            $0.uint(2, added)
            $0.uint(3, deleted)
            $0.uint(4, unchanged)
        }
    }
}

func uuidSetBytes(_ ids: [ObjectID]) -> WireBytes {
    WireBytes("UuidSet") {
        $0.column(1, ids)
    }
}
