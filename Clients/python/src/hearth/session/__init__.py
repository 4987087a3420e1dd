"""The client's side of the protocol, without a socket, a thread or a clock. Both clients drive this."""
