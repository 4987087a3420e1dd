import CExpat

/// Where in the file an element is, while it is handled. The offset is only computed when there is something to say.
struct XMLPosition {
    let parser: XML_Parser
    let droppedBytes: Int

    /// The number of bytes before the element's tag.
    var offset: Int {
        max(0, Int(XML_GetCurrentByteIndex(parser))) + droppedBytes
    }
}
