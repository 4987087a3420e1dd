internal import CHearthProtocol
internal import HearthModel

extension SourceRevisionPattern: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SourceRevisionPattern> {
        hearth__v1__source_revision_pattern__init
    }

    init(_ message: Hearth__V1__SourceRevisionPattern, _ reader: MessageReader) throws(HearthError) {
        let version =
            try reader.text(message.version, "version", if: message.version_presence_case)
        let productType =
            try reader.text(message.product_type, "product_type", if: message.product_type_presence_case)
        self.init(
            bundleIdentifier: try reader.name(message.bundle_identifier, "bundle_identifier"),
            version: try Part(isAny: message.any_version != 0, version, "version"),
            productType: try Part(isAny: message.any_product_type != 0, productType, "product_type"),
            operatingSystemVersion: try Part(
                isAny: message.any_operating_system_version != 0,
                try reader.message(message.operating_system_version, "operating_system_version"),
                "operating_system_version"
            )
        )
    }

    func write(to message: inout Hearth__V1__SourceRevisionPattern, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(bundleIdentifier)
        message.any_version = version == .any ? 1 : 0
        if case .exactly(let text?) = version {
            message.version_presence_case = HEARTH__V1__SOURCE_REVISION_PATTERN__VERSION_PRESENCE_VERSION
            message.version = writer.text(text)
        }
        message.any_product_type = productType == .any ? 1 : 0
        if case .exactly(let text?) = productType {
            message.product_type_presence_case = HEARTH__V1__SOURCE_REVISION_PATTERN__PRODUCT_TYPE_PRESENCE_PRODUCT_TYPE
            message.product_type = writer.text(text)
        }
        message.any_operating_system_version = operatingSystemVersion == .any ? 1 : 0
        if case .exactly(let system?) = operatingSystemVersion {
            message.operating_system_version = writer.message(system)
        }
    }
}

extension SourceRevisionPattern.Part {
    fileprivate init(isAny: Bool, _ value: Value?, _ field: String) throws(HearthError) {
        guard !isAny || value == nil else {
            throw HearthError(.invalidArgument, "The pattern gives a value and also allows any.", field: field)
        }
        self = isAny ? .any : .exactly(value)
    }
}
