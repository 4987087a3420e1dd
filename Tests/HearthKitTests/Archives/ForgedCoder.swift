import Foundation
import HearthModel
import HearthWire

@testable import HearthKit

/// Gives an object some bytes as those of its archive, and keeps the error with which the object answers. Foundation's
/// coder writes a line for each error, and here there are thousands.
final class ForgedCoder: NSCoder {
    private let bytes: [UInt8]?
    private(set) var failure: (any Error)?

    init(_ bytes: [UInt8]?) {
        self.bytes = bytes
    }

    convenience init(_ reply: Reply) throws {
        self.init(try ForgedCoder.bytes(reply))
    }

    static func bytes(_ reply: Reply) throws -> [UInt8] {
        Array(try FrameEncoder().pack(reply).bytes)
    }

    /// What an object of this class makes of the bytes. An object and an error at once, or neither, is never right.
    func object<Kind: NSObject & NSSecureCoding>(_ kind: Kind.Type) throws -> Kind? {
        let object = kind.init(coder: self)
        guard (object == nil) == (failure is HKError) else {
            throw HKError(.invalidArgument, "\(object as Any) and the error \(failure as Any)")
        }
        return object
    }

    override func failWithError(_ error: any Error) {
        failure = error
    }

    #if canImport(Darwin)
        override func decodeBytes(
            forKey key: String,
            returnedLength length: UnsafeMutablePointer<Int>?
        ) -> UnsafePointer<UInt8>? {
            guard let data = bytes.map({ NSData(bytes: $0, length: $0.count) }) else { return nil }
            length?.pointee = data.length
            return withExtendedLifetime(data) { data.bytes.assumingMemoryBound(to: UInt8.self) }
        }
    #else
        override func withDecodedUnsafeBytes<Value>(
            forKey key: String,
            body: (UnsafeRawBufferPointer?) throws -> Value
        ) rethrows -> Value {
            guard let bytes else { return try body(nil) }
            return try bytes.withUnsafeBytes { try body($0) }
        }
    #endif
}
