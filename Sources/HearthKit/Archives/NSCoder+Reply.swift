internal import Foundation
internal import HearthModel
internal import HearthWire

/// What the archive of an object holds: the reply with which a server would send it, in the encoding of the wire. So
/// archives have no encoding of their own, and what is in one is checked like what comes from a server.
///
/// The bytes stand in the archive as a value and not as an object: whatever a forged archive has in their place, Foundation
/// does not look for a class that may be there, which stops the program when it finds another one.
///
/// Unsafe pointers: that is how Foundation takes and gives bytes as a value. They do not outlive the calls.
extension NSCoder {
    private static let replyKey = "reply"

    /// Archives what a server would reply. What would not come out of the archive as it is, because the store could not
    /// keep it, is an error of the coder.
    func encodeReply(_ reply: () throws(HearthError) -> Reply) {
        do throws(HearthError) {
            let bytes = try reply().archived()
            bytes.withUnsafeBufferPointer { encodeBytes($0.baseAddress, length: $0.count, forKey: NSCoder.replyKey) }
        } catch {
            fail(error)
        }
    }

    /// What `read` makes of the reply in an archive. Nil, and an error of the coder, when there is none or when `read`
    /// refuses it.
    func decodeReply<Value>(_ read: (Reply) throws(HearthError) -> Value) -> Value? {
        do throws(HearthError) {
            guard let bytes = decodeReplyBytes() else {
                throw HearthError(.malformedFrame, "there is no object in the archive")
            }
            return try read(Reply(archived: bytes))
        } catch {
            fail(error)
            return nil
        }
    }

    private func decodeReplyBytes() -> [UInt8]? {
        #if canImport(Darwin)
            var count = 0
            let start = decodeBytes(forKey: NSCoder.replyKey, returnedLength: &count)
            return start.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
        #else
            withDecodedUnsafeBytes(forKey: NSCoder.replyKey) { bytes in bytes.map { Array($0) } }
        #endif
    }

    /// Ends the coder's work with an error.
    func fail(_ error: HearthError) {
        let error = HKError(error)
        #if !canImport(Darwin)
            // An archiver says what went wrong when it is done; to fail stops the program here.
            if let archiver = self as? NSKeyedArchiver {
                archiver.error = archiver.error ?? error
                return
            }
        #endif
        failWithError(error)
    }
}

extension Reply {
    /// The bytes for an archive. Throws when they could not be read again, or would say something else.
    fileprivate func archived() throws(HearthError) -> [UInt8] {
        let bytes = Array(try FrameEncoder().pack(self).bytes)
        guard try Reply(archived: bytes) == self else {
            throw HearthError(.malformedText, "a text holds NUL")
        }
        return bytes
    }

    fileprivate init(archived bytes: [UInt8]) throws(HearthError) {
        self = try FrameDecoder().serverFrame(bytes.span.bytes).content.get()
    }
}

extension HearthError {
    /// Why an archive does not give an object: what is in it is one of another class.
    static let ofOtherKind = HearthError(.invalidArgument, "the object in the archive is not of the class named there")

    /// Why an archive does not give an object: it names a class of which there are only subclasses.
    static let ofNoKind = HearthError(.invalidArgument, "objects of the class have subclasses in archives")
}
