internal import HearthModel

extension AccessTable {
    /// What the owner has decided about an app and a type.
    struct Decision: Hashable {
        var share = Permission.undetermined
        var read = Permission.undetermined
        var since: Timestamp?
        /// Whether what is allowed was recorded, and not decided by the owner.
        var isShareRecorded = false
        var isReadRecorded = false
        /// When it was last changed; nil: not known.
        var time: Timestamp?

        var isNone: Bool { share == .undetermined && read == .undetermined }

        /// The part of a grant about which nothing is decided or recorded.
        func undecidedPart(of grant: Grant) -> Grant {
            var part = grant
            part.share = share != .undetermined ? nil : grant.share
            part.read = read != .undetermined ? nil : grant.read
            return part
        }

        /// What the owner has decided.
        var decided: Decision {
            var decision = self
            if isShareRecorded {
                decision.share = .undetermined
                decision.isShareRecorded = false
            }
            if isReadRecorded {
                (decision.read, decision.since) = (.undetermined, nil)
                decision.isReadRecorded = false
            }
            return decision
        }
    }
}

// MARK: - Records

extension AccessTable.Decision {
    /// The bit of a permission that was recorded. Before version 8 none was marked, and all count as the owner's.
    private static let recorded: UInt64 = 4
    /// The bit of the first number after which the time is stored. Before version 9 none was.
    private static let hasTime: UInt64 = 8

    var bytes: [UInt8] {
        var writer = ByteWriter()
        let times = time == nil ? 0 : Self.hasTime
        writer.number(UInt64(share.rawValue) | (isShareRecorded ? Self.recorded : 0) | times)
        writer.number(UInt64(read.rawValue) | (isReadRecorded ? Self.recorded : 0))
        if let time {
            writer.signed(time.nanoseconds)
        }
        if let since {
            writer.signed(since.nanoseconds)
        }
        return writer.bytes
    }

    init(_ reader: inout ByteReader) throws(HearthError) {
        let (shareBits, readBits) = (try reader.number(), try reader.number())
        (isShareRecorded, isReadRecorded) = (shareBits & Self.recorded != 0, readBits & Self.recorded != 0)
        share = Permission(rawValue: UInt32(clamping: shareBits & ~(Self.recorded | Self.hasTime)))
        read = Permission(rawValue: UInt32(clamping: readBits & ~Self.recorded))
        guard Permission.all.contains(share), Permission.all.contains(read) else { throw .damagedBlock }
        time = shareBits & Self.hasTime == 0 ? nil : Timestamp(nanoseconds: try reader.signed())
        since = reader.isAtEnd ? nil : Timestamp(nanoseconds: try reader.signed())
    }
}
