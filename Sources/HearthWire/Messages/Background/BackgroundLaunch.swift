internal import CHearthProtocol
internal import HearthModel

extension BackgroundLaunch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__BackgroundLaunch> { hearth__v1__background_launch__init }

    init(_ message: Hearth__V1__BackgroundLaunch, _ reader: MessageReader) throws(HearthError) {
        let command = try reader.texts(message.command, message.n_command, "command")
        let directory = try reader.text(message.working_directory, "working_directory")
        let unit = try reader.text(message.systemd_unit, "systemd_unit")
        guard unit.isEmpty || (command.isEmpty && directory.isEmpty) else {
            throw HearthError(
                .invalidArgument,
                "The launch has both a command and a unit: name one of them.",
                field: "systemd_unit"
            )
        }
        self.init(
            unit.isEmpty ? .command(command, workingDirectory: directory) : .systemdUnit(unit),
            timeLimitSeconds: message.time_limit_seconds,
            isFallback: message.fallback != 0
        )
        try validate()
    }

    func write(to message: inout Hearth__V1__BackgroundLaunch, _ writer: MessageWriter) {
        switch means {
        case .command(let command, let directory):
            message.n_command = command.count
            message.command = writer.texts(command)
            message.working_directory = writer.text(directory)
        case .systemdUnit(let unit):
            message.systemd_unit = writer.text(unit)
        }
        message.time_limit_seconds = timeLimitSeconds
        message.fallback = isFallback ? 1 : 0
    }
}
