package import HearthModel
package import HearthWire

/// A write that waits for the writer. A save may be as it came then, to be read on the writer's thread: whoever takes it
/// from the socket has others to serve.
package struct PendingWrite: Sendable {
    package enum Content: Sendable {
        case operation(Write.Operation)
        case save(EncodedSave)
    }

    /// Who asks.
    package var origin: Write.Origin
    package var content: Content

    package init(origin: Write.Origin, _ content: Content) {
        self.origin = origin
        self.content = content
    }

    /// The write, checked; throws what refuses it.
    package func read(_ decoder: FrameDecoder) throws(HearthError) -> Write {
        switch content {
        case .operation(let operation): Write(origin: origin, operation: operation)
        case .save(let encoded): Write(origin: origin, operation: .save(try decoder.save(encoded).columns))
        }
    }
}

extension StoreWriter {
    /// Reads a group of writes and commits those that may be. Others are refused, each by itself.
    package func commit(_ writes: [PendingWrite]) -> [Result<Receipt, HearthError>] {
        var read: [Write] = []
        read.reserveCapacity(writes.count)
        var refusals: [(place: Int, error: HearthError)] = []
        for (place, write) in writes.enumerated() {
            do throws(HearthError) {
                read.append(try write.read(decoder))
            } catch {
                refusals.append((place, error))
            }
        }
        var results = read.isEmpty ? [] : commit(read)
        for refusal in refusals {
            results.insert(.failure(refusal.error), at: refusal.place)
        }
        return results
    }
}
