internal import CHearthProtocol
internal import HearthModel

extension OperatingSystemVersion: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__OperatingSystemVersion> {
        hearth__v1__operating_system_version__init
    }

    init(_ message: Hearth__V1__OperatingSystemVersion, _: MessageReader) throws(HearthError) {
        self.init(major: message.major, minor: message.minor, patch: message.patch)
    }

    func write(to message: inout Hearth__V1__OperatingSystemVersion, _: MessageWriter) {
        message.major = major
        message.minor = minor
        message.patch = patch
    }
}
