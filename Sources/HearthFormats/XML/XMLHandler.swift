/// Handles the elements of a format.
protocol XMLHandler: AnyObject {
    func start(_ name: XMLName, _ attributes: XMLAttributes, at position: XMLPosition) throws(FormatError)
        -> XMLInterest

    /// `text` is the text directly before the end; it is empty if the handler did not ask for it.
    func end(text: Span<UInt8>, at position: XMLPosition) throws(FormatError)

    /// The root element has ended.
    func finish() throws(FormatError)
}

/// What a handler needs of an element that starts.
enum XMLInterest {
    /// The element is unknown.
    case unknown
    /// Its elements.
    case elements
    /// Its text.
    case text
}

/// Cuts the bytes of a document into elements for a handler.
protocol XMLParsing: AnyObject {
    func push(_ bytes: RawSpan) throws(FormatError)

    /// The document is complete.
    func finish() throws(FormatError)
}
