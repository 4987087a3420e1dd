import CExpat

/// The position of an element in the file, while it is handled. The offset is computed only on demand.
struct XMLPosition {
    let parser: XML_Parser
    let droppedBytes: Int

    /// The number of bytes before the element's tag.
    var offset: Int {
        max(0, Int(XML_GetCurrentByteIndex(parser))) + droppedBytes
    }
}
