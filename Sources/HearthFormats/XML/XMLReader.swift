import CExpat

/// Cuts XML into elements for a handler. Memory is bounded: by the limits on tags, texts, depth and names.
///
/// Unsafe pointers: Expat's callbacks get this object as their context. It outlives them, because it owns the parser.
final class XMLReader: XMLParsing {
    /// Expat keeps an unfinished tag until it ends.
    static let maxTagBytes = 256 << 10
    static let maxTextBytes = 64 << 10
    static let maxDepth = 64
    /// Expat scans an unfinished tag from its start for each piece, so small pieces are joined first.
    private static let pieceBytes = 64 << 10

    private let parser: XML_Parser
    private let handler: any XMLHandler
    private var filter = XMLFilter()
    private var vocabulary = XMLVocabulary()
    private var piece: [UInt8] = []
    private var text: [UInt8] = []
    private var attributes: [XMLAttribute] = []
    /// Most texts are the blanks between elements, which Expat need not report.
    private var wantsText = false {
        didSet {
            guard wantsText != oldValue else { return }
            if wantsText {
                XML_SetCharacterDataHandler(parser) { XMLReader.of($0).append($1, Int($2)) }
            } else {
                XML_SetCharacterDataHandler(parser, nil)
            }
        }
    }
    private var depth = 0
    private var passedBytes = 0
    private var failure: FormatError?

    init(_ handler: any XMLHandler) {
        guard let parser = XML_ParserCreateNS(nil, XML_Char(XMLName.separator)) else {
            fatalError("out of memory for an XML parser")
        }
        self.parser = parser
        self.handler = handler
        piece.reserveCapacity(Self.pieceBytes)
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { XMLReader.of($0).start($1, $2) },
            { context, _ in XMLReader.of(context).end() }
        )
        XML_SetStartNamespaceDeclHandler(parser) { context, prefix, _ in XMLReader.of(context).admit(prefix) }
        XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
            XMLReader.of(context).fail(.entityDeclaration)
        }
    }

    deinit {
        XML_ParserFree(parser)
    }

    func push(_ bytes: RawSpan) throws(FormatError) {
        var rest = bytes
        while !rest.isEmpty {
            let next = rest.extracting(first: Self.pieceBytes - piece.count)
            rest = rest.extracting(droppingFirst: next.byteCount)
            next.withUnsafeBytes { piece.append(contentsOf: $0) }
            if piece.count == Self.pieceBytes {
                try parse(isFinal: false)
            }
        }
    }

    func finish() throws(FormatError) {
        try parse(isFinal: true)
        try handler.finish()
    }

    private func parse(isFinal: Bool) throws(FormatError) {
        let text = filter.apply(to: &piece, isFinal: isFinal)
        let status = piece.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: XML_Char.self).baseAddress.map { $0 + text.lowerBound }
            return XML_Parse(parser, start, Int32(text.count), isFinal ? 1 : 0)
        }
        passedBytes += text.count
        piece.removeSubrange(0..<text.upperBound)
        if let failure {
            throw failure
        }
        guard status == XML_STATUS_OK else {
            throw error(of: XML_GetErrorCode(parser))
        }
        if !isFinal, passedBytes - Int(XML_GetCurrentByteIndex(parser)) > Self.maxTagBytes {
            throw FormatError(.tooLong, at: offset)
        }
    }

    private func error(of code: XML_Error) -> FormatError {
        switch code {
        case XML_ERROR_NO_ELEMENTS where depth == 0 && passedBytes == 0:
            FormatError(.unknownFormat, at: 0)
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
            FormatError(.truncated, at: filter.droppedBytes + passedBytes)
        case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING:
            FormatError(.unsupportedEncoding, at: offset)
        default:
            FormatError(.malformed, at: offset)
        }
    }

    /// Where in the file Expat is.
    private var offset: Int { max(0, Int(XML_GetCurrentByteIndex(parser))) + filter.droppedBytes }

    private var position: XMLPosition { XMLPosition(offset: offset) }

    // MARK: - Callbacks from Expat

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLReader {
        guard let context else { preconditionFailure("Expat lost its context") }
        return Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue()
    }

    private func fail(_ code: FormatError.Code) {
        fail(FormatError(code, at: offset))
    }

    private func fail(_ error: FormatError) {
        failure = failure ?? error
        XML_StopParser(parser, 0)
    }

    private func start(_ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        guard failure == nil, let name, let list else { return }
        depth += 1
        if !text.isEmpty {
            text.removeAll(keepingCapacity: true)
        }
        guard depth <= Self.maxDepth else { return fail(.tooDeep) }
        attributes.removeAll(keepingCapacity: true)
        var index = 0
        while let name = list[index], let value = list[index + 1] {
            attributes.append(XMLAttribute(name: XMLText(name), value: XMLText(value)))
            index += 2
        }
        do throws(FormatError) {
            let name = XMLText(name)
            let interest = try attributes.withUnsafeBufferPointer { list throws(FormatError) in
                try handler.start(XMLName(name), XMLAttributes(list), at: position)
            }
            wantsText = interest == .text
            if interest == .unknown {
                try admit(name)
            }
            for attribute in attributes {
                try admit(attribute.name)
            }
        } catch {
            fail(error)
        }
    }

    private func end() {
        guard failure == nil else { return }
        depth -= 1
        do throws(FormatError) {
            try handler.end(text: text.span, at: position)
        } catch {
            fail(error)
        }
        if wantsText {
            wantsText = false
            text.removeAll(keepingCapacity: true)
        }
    }

    private func append(_ characters: UnsafePointer<XML_Char>?, _ count: Int) {
        guard failure == nil else { return }
        guard text.count + count <= Self.maxTextBytes else { return fail(.tooLong) }
        text.append(contentsOf: UnsafeRawBufferPointer(start: characters, count: count))
    }

    private func admit(_ prefix: UnsafePointer<XML_Char>?) {
        guard failure == nil, let prefix, !vocabulary.admits(XMLText(prefix)) else { return }
        fail(.tooManyNames)
    }

    private func admit(_ name: XMLText) throws(FormatError) {
        guard vocabulary.admits(name) else {
            throw FormatError(.tooManyNames, at: offset)
        }
    }
}
