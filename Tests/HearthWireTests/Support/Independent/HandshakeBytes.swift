import HearthModel
import HearthWire

extension Hello {
    var wireBytes: WireBytes {
        WireBytes("Hello") {
            $0.uint(1, major)
            $0.uint(2, minor)
            $0.message(3, app.wireBytes)
            $0.message(4, host?.wireBytes)
            $0.text(5, client)
        }
    }
}

extension App {
    var wireBytes: WireBytes {
        WireBytes("App") {
            $0.text(1, bundleIdentifier)
            $0.text(2, name)
            $0.text(3, version)
        }
    }
}

extension Host {
    var wireBytes: WireBytes {
        WireBytes("Host") {
            $0.text(1, productType)
            $0.message(2, operatingSystemVersion?.wireBytes)
        }
    }
}

extension OperatingSystemVersion {
    var wireBytes: WireBytes {
        WireBytes("OperatingSystemVersion") {
            $0.uint(1, major)
            $0.uint(2, minor)
            $0.uint(3, patch)
        }
    }
}

extension Welcome {
    var wireBytes: WireBytes {
        WireBytes("Welcome") {
            $0.uint(1, major)
            $0.uint(2, minor)
            $0.text(3, serverVersion)
            $0.column(4, [storeID])
            $0.message(5, limits.wireBytes)
            $0.bytes(6, identityKey?.bytes ?? [])
        }
    }
}

extension Limits {
    var wireBytes: WireBytes {
        WireBytes("Limits") {
            $0.uint(1, frameBytes)
            $0.uint(2, openCalls)
            $0.uint(3, stagedBytes)
            $0.uint(4, batchSamples)
            $0.uint(5, batchBytes)
            $0.uint(6, initialCreditBytes)
            $0.uint(7, metadataEntries)
            $0.uint(8, metadataBytes)
            $0.uint(9, predicateTerms)
            $0.uint(10, stringBytes)
            $0.uint(11, clauses)
            $0.uint(12, seriesPoints)
            $0.uint(13, handshakeMilliseconds)
        }
    }
}
