internal import CHearthProtocol
internal import HearthModel

/// The protocol versions that a server speaks.
package struct VersionRange: Hashable, Sendable {
    package var lowestMajor: UInt32
    package var highestMajor: UInt32
    /// Of the newest major version.
    package var highestMinor: UInt32

    package init(lowestMajor: UInt32, highestMajor: UInt32, highestMinor: UInt32) {
        self.lowestMajor = lowestMajor
        self.highestMajor = highestMajor
        self.highestMinor = highestMinor
    }
}

extension VersionRange {
    /// The versions that this version of Hearth supports.
    package static let supported = VersionRange(lowestMajor: 1, highestMajor: 1, highestMinor: 7)
}

extension VersionRange: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__VersionRange> { hearth__v1__version_range__init }

    init(_ message: Hearth__V1__VersionRange, _: MessageReader) throws(HearthError) {
        lowestMajor = message.lowest_major
        highestMajor = message.highest_major
        highestMinor = message.highest_minor
    }

    func write(to message: inout Hearth__V1__VersionRange, _: MessageWriter) {
        message.lowest_major = lowestMajor
        message.highest_major = highestMajor
        message.highest_minor = highestMinor
    }
}
