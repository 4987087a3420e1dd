import HearthWire

extension StatusReport {
    var wireBytes: WireBytes {
        WireBytes("StatusReport") {
            $0.text(1, serverVersion)
            $0.uint(2, process)
            $0.uint(3, uptimeMilliseconds)
            $0.message(4, store.wireBytes)
            $0.message(5, counters.wireBytes)
            $0.messages(6, connections.map(\.wireBytes))
            $0.uint(7, connectionCount)
            $0.messages(8, backgroundApps.map(\.wireBytes))
        }
    }
}

extension StoreStatus {
    var wireBytes: WireBytes {
        WireBytes("StoreStatus") {
            $0.bytes(1, anchor.bytes)
            $0.uint(2, samples)
            $0.uint(3, deletions)
            $0.uint(4, segments)
            $0.uint(5, fileBytes)
            $0.uint(6, logBytes)
            $0.uint(7, stagedBytes)
            $0.uint(8, backgroundRegistrations)
            $0.text(9, fault)
            $0.text(10, path)
        }
    }
}

extension Counters {
    var wireBytes: WireBytes {
        WireBytes("Counters") {
            $0.uint(1, connections)
            $0.uint(2, refusedConnections)
            $0.uint(3, calls)
            $0.uint(4, receivedBytes)
            $0.uint(5, sentBytes)
            $0.uint(6, writes)
            $0.uint(7, refusedWrites)
            $0.uint(8, groups)
            $0.uint(9, addedSamples)
            $0.uint(10, deletedSamples)
            $0.uint(11, changeBatches)
            $0.uint(12, changeDeliveries)
        }
    }
}

extension ConnectionStatus {
    var wireBytes: WireBytes {
        WireBytes("ConnectionStatus") {
            $0.text(1, bundleIdentifier)
            $0.text(2, client)
            $0.uint(3, openCalls)
            $0.uint(4, calls)
            $0.uint(5, receivedBytes)
            $0.uint(6, sentBytes)
            $0.uint(7, unsentBytes)
            $0.messages(8, subscriptions.map(\.wireBytes))
            $0.uint(9, process)
        }
    }
}

extension SubscriptionStatus {
    var wireBytes: WireBytes {
        WireBytes("SubscriptionStatus") {
            $0.uint(1, call)
            $0.texts(2, types)
            $0.uint(3, lag)
            $0.int(4, credit)
            $0.bool(5, live)
        }
    }
}
