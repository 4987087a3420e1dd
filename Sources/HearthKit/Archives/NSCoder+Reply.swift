internal import Foundation
internal import HearthModel
internal import HearthWire

/// The archive of an object holds the reply with which a server would send it, in the wire encoding. So archives need
/// no encoding of their own, and their contents are checked like a server's replies.
///
/// The bytes are archived as a value, not as an object: for an object, Foundation looks for its class, and stops the
/// program if a forged archive names another class.
///
/// Unsafe pointers: Foundation passes values as pointers to bytes. They do not outlive the calls.
extension NSCoder {
    private static let replyKey = "reply"

    /// Archives the reply that a server would send. An object that the store could not keep, so that it would not be
    /// read back unchanged, is an error of the coder.
    func encodeReply(_ reply: () throws(HearthError) -> Reply) {
        do throws(HearthError) {
            let bytes = try reply().archived()
            bytes.withUnsafeBufferPointer { encodeBytes($0.baseAddress, length: $0.count, forKey: NSCoder.replyKey) }
        } catch {
            fail(error)
        }
    }

    /// The result of `read` for the reply in an archive. If the archive has no reply, or `read` throws, the result is
    /// nil and the coder has failed.
    func decodeReply<Value>(_ read: (Reply) throws(HearthError) -> Value) -> Value? {
        do throws(HearthError) {
            guard let bytes = decodeReplyBytes() else {
                throw HearthError(.malformedFrame, "The archive holds no object.")
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
            // An archiver reports errors when it has finished; failing here would stop the program.
            if let archiver = self as? NSKeyedArchiver {
                archiver.error = archiver.error ?? error
                return
            }
        #endif
        failWithError(error)
    }
}

extension Reply {
    /// The bytes for an archive. Throws if they could not be read back, or would mean something else.
    fileprivate func archived() throws(HearthError) -> [UInt8] {
        let bytes = Array(try FrameEncoder().pack(self).bytes)
        guard try Reply(archived: bytes) == self else {
            throw HearthError(.malformedText, "A text holds NUL.")
        }
        return bytes
    }

    fileprivate init(archived bytes: [UInt8]) throws(HearthError) {
        self = try FrameDecoder().serverFrame(bytes.span.bytes).content.get()
    }
}

extension HearthError {
    /// The archive holds an object of another class.
    static let ofOtherKind = HearthError(.invalidArgument, "The object in the archive is not of the class named there.")

    /// The archive names a class that has only instances of subclasses.
    static let ofNoKind = HearthError(.invalidArgument, "Objects of the class have subclasses in archives.")
}
