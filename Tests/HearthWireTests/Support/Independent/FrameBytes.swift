import HearthWire

extension ClientFrame {
    var wireBytes: WireBytes {
        WireBytes("ClientFrame") {
            $0.uint(1, call)
            switch request {
            case .hello(let hello): $0.message(2, hello.wireBytes)
            case .save(let save): $0.message(3, save.wireBytes)
            case .deleteObjects(let deletion): $0.message(4, deletion.wireBytes)
            case .addToWorkout(let addition): $0.message(5, addition.wireBytes)
            case .querySamples(let query): $0.message(6, query.wireBytes)
            case .queryChanges(let query): $0.message(7, query.wireBytes)
            case .observe(let observation): $0.message(8, observation.wireBytes)
            case .listSources(let listing): $0.message(9, listing.wireBytes)
            case .characteristics(let characteristics): $0.message(10, characteristics.wireBytes)
            case .ping(let ping): $0.message(11, ping.wireBytes)
            case .cancel: $0.message(12, WireBytes("Cancel") { _ in })
            case .credit(let credit): $0.message(13, credit.wireBytes)
            case .status: $0.message(14, WireBytes("Status") { _ in })
            case .backgroundDelivery(let delivery): $0.message(15, delivery.wireBytes)
            case .acknowledge(let acknowledgement): $0.message(16, acknowledgement.wireBytes)
            case .backgroundControl(let control): $0.message(17, control.wireBytes)
            case .queryStatistics(let query): $0.message(18, query.wireBytes)
            case .sourceRanks(let ranks): $0.message(19, ranks.wireBytes)
            case .accessControl(let control): $0.message(20, control.wireBytes)
            case .authorization(let authorization): $0.message(21, authorization.wireBytes)
            }
        }
    }
}

extension ServerFrame {
    var wireBytes: WireBytes {
        WireBytes("ServerFrame") {
            $0.uint(1, call)
            switch reply {
            case .welcome(let welcome): $0.message(2, welcome.wireBytes)
            case .error(let error): $0.message(3, error.wireBytes)
            case .done(let done): $0.message(4, done.wireBytes)
            case .committed(let committed): $0.message(5, committed.wireBytes)
            case .samples(let batch): $0.message(6, batch.wireBytes)
            case .changes(let batch): $0.message(7, batch.wireBytes)
            case .notice(let notice): $0.message(8, notice.wireBytes)
            case .sourceList(let list): $0.message(9, list.wireBytes)
            case .characteristicValues(let values): $0.message(10, values.wireBytes)
            case .pong(let pong): $0.message(11, pong.wireBytes)
            case .statusReport(let report): $0.message(12, report.wireBytes)
            case .backgroundRegistrations(let list): $0.message(13, list.wireBytes)
            case .acknowledged(let acknowledged): $0.message(14, acknowledged.wireBytes)
            case .backgroundApp(let app): $0.message(15, app.wireBytes)
            case .statistics(let batch): $0.message(16, batch.wireBytes)
            case .sourceRanks(let ranks): $0.message(17, ranks.wireBytes)
            case .accessList(let list): $0.message(18, list.wireBytes)
            case .authorizationStatus(let status): $0.message(19, status.wireBytes)
            case .unknown: break
            }
        }
    }
}
