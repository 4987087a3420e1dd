import Foundation
import HearthTestSupport

/// What a disk may hold after the power failed.
struct PowerLossImage {
    /// The files by their paths.
    private(set) var files: [String: [UInt8]] = [:]

    /// The image when the power fails after so many events: everything that was synced and, of the rest, a random part.
    init(of log: DiskLog, cut: Int, random: inout SeededGenerator) {
        var found: [String: FileOnDisk] = [:]
        for event in log.events[..<cut] {
            FileOnDisk.apply(event, to: &found)
        }
        let survival = Survival.allCases[Int.random(in: 0..<Survival.allCases.count, using: &random)]
        for (path, file) in found.sorted(by: { $0.key < $1.key }) {
            files[path] = file.image(survival, &random)
        }
    }
}

extension PowerLossImage {
    /// Puts the files of a database into a folder, under another name.
    func write(at path: String, insteadOf original: String) throws {
        for (file, bytes) in files where file.hasPrefix(original) {
            try Data(bytes).write(to: URL(filePath: path + file.dropFirst(original.count)))
        }
    }
}

/// What becomes of writes that were not synced.
private enum Survival: CaseIterable {
    case none, all, some, pieces

    /// Whether one of them, or one sector of it, survives.
    func keeps(_ random: inout SeededGenerator) -> Bool {
        switch self {
        case .none: false
        case .all: true
        case .some, .pieces: Bool.random(using: &random)
        }
    }
}

/// A file, as the disk has it for sure and as it may have it.
private struct FileOnDisk {
    var durable: [UInt8] = []
    var pending: [DiskLog.Change] = []
    /// Whether its name is in the folder for sure.
    var isNamed = false
    /// Whether it was deleted, which is not for sure yet.
    var isDeleted = false

    static func apply(_ event: DiskLog.Event, to files: inout [String: FileOnDisk]) {
        switch event.change {
        case .created:
            files[event.path] = FileOnDisk()
        case .wrote, .truncated:
            files[event.path, default: FileOnDisk()].pending.append(event.change)
        case .synced:
            // With a new log or journal SQLite syncs the folder.
            if files[event.path]?.isNamed != true, ["-wal", "-journal"].contains(where: event.path.hasSuffix) {
                files = files.filter { !$1.isDeleted }.mapValues { $0.named }
            }
            files[event.path, default: FileOnDisk()].sync()
        case .syncFailed:
            files[event.path]?.pending = []
        case .deleted(isDurable: true):
            files[event.path] = nil
        case .deleted(isDurable: false):
            files[event.path]?.isDeleted = true
        case .promised:
            break
        }
    }

    private var named: FileOnDisk {
        var file = self
        file.isNamed = true
        return file
    }

    private mutating func sync() {
        isNamed = true
        for change in pending {
            durable.apply(change)
        }
        pending = []
    }

    func image(_ survival: Survival, _ random: inout SeededGenerator) -> [UInt8]? {
        if isDeleted || !isNamed {
            guard Bool.random(using: &random) else { return nil }
        }
        var bytes = durable
        for change in pending {
            guard case .wrote(let written, let offset) = change, survival == .pieces else {
                if survival.keeps(&random) {
                    bytes.apply(change)
                }
                continue
            }
            for piece in sectors(offset..<offset + written.count) where survival.keeps(&random) {
                bytes.apply(
                    .wrote(
                        Array(written[piece.lowerBound - offset..<piece.upperBound - offset]),
                        offset: piece.lowerBound
                    )
                )
            }
        }
        return bytes
    }

    /// The parts of a write that a disk writes whole or not at all.
    private func sectors(_ range: Range<Int>) -> [Range<Int>] {
        let size = 512
        return stride(from: range.lowerBound / size * size, to: range.upperBound, by: size).map { start in
            max(start, range.lowerBound)..<min(start + size, range.upperBound)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func apply(_ change: DiskLog.Change) {
        switch change {
        case .wrote(let bytes, let offset):
            resize(Swift.max(count, offset + bytes.count))
            replaceSubrange(offset..<offset + bytes.count, with: bytes)
        case .truncated(let size):
            resize(size)
        case .created, .synced, .syncFailed, .deleted, .promised:
            break
        }
    }

    private mutating func resize(_ size: Int) {
        if size < count {
            removeLast(count - size)
        } else {
            append(contentsOf: repeatElement(0, count: size - count))
        }
    }
}
