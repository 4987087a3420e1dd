/// Why a file could not be read, and where: a workout file, an export, an archive or a database.
///
/// The description names a code and a position and never what the file holds, so it is safe to log:
///
/// ```swift
/// do {
///     let file = try WorkoutFile(contentsOf: url)
/// } catch {
///     print(error)   // "the file is not well-formed, at byte 51200"
/// }
/// ```
public struct FormatError: Error, Hashable, Sendable {
    /// The kind of fault.
    public let code: Code
    /// The number of bytes before the fault; 0 for a file that could not be opened.
    public let byteOffset: Int

    init(_ code: Code, at byteOffset: Int) {
        self.code = code
        self.byteOffset = byteOffset
    }
}

extension FormatError {
    /// A kind of fault. Later versions may add kinds, so a `switch` needs a `default`.
    public struct Code: Hashable, Sendable {
        let text: String

        /// The file could not be opened or read.
        public static let unreadable = Code(text: "the file cannot be read")
        /// The file has an unknown format.
        public static let unknownFormat = Code(text: "the format is not known")
        /// The XML is not well-formed, or the FIT messages make no sense.
        public static let malformed = Code(text: "the file is not well-formed")
        /// The XML ends before its root element does.
        public static let truncated = Code(text: "the file is cut off")
        /// The file's checksum does not match its bytes.
        public static let checksumMismatch = Code(text: "the checksum does not match")
        /// The XML is in an encoding other than UTF-8, UTF-16, ISO 8859-1 and ASCII.
        public static let unsupportedEncoding = Code(text: "the encoding is not supported")
        /// The FIT file has a newer major version.
        public static let unsupportedVersion = Code(text: "the version is not supported")
        /// The XML declares entities, which no workout file needs.
        public static let entityDeclaration = Code(text: "the file declares entities")
        /// The XML nests elements too deeply.
        public static let tooDeep = Code(text: "elements are nested too deeply")
        /// A tag, a text or a value is too long.
        public static let tooLong = Code(text: "a tag, a text or a value is too long")
        /// The file, or a list in an archive, is too large.
        public static let tooManyBytes = Code(text: "the file is too large")
        /// A database has more records of a kind than the limits allow.
        public static let tooManyRecords = Code(text: "there are too many records of a kind")
        /// The file makes up too many names.
        public static let tooManyNames = Code(text: "there are too many different names")
        /// The archive has more entries than the limits allow.
        public static let tooManyEntries = Code(text: "the archive has too many entries")
        /// The archive is encrypted with a password.
        public static let encrypted = Code(
            text: "the archive is encrypted; unpack it with its password, and import the folder"
        )
        /// A file in the archive becomes implausibly large when it is decompressed.
        public static let expandsTooMuch = Code(text: "the archive expands too much")
        /// A workout has more points, laps or pauses than the limits allow.
        public static let tooLarge = Code(text: "a workout has too many points, laps or pauses")
    }
}

extension FormatError: CustomStringConvertible {
    /// The code, and the position unless the file could not be opened.
    public var description: String {
        byteOffset == 0 ? code.text : "\(code.text), at byte \(byteOffset)"
    }
}
