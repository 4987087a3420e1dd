import HearthModel

@testable import HearthStore

/// The memory of all arrays that a value reaches, each once; not of what all queries share.
struct ArrayBytes {
    private(set) var bytes = 0
    private var objects: Set<ObjectIdentifier> = []
    private var buffers: Set<UnsafeRawPointer> = []

    init(of value: Any) {
        add(value)
    }

    private mutating func add(_ value: Any) {
        if value is Segment || value is SegmentReader || value is Snapshot { return }
        if let array = value as? any MeasuredArray {
            guard let (start, size) = array.buffer, buffers.insert(start).inserted else { return }
            bytes += size
            if array.isPlain { return }
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .class, !objects.insert(ObjectIdentifier(value as AnyObject)).inserted { return }
        for child in mirror.children {
            add(child.value)
        }
    }
}

private protocol MeasuredArray {
    /// Where the elements begin, and the memory that they take; nil: none.
    var buffer: (start: UnsafeRawPointer, bytes: Int)? { get }
    /// Whether the elements refer to nothing.
    var isPlain: Bool { get }
}

extension Array: MeasuredArray {
    fileprivate var isPlain: Bool { _isPOD(Element.self) }

    fileprivate var buffer: (start: UnsafeRawPointer, bytes: Int)? {
        guard !isEmpty else { return nil }
        return withUnsafeBytes { elements in
            elements.baseAddress.map { ($0, 32 + capacity * MemoryLayout<Element>.stride) }
        }
    }
}
