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
    /// What was searched already of what a deletion of matching samples means.
    package var found = FoundRows()

    package init(origin: Write.Origin, _ content: Content) {
        self.origin = origin
        self.content = content
    }

    /// The write, checked; throws what refuses it.
    package func read(_ decoder: FrameDecoder) throws(HearthError) -> Write {
        var write =
            switch content {
            case .operation(let operation): Write(origin: origin, operation: operation)
            case .save(let encoded): Write(origin: origin, operation: .save(try decoder.save(encoded).columns))
            }
        write.found = found
        return write
    }

    /// Samples that it brings, if they are read already.
    package var knownSampleCount: Int {
        guard case .operation(.save(let columns)) = content else { return 0 }
        return columns.indices.reduce(0) { $0 + columns[$1].ids.count }
    }

    /// Why it cannot be read; nil when it can.
    func refusal(_ decoder: FrameDecoder) -> HearthError? {
        do throws(HearthError) {
            _ = try read(decoder)
            return nil
        } catch {
            return error
        }
    }
}
