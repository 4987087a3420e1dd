internal import CHearthProtocol
package import HearthModel

/// A server's frame, with one reply.
package struct ServerFrame: Hashable, Sendable {
    /// The call that this answers; 0 for the connection as a whole.
    package var call: UInt64
    package var reply: Reply

    package init(call: UInt64, _ reply: Reply) {
        self.call = call
        self.reply = reply
    }
}

/// A server's reply.
package enum Reply: Hashable, Sendable {
    case welcome(Welcome)
    case error(ErrorReply)
    case done(Done)
    case committed(Committed)
    case samples(SampleBatch)
    case changes(ChangeBatch)
    case notice(Notice)
    case sourceList(SourceList)
    case characteristicValues(CharacteristicValues)
    case pong(Pong)
    case statusReport(StatusReport)
    case backgroundRegistrations(BackgroundRegistrationList)
    case acknowledged(Acknowledged)
    case backgroundApp(BackgroundAppStatus)
    case statistics(StatisticsBatch)
    case sourceRanks(SourceRankList)
    case accessList(AccessList)
    case authorizationStatus(AuthorizationStatus)
    /// An unknown reply of a newer server, which a client ignores. Never sent.
    case unknown
}

extension ServerFrame: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__ServerFrame> { hearth__v1__server_frame__init }

    init(_ message: Hearth__V1__ServerFrame, _ reader: MessageReader) throws(HearthError) {
        call = message.call
        reply =
            switch message.reply_case {
            case HEARTH__V1__SERVER_FRAME__REPLY_WELCOME:
                .welcome(try reader.required(message.welcome, "welcome"))
            case HEARTH__V1__SERVER_FRAME__REPLY_ERROR:
                .error(try reader.required(message.error, "error"))
            case HEARTH__V1__SERVER_FRAME__REPLY_DONE:
                .done(try reader.required(message.done, "done"))
            case HEARTH__V1__SERVER_FRAME__REPLY_COMMITTED:
                .committed(try reader.required(message.committed, "committed"))
            case HEARTH__V1__SERVER_FRAME__REPLY_SAMPLES:
                .samples(try reader.required(message.samples, "samples"))
            case HEARTH__V1__SERVER_FRAME__REPLY_CHANGES:
                .changes(try reader.required(message.changes, "changes"))
            case HEARTH__V1__SERVER_FRAME__REPLY_NOTICE:
                .notice(try reader.required(message.notice, "notice"))
            case HEARTH__V1__SERVER_FRAME__REPLY_SOURCE_LIST:
                .sourceList(try reader.required(message.source_list, "source_list"))
            case HEARTH__V1__SERVER_FRAME__REPLY_CHARACTERISTIC_VALUES:
                .characteristicValues(try reader.required(message.characteristic_values, "characteristic_values"))
            case HEARTH__V1__SERVER_FRAME__REPLY_PONG:
                .pong(try reader.required(message.pong, "pong"))
            case HEARTH__V1__SERVER_FRAME__REPLY_STATUS_REPORT:
                .statusReport(try reader.required(message.status_report, "status_report"))
            case HEARTH__V1__SERVER_FRAME__REPLY_BACKGROUND_REGISTRATIONS:
                .backgroundRegistrations(
                    try reader.required(message.background_registrations, "background_registrations")
                )
            case HEARTH__V1__SERVER_FRAME__REPLY_ACKNOWLEDGED:
                .acknowledged(try reader.required(message.acknowledged, "acknowledged"))
            case HEARTH__V1__SERVER_FRAME__REPLY_BACKGROUND_APP:
                .backgroundApp(try reader.required(message.background_app, "background_app"))
            case HEARTH__V1__SERVER_FRAME__REPLY_STATISTICS:
                .statistics(try reader.required(message.statistics, "statistics"))
            case HEARTH__V1__SERVER_FRAME__REPLY_SOURCE_RANKS:
                .sourceRanks(try reader.required(message.source_ranks, "source_ranks"))
            case HEARTH__V1__SERVER_FRAME__REPLY_ACCESS_LIST:
                .accessList(try reader.required(message.access_list, "access_list"))
            case HEARTH__V1__SERVER_FRAME__REPLY_AUTHORIZATION_STATUS:
                .authorizationStatus(try reader.required(message.authorization_status, "authorization_status"))
            default:
                .unknown
            }
    }

    func write(to message: inout Hearth__V1__ServerFrame, _ writer: MessageWriter) {
        message.call = call
        switch reply {
        case .welcome(let welcome):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_WELCOME
            message.welcome = writer.message(welcome)
        case .error(let error):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_ERROR
            message.error = writer.message(error)
        case .done(let done):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_DONE
            message.done = writer.message(done)
        case .committed(let committed):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_COMMITTED
            message.committed = writer.message(committed)
        case .samples(let batch):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_SAMPLES
            message.samples = writer.message(batch)
        case .changes(let batch):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_CHANGES
            message.changes = writer.message(batch)
        case .notice(let notice):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_NOTICE
            message.notice = writer.message(notice)
        case .sourceList(let list):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_SOURCE_LIST
            message.source_list = writer.message(list)
        case .characteristicValues(let values):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_CHARACTERISTIC_VALUES
            message.characteristic_values = writer.message(values)
        case .pong(let pong):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_PONG
            message.pong = writer.message(pong)
        case .statusReport(let report):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_STATUS_REPORT
            message.status_report = writer.message(report)
        case .backgroundRegistrations(let list):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_BACKGROUND_REGISTRATIONS
            message.background_registrations = writer.message(list)
        case .acknowledged(let acknowledged):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_ACKNOWLEDGED
            message.acknowledged = writer.message(acknowledged)
        case .backgroundApp(let app):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_BACKGROUND_APP
            message.background_app = writer.message(app)
        case .statistics(let batch):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_STATISTICS
            message.statistics = writer.message(batch)
        case .sourceRanks(let ranks):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_SOURCE_RANKS
            message.source_ranks = writer.message(ranks)
        case .accessList(let list):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_ACCESS_LIST
            message.access_list = writer.message(list)
        case .authorizationStatus(let status):
            message.reply_case = HEARTH__V1__SERVER_FRAME__REPLY_AUTHORIZATION_STATUS
            message.authorization_status = writer.message(status)
        case .unknown:
            break
        }
    }
}
