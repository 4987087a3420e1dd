import CLinux
import HearthSystem

/// A folder or a file that a sandbox shows. It is opened before it is checked: what is shown is what was checked, whatever
/// another program puts in its place.
///
/// Unsafe pointers: `readlink` fills in a buffer.
final class OpenedPath {
    /// Where it is, without symbolic links.
    let path: String
    let descriptor: Int32

    /// Nil if nothing is there.
    init?(_ name: String) {
        descriptor = hearth_open_path(name)
        guard descriptor >= 0 else { return nil }
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
        guard count > 0 else {
            close(descriptor)
            return nil
        }
        path = String(decoding: target[..<count], as: UTF8.self)
    }

    deinit {
        close(descriptor)
    }

    var facts: FileFacts? { FileFacts("/proc/self/fd/\(descriptor)") }
}
