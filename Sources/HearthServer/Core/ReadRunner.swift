package import HearthStore
import HearthWire

/// Runs reads. Each thread that does has its own.
package final class ReadRunner {
    private let reader: StoreReader
    private let encoder = FrameEncoder()
    private let decoder = FrameDecoder()

    package init(_ reader: StoreReader) {
        self.reader = reader
    }

    package func run(_ read: Read) {
        read.run(reader, encoder, decoder)
    }

    /// Runs the next read of a server on the thread of the server; false: none is ready.
    package func runNext(of core: ServerCore) -> Bool {
        guard let read = core.takeRead() else { return false }
        run(read)
        core.finishRead(read)
        return true
    }

    package func close() {
        reader.close()
    }
}
