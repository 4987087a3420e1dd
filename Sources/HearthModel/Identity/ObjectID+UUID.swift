#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension ObjectID {
    package init(_ uuid: UUID) {
        self = withUnsafeBytes(of: uuid.uuid) { $0.loadUnaligned(as: ObjectID.self) }
    }

    package var uuid: UUID {
        withUnsafeBytes(of: self) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
