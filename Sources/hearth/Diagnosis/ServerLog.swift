/// Where people find what the server says.
enum ServerLog {
    static let place =
        "'journalctl --user -u hearth.service' prints the log of a server that systemd starts, and 'hearth serve' prints its own"
        + " in its terminal."
}
