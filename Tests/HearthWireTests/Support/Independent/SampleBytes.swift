import HearthModel

extension SampleColumns {
    var wireBytes: WireBytes {
        WireBytes("SampleColumns") {
            $0.text(1, type.identifier)
            $0.column(2, ids)
            $0.column(3, starts)
            $0.column(4, ends)
            $0.messages(5, provenance.entries.map(\.wireBytes))
            $0.column(6, provenance.indexes)
            $0.messages(7, metadata.entries.map(\.wireBytes))
            $0.column(8, metadata.indexes)
            switch payload {
            case .quantity(let columns): $0.message(10, columns.wireBytes)
            case .category(let columns): $0.message(11, columns.wireBytes)
            case .correlation(let columns): $0.message(12, columns.wireBytes)
            case .workout(let columns): $0.message(13, columns.wireBytes)
            case .route(let columns): $0.message(14, columns.wireBytes)
            case .heartbeat(let columns): $0.message(15, columns.wireBytes)
            case .record(let columns): $0.message(16, columns.wireBytes)
            }
        }
    }
}

extension QuantityColumns {
    var wireBytes: WireBytes {
        WireBytes("QuantityColumns") {
            $0.column(1, values)
            $0.text(2, unit?.text ?? "")
            $0.column(3, counts)
            $0.column(4, minimums)
            $0.column(5, maximums)
            $0.column(6, mostRecents)
            $0.column(7, mostRecentStarts)
            $0.column(8, mostRecentEnds)
            $0.message(9, points?.wireBytes)
        }
    }
}

extension SeriesPoints {
    var wireBytes: WireBytes {
        WireBytes("SeriesPoints") {
            $0.column(1, lengths)
            $0.column(2, starts)
            $0.column(3, ends)
            $0.column(4, values)
        }
    }
}

extension CategoryColumns {
    var wireBytes: WireBytes {
        WireBytes("CategoryColumns") {
            $0.column(1, values)
        }
    }
}

extension CorrelationColumns {
    var wireBytes: WireBytes {
        WireBytes("CorrelationColumns") {
            $0.column(1, lengths)
            $0.column(2, members)
        }
    }
}

extension RouteColumns {
    var wireBytes: WireBytes {
        WireBytes("RouteColumns") {
            $0.column(1, lengths)
            $0.column(2, counts)
            $0.column(3, timestamps)
            $0.column(4, latitudes)
            $0.column(5, longitudes)
            $0.column(6, altitudes)
            $0.column(7, horizontalAccuracies)
            $0.column(8, verticalAccuracies)
            $0.column(9, speeds)
            $0.column(10, courses)
            $0.column(11, speedAccuracies)
            $0.column(12, courseAccuracies)
        }
    }
}

extension HeartbeatColumns {
    var wireBytes: WireBytes {
        WireBytes("HeartbeatColumns") {
            $0.column(1, lengths)
            $0.column(2, counts)
            $0.column(3, offsets)
            $0.bytes(4, gaps)
        }
    }
}
