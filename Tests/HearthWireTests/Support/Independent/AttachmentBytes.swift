import HearthModel

extension Provenance {
    var wireBytes: WireBytes {
        WireBytes("Provenance") {
            $0.message(1, source?.wireBytes)
            $0.present(2, text: version)
            $0.present(3, text: productType)
            $0.message(4, operatingSystemVersion?.wireBytes)
            $0.message(5, device?.wireBytes)
            $0.text(6, owner ?? "")
        }
    }
}

extension Source {
    var wireBytes: WireBytes {
        WireBytes("Source") {
            $0.text(1, bundleIdentifier)
            $0.text(2, name)
        }
    }
}

extension Device {
    var wireBytes: WireBytes {
        WireBytes("Device") {
            $0.present(1, text: name)
            $0.present(2, text: manufacturer)
            $0.present(3, text: model)
            $0.present(4, text: hardwareVersion)
            $0.present(5, text: firmwareVersion)
            $0.present(6, text: softwareVersion)
            $0.present(7, text: localIdentifier)
            $0.present(8, text: udiDeviceIdentifier)
        }
    }
}

extension Metadata {
    var wireBytes: WireBytes {
        WireBytes("Metadata") {
            $0.messages(1, entries.map(\.wireBytes))
        }
    }
}

extension Metadata.Entry {
    var wireBytes: WireBytes {
        WireBytes("MetadataEntry") {
            $0.text(1, key)
            switch value {
            case .string(let text): $0.present(2, text: text)
            case .integer(let number): $0.present(3, int: number)
            case .double(let number): $0.present(4, double: number)
            case .boolean(let truth): $0.present(5, bool: truth)
            case .date(let time): $0.present(6, int: time.nanoseconds)
            case .quantity(let quantity): $0.message(7, quantity.wireBytes)
            }
        }
    }
}

extension Quantity {
    var wireBytes: WireBytes {
        WireBytes("Quantity") {
            $0.double(1, value)
            $0.text(2, unit.text)
        }
    }
}
