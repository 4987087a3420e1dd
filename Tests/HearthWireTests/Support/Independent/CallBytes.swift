import HearthModel
import HearthWire

extension Ping {
    var wireBytes: WireBytes {
        WireBytes("Ping") {
            $0.bytes(1, payload)
        }
    }
}

extension Pong {
    var wireBytes: WireBytes {
        WireBytes("Pong") {
            $0.bytes(1, payload)
            $0.bytes(2, anchor.bytes)
            $0.int(3, time.nanoseconds)
        }
    }
}

extension Credit {
    var wireBytes: WireBytes {
        WireBytes("Credit") {
            $0.uint(1, bytes)
        }
    }
}

extension Done {
    var wireBytes: WireBytes {
        WireBytes("Done") {
            $0.enumeration(1, reason.rawValue, of: "DoneReason")
        }
    }
}

extension ErrorReply {
    var wireBytes: WireBytes {
        WireBytes("Error") {
            $0.enumeration(1, error.code.rawValue, of: "ErrorCode")
            $0.text(2, error.message)
            $0.text(3, error.field)
            $0.message(4, versions?.wireBytes)
        }
    }
}

extension VersionRange {
    var wireBytes: WireBytes {
        WireBytes("VersionRange") {
            $0.uint(1, lowestMajor)
            $0.uint(2, highestMajor)
            $0.uint(3, highestMinor)
        }
    }
}
