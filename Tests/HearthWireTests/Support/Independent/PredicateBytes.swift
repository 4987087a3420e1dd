import HearthModel

extension Predicate {
    var wireBytes: WireBytes {
        WireBytes("Predicate") {
            $0.messages(1, terms.map(\.wireBytes))
        }
    }
}

extension Predicate.Term {
    var wireBytes: WireBytes {
        WireBytes("PredicateTerm") {
            switch self {
            case .allOf(let count): $0.present(1, uint: UInt64(count))
            case .anyOf(let count): $0.present(2, uint: UInt64(count))
            case .noneOf(let count): $0.present(3, uint: UInt64(count))
            case .constant(let truth): $0.present(4, bool: truth)
            case .interval(let interval): $0.message(5, interval.wireBytes)
            case .comparison(let comparison): $0.message(6, comparison.wireBytes)
            case .ids(let ids): $0.message(7, uuidSetBytes(ids))
            case .metadataKey(let key): $0.present(8, text: key)
            case .metadata(let match): $0.message(9, match.wireBytes)
            case .sources(let identifiers): $0.message(10, sourceMatchBytes(identifiers))
            case .sourceRevisions(let patterns): $0.message(11, sourceRevisionMatchBytes(patterns))
            case .devices(let devices): $0.message(12, deviceMatchBytes(devices))
            case .deviceProperty(let match): $0.message(13, match.wireBytes)
            case .inWorkout(let id): $0.column(14, [id])
            case .inCorrelation(let id): $0.column(15, [id])
            case .correlated(let truth): $0.present(16, bool: truth)
            case .anyActivity(let count): $0.present(17, uint: UInt64(count))
            case .attribute(let match): $0.message(18, match.wireBytes)
            }
        }
    }
}

extension Interval {
    var wireBytes: WireBytes {
        WireBytes("Interval") {
            $0.present(1, int: start?.nanoseconds)
            $0.present(2, int: end?.nanoseconds)
            $0.bool(3, strictStart)
            $0.bool(4, strictEnd)
        }
    }
}

extension Comparison {
    var wireBytes: WireBytes {
        WireBytes("Comparison") {
            $0.enumeration(1, field.rawValue, of: "Field")
            $0.enumeration(2, relation.rawValue, of: "Relation")
            switch operand {
            case .number(let number, let unit):
                $0.present(3, double: number)
                $0.text(5, unit?.text ?? "")
            case .integer(let number):
                $0.present(4, int: number)
            }
            $0.text(6, statisticsType?.identifier ?? "")
        }
    }
}

extension MetadataMatch {
    var wireBytes: WireBytes {
        WireBytes("MetadataMatch") {
            $0.enumeration(1, relation.rawValue, of: "Relation")
            $0.messages(2, entries.map(\.wireBytes))
        }
    }
}

extension SourceRevisionPattern {
    var wireBytes: WireBytes {
        WireBytes("SourceRevisionPattern") {
            $0.text(1, bundleIdentifier)
            $0.bool(2, version == .any)
            $0.present(3, text: version.value)
            $0.bool(4, productType == .any)
            $0.present(5, text: productType.value)
            $0.bool(6, operatingSystemVersion == .any)
            $0.message(7, operatingSystemVersion.value?.wireBytes)
        }
    }
}

extension SourceRevisionPattern.Part {
    fileprivate var value: Value? {
        switch self {
        case .any: nil
        case .exactly(let value): value
        }
    }
}

extension DevicePropertyMatch {
    var wireBytes: WireBytes {
        WireBytes("DevicePropertyMatch") {
            $0.enumeration(1, property.rawValue, of: "DeviceProperty")
            $0.texts(2, values)
        }
    }
}

// MARK: - Messages that are plain lists in Swift

private func sourceMatchBytes(_ identifiers: [String]) -> WireBytes {
    WireBytes("SourceMatch") {
        $0.texts(1, identifiers)
    }
}

private func sourceRevisionMatchBytes(_ patterns: [SourceRevisionPattern]) -> WireBytes {
    WireBytes("SourceRevisionMatch") {
        $0.messages(1, patterns.map(\.wireBytes))
    }
}

private func deviceMatchBytes(_ devices: [Device]) -> WireBytes {
    WireBytes("DeviceMatch") {
        $0.messages(1, devices.map(\.wireBytes))
    }
}
