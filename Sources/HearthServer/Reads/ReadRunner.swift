package import HearthStore
import HearthWire

/// Runs reads. Each thread that runs some has its own.
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

    package func close() {
        reader.close()
    }
}
