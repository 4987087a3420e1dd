internal import HearthModel

/// Whatever the input is, the error about it fits into the reply that tells of it.
func checkError(_ error: HearthError) {
    let limit = Limits.standard.stringBytes
    precondition(error.message.utf8.count <= limit && error.field.utf8.count <= limit, "an error is too long to send")
    precondition(!error.message.utf8.contains(0) && !error.field.utf8.contains(0), "an error holds NUL")
}
