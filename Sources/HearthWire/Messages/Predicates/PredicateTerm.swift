internal import CHearthProtocol
internal import HearthModel

extension Predicate.Term: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__PredicateTerm> { hearth__v1__predicate_term__init }

    init(_ message: Hearth__V1__PredicateTerm, _ reader: MessageReader) throws(HearthError) {
        self =
            switch message.term_case {
            case HEARTH__V1__PREDICATE_TERM__TERM_ALL_OF:
                .allOf(message.all_of)
            case HEARTH__V1__PREDICATE_TERM__TERM_ANY_OF:
                .anyOf(message.any_of)
            case HEARTH__V1__PREDICATE_TERM__TERM_NONE_OF:
                .noneOf(message.none_of)
            case HEARTH__V1__PREDICATE_TERM__TERM_ANY_ACTIVITY:
                .anyActivity(message.any_activity)
            case HEARTH__V1__PREDICATE_TERM__TERM_CONSTANT:
                .constant(message.constant != 0)
            case HEARTH__V1__PREDICATE_TERM__TERM_INTERVAL:
                .interval(try reader.required(message.interval, "interval"))
            case HEARTH__V1__PREDICATE_TERM__TERM_COMPARISON:
                .comparison(try reader.required(message.comparison, "comparison"))
            case HEARTH__V1__PREDICATE_TERM__TERM_UUIDS:
                .ids((try reader.required(message.uuids, "uuids") as UuidSet).ids)
            case HEARTH__V1__PREDICATE_TERM__TERM_METADATA_KEY:
                .metadataKey(MetadataKey.current(try reader.name(message.metadata_key, "metadata_key")))
            case HEARTH__V1__PREDICATE_TERM__TERM_METADATA:
                .metadata(try reader.required(message.metadata, "metadata"))
            case HEARTH__V1__PREDICATE_TERM__TERM_SOURCES:
                .sources((try reader.required(message.sources, "sources") as SourceMatch).bundleIdentifiers)
            case HEARTH__V1__PREDICATE_TERM__TERM_SOURCE_REVISIONS:
                .sourceRevisions(
                    (try reader.required(message.source_revisions, "source_revisions") as SourceRevisionMatch).patterns
                )
            case HEARTH__V1__PREDICATE_TERM__TERM_DEVICES:
                .devices((try reader.required(message.devices, "devices") as DeviceMatch).devices)
            case HEARTH__V1__PREDICATE_TERM__TERM_DEVICE_PROPERTY:
                .deviceProperty(try reader.required(message.device_property, "device_property"))
            case HEARTH__V1__PREDICATE_TERM__TERM_IN_WORKOUT:
                .inWorkout(try reader.id(message.in_workout, "in_workout"))
            case HEARTH__V1__PREDICATE_TERM__TERM_IN_CORRELATION:
                .inCorrelation(try reader.id(message.in_correlation, "in_correlation"))
            case HEARTH__V1__PREDICATE_TERM__TERM_CORRELATED:
                .correlated(message.correlated != 0)
            case HEARTH__V1__PREDICATE_TERM__TERM_ATTRIBUTE:
                .attribute(try reader.required(message.attribute, "attribute"))
            default:
                throw HearthError(.unimplemented, "This version of Hearth does not know the term.")
            }
    }

    func write(to message: inout Hearth__V1__PredicateTerm, _ writer: MessageWriter) {
        switch self {
        case .allOf(let count):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_ALL_OF
            message.all_of = count
        case .anyOf(let count):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_ANY_OF
            message.any_of = count
        case .noneOf(let count):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_NONE_OF
            message.none_of = count
        case .anyActivity(let count):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_ANY_ACTIVITY
            message.any_activity = count
        case .constant(let truth):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_CONSTANT
            message.constant = truth ? 1 : 0
        case .interval(let interval):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_INTERVAL
            message.interval = writer.message(interval)
        case .comparison(let comparison):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_COMPARISON
            message.comparison = writer.message(comparison)
        case .ids(let ids):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_UUIDS
            message.uuids = writer.message(UuidSet(ids: ids))
        case .metadataKey(let key):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_METADATA_KEY
            message.metadata_key = writer.text(key)
        case .metadata(let match):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_METADATA
            message.metadata = writer.message(match)
        case .sources(let identifiers):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_SOURCES
            message.sources = writer.message(SourceMatch(bundleIdentifiers: identifiers))
        case .sourceRevisions(let patterns):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_SOURCE_REVISIONS
            message.source_revisions = writer.message(SourceRevisionMatch(patterns: patterns))
        case .devices(let devices):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_DEVICES
            message.devices = writer.message(DeviceMatch(devices: devices))
        case .deviceProperty(let match):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_DEVICE_PROPERTY
            message.device_property = writer.message(match)
        case .inWorkout(let id):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_IN_WORKOUT
            message.in_workout = writer.column([id])
        case .inCorrelation(let id):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_IN_CORRELATION
            message.in_correlation = writer.column([id])
        case .correlated(let truth):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_CORRELATED
            message.correlated = truth ? 1 : 0
        case .attribute(let match):
            message.term_case = HEARTH__V1__PREDICATE_TERM__TERM_ATTRIBUTE
            message.attribute = writer.message(match)
        }
    }
}
