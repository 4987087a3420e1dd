/// Reads a workout file piece by piece, for example as it arrives over a network.
///
/// ```swift
/// var reader = WorkoutFileReader()
/// for try await piece in pieces {
///     for workout in try reader.read(piece.bytes) {
///         show(workout)
///     }
/// }
/// let rest = try reader.finish()
/// ```
///
/// Memory is bounded by the longest workout and not by the file: a GPX track is handed out when it ends, the workouts
/// of a FIT file when its checksum is known. Workouts that are complete before a fault are returned first: the call after
/// that throws. A reader that has thrown throws the same error again.
public struct WorkoutFileReader: ~Copyable {
    /// The format, once the first bytes have determined it.
    public var format: WorkoutFileFormat? {
        switch content {
        case .undecided: nil
        case .fit: .fit
        case .xml(_, let root): root.format
        }
    }

    /// Whether the bytes so far are those of a FIT file.
    var beginsAsFIT: Bool {
        switch content {
        case .undecided: FITHeader.isMarked(head)
        case .fit: true
        case .xml: false
        }
    }

    /// The omissions so far.
    public var notices: [WorkoutFileNotice] {
        switch content {
        case .undecided: []
        case .fit(let reader): reader.notices.notices
        case .xml(_, let root): root.notices.notices
        }
    }

    private enum Content {
        case undecided
        case fit(FITReader)
        case xml(any XMLParsing, RootHandler)
    }

    private static let headBytes = max(FITHeader.maxBytes, XMLEncoding.headBytes)

    private var content = Content.undecided
    private var head: [UInt8] = []
    private var failure: FormatError?
    private let listedSport: RecordedSport?

    /// A reader for one file, whose format it recognizes.
    public init() {
        self.init(listedSport: nil)
    }

    /// `listedSport`: what a list of activities says, for a file that names no sport.
    init(listedSport: RecordedSport?) {
        self.listedSport = listedSport
    }

    /// Reads the next bytes, and returns the workouts that they complete.
    public mutating func read(_ bytes: RawSpan) throws(FormatError) -> [RecordedWorkout] {
        try guarded(isLast: false) { reader throws(FormatError) in
            try reader.push(bytes)
        }
    }

    /// Ends the file, and returns the workouts that were not returned yet.
    public mutating func finish() throws(FormatError) -> [RecordedWorkout] {
        try finish(isCut: false)
    }

    /// `isCut`: whether the file is known to continue, although no byte is missing so far.
    mutating func finish(isCut: Bool) throws(FormatError) -> [RecordedWorkout] {
        try guarded(isLast: true) { reader throws(FormatError) in
            try reader.decide(isWhole: true)
            switch reader.content {
            case .undecided: throw FormatError(.unknownFormat, at: 0)
            case .fit(let fit): try fit.finish(isCut: isCut)
            case .xml(let xml, _): try xml.finish()
            }
        }
    }

    private mutating func guarded(
        isLast: Bool,
        _ body: (inout WorkoutFileReader) throws(FormatError) -> Void
    ) throws(FormatError) -> [RecordedWorkout] {
        if let failure {
            throw failure
        }
        do throws(FormatError) {
            try body(&self)
        } catch {
            failure = error
            guard !isLast else { throw error }
            let workouts = takeWorkouts()
            guard !workouts.isEmpty else { throw error }
            return workouts
        }
        return takeWorkouts()
    }

    private mutating func push(_ bytes: RawSpan) throws(FormatError) {
        switch content {
        case .undecided:
            // FIT's header and the encoding of XML are in the first bytes.
            let missing = bytes.extracting(first: Self.headBytes - head.count)
            missing.withUnsafeBytes { head.append(contentsOf: $0) }
            guard head.count == Self.headBytes else { return }
            try decide(isWhole: false)
            try push(bytes.extracting(droppingFirst: missing.byteCount))
        case .fit(let reader): try reader.push(bytes)
        case .xml(let reader, _): try reader.push(bytes)
        }
    }

    private mutating func decide(isWhole: Bool) throws(FormatError) {
        guard case .undecided = content else { return }
        let bytes = head
        head = []
        if FITHeader.isMarked(bytes) {
            content = .fit(FITReader(listedSport))
        } else {
            guard looksLikeXML(bytes, isWhole: isWhole) else { throw FormatError(.unknownFormat, at: 0) }
            let root = RootHandler(listedSport)
            content = .xml(XMLEncoding.parser(of: bytes, root), root)
        }
        try push(bytes.span.bytes)
    }

    /// Blanks, byte order marks, and zeros of UTF-16 may precede the first `<`, which may follow unless the bytes are the
    /// whole file.
    private func looksLikeXML(_ bytes: [UInt8], isWhole: Bool) -> Bool {
        let first = bytes.first { $0 > 0x20 && ![0xef, 0xbb, 0xbf, 0xfe, 0xff].contains($0) }
        return first == nil ? !isWhole : first == UInt8(ascii: "<")
    }

    /// The workouts that are complete although the file, or what it is read from, has a fault.
    mutating func takeComplete() -> [RecordedWorkout] {
        if failure == nil, case .xml(let xml, _) = content {
            try? xml.finish()
        }
        return takeWorkouts()
    }

    private func takeWorkouts() -> [RecordedWorkout] {
        switch content {
        case .undecided:
            return []
        case .fit(let reader):
            defer { reader.workouts = [] }
            return reader.workouts
        case .xml(_, let root):
            return root.takeWorkouts()
        }
    }
}
