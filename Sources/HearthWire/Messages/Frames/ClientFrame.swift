internal import CHearthProtocol
package import HearthModel

/// A client's frame, with one request.
package struct ClientFrame: Hashable, Sendable {
    /// The number of the call, chosen by the client.
    package var call: UInt64
    package var request: Request

    package init(call: UInt64, _ request: Request) {
        self.call = call
        self.request = request
    }
}

/// A client's request.
package enum Request: Hashable, Sendable {
    case hello(Hello)
    case save(Save)
    case deleteObjects(DeleteObjects)
    case addToWorkout(AddToWorkout)
    case querySamples(QuerySamples)
    case queryChanges(QueryChanges)
    case observe(Observe)
    case listSources(ListSources)
    case characteristics(Characteristics)
    case ping(Ping)
    case cancel
    case credit(Credit)
    case status
    case backgroundDelivery(BackgroundDelivery)
    case acknowledge(Acknowledge)
    case backgroundControl(BackgroundControl)
    case queryStatistics(QueryStatistics)
    case sourceRanks(SourceRanks)
    case accessControl(AccessControl)
    case authorization(Authorization)
}

extension ClientFrame: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__ClientFrame> { hearth__v1__client_frame__init }

    init(_ message: Hearth__V1__ClientFrame, _ reader: MessageReader) throws(HearthError) {
        call = message.call
        request =
            switch message.request_case {
            case HEARTH__V1__CLIENT_FRAME__REQUEST_HELLO:
                .hello(try reader.required(message.hello, "hello"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_SAVE:
                .save(try reader.required(message.save, "save"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_DELETE_OBJECTS:
                .deleteObjects(try reader.required(message.delete_objects, "delete_objects"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_ADD_TO_WORKOUT:
                .addToWorkout(try reader.required(message.add_to_workout, "add_to_workout"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_QUERY_SAMPLES:
                .querySamples(try reader.required(message.query_samples, "query_samples"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_QUERY_CHANGES:
                .queryChanges(try reader.required(message.query_changes, "query_changes"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_OBSERVE:
                .observe(try reader.required(message.observe, "observe"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_LIST_SOURCES:
                .listSources(try reader.required(message.list_sources, "list_sources"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_CHARACTERISTICS:
                .characteristics(try reader.required(message.characteristics, "characteristics"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_PING:
                .ping(try reader.required(message.ping, "ping"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_CANCEL:
                .cancel
            case HEARTH__V1__CLIENT_FRAME__REQUEST_CREDIT:
                .credit(try reader.required(message.credit, "credit"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_STATUS:
                .status
            case HEARTH__V1__CLIENT_FRAME__REQUEST_BACKGROUND_DELIVERY:
                .backgroundDelivery(try reader.required(message.background_delivery, "background_delivery"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_ACKNOWLEDGE:
                .acknowledge(try reader.required(message.acknowledge, "acknowledge"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_BACKGROUND_CONTROL:
                .backgroundControl(try reader.required(message.background_control, "background_control"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_QUERY_STATISTICS:
                .queryStatistics(try reader.required(message.query_statistics, "query_statistics"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_SOURCE_RANKS:
                .sourceRanks(try reader.required(message.source_ranks, "source_ranks"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_ACCESS_CONTROL:
                .accessControl(try reader.required(message.access_control, "access_control"))
            case HEARTH__V1__CLIENT_FRAME__REQUEST_AUTHORIZATION:
                .authorization(try reader.required(message.authorization, "authorization"))
            default:
                throw HearthError(.unimplemented, "This version of Hearth does not know the request.")
            }
    }

    func write(to message: inout Hearth__V1__ClientFrame, _ writer: MessageWriter) {
        message.call = call
        switch request {
        case .hello(let hello):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_HELLO
            message.hello = writer.message(hello)
        case .save(let save):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_SAVE
            message.save = writer.message(save)
        case .deleteObjects(let deletion):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_DELETE_OBJECTS
            message.delete_objects = writer.message(deletion)
        case .addToWorkout(let addition):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_ADD_TO_WORKOUT
            message.add_to_workout = writer.message(addition)
        case .querySamples(let query):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_QUERY_SAMPLES
            message.query_samples = writer.message(query)
        case .queryChanges(let query):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_QUERY_CHANGES
            message.query_changes = writer.message(query)
        case .observe(let observation):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_OBSERVE
            message.observe = writer.message(observation)
        case .listSources(let listing):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_LIST_SOURCES
            message.list_sources = writer.message(listing)
        case .characteristics(let characteristics):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_CHARACTERISTICS
            message.characteristics = writer.message(characteristics)
        case .ping(let ping):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_PING
            message.ping = writer.message(ping)
        case .cancel:
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_CANCEL
            message.cancel = writer.message(Cancel())
        case .credit(let credit):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_CREDIT
            message.credit = writer.message(credit)
        case .status:
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_STATUS
            message.status = writer.message(Status())
        case .backgroundDelivery(let delivery):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_BACKGROUND_DELIVERY
            message.background_delivery = writer.message(delivery)
        case .acknowledge(let acknowledgement):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_ACKNOWLEDGE
            message.acknowledge = writer.message(acknowledgement)
        case .backgroundControl(let control):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_BACKGROUND_CONTROL
            message.background_control = writer.message(control)
        case .queryStatistics(let query):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_QUERY_STATISTICS
            message.query_statistics = writer.message(query)
        case .sourceRanks(let ranks):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_SOURCE_RANKS
            message.source_ranks = writer.message(ranks)
        case .accessControl(let control):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_ACCESS_CONTROL
            message.access_control = writer.message(control)
        case .authorization(let authorization):
            message.request_case = HEARTH__V1__CLIENT_FRAME__REQUEST_AUTHORIZATION
            message.authorization = writer.message(authorization)
        }
    }
}
