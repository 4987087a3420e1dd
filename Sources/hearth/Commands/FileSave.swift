import HearthClient
import HearthModel
import HearthWire

/// Saves the samples of a file in parts.
struct FileSave: Sendable {
    /// What happened to the samples so far.
    private struct Progress {
        var added: UInt64 = 0
        var unchanged: UInt64 = 0
        /// Of the unchanged samples those that other apps saved, by app.
        var others: [String: UInt64] = [:]

        var total: UInt64 { added + unchanged }
    }

    /// Why a file was not saved, or only in part.
    struct Fault: Error, CustomStringConvertible {
        let description: String
        fileprivate let cause: any Error
        let isPartSaved: Bool

        /// Whether other files can be saved nevertheless.
        var isOfFile: Bool { cause is CommandError || (cause as? HearthError)?.isAboutSamples == true }

        fileprivate init(description: String, cause: any Error, isPartSaved: Bool) {
            self.description = description
            self.cause = cause
            self.isPartSaved = isPartSaved
        }
    }

    let connection: Connection
    /// The app that saves.
    let app: String
    /// What a stored sample must have in common with one of the file, apart from times and value.
    let comparesMetadata: Bool
    let comparesDevice: Bool
    /// Whether nothing is saved, and only counted.
    var isDryRun = false
    let dates: DateText
    /// Whether it is one of several files.
    var isOneOfSeveral = false

    func save<File: SampleLines & ~Copyable>(_ file: consuming File) async throws {
        var progress = Progress()
        var first: SampleRow?
        defer { Terminal.showProgress("") }
        do {
            var part = try file.next()
            first = FileSave.firstSample(of: part)
            while !part.isEmpty {
                let samples = part
                async let saving = save(samples)
                // The next samples are read while the server writes these. These are saved even if the next are wrong.
                let following = Result { try file.next() }
                let saved = try await saving
                progress.added += saved.added
                progress.unchanged += saved.unchanged
                progress.others.merge(saved.others, uniquingKeysWith: +)
                Terminal.showProgress("\(progress.total.counted("sample")) \(isDryRun ? "read" : "saved")...")
                part = try following.get()
            }
        } catch {
            guard progress.total > 0, !isDryRun else {
                let nothing = " Nothing\(isOneOfSeveral ? " of it" : "") was saved."
                throw Fault(description: ErrorText.text(of: error) + nothing, cause: error, isPartSaved: false)
            }
            let kept = progress.total.counted("sample is saved", "samples are saved")
            let text =
                "\(ErrorText.text(of: error)) From the lines before it \(kept). Correct the line and run the command again:"
                + " what is stored is not saved twice."
            throw Fault(description: text, cause: error, isPartSaved: true)
        }
        Terminal.showProgress("")
        try Output.print(summary(progress))
        if let first {
            Terminal.printError("The first one was read as \(first.summary(dates)).")
        }
        var missing: [ObjectType: Int] = [:]
        if !isDryRun {
            missing = try await WorkoutAssociation(connection: connection).add(file.workoutMembers)
        }
        try FileSave.report(skipped: file.skipped, missing: missing)
    }

    /// Throws if the lines of samples had only a summary of them, or if samples of workouts are not stored.
    private static func report(skipped: [ObjectType: Int], missing: [ObjectType: Int]) throws(CommandError) {
        let list = { (counts: [ObjectType: Int]) in
            counts.map { "\($0.value) of \($0.key.shortName)" }.sorted().joined(separator: ", ")
        }
        var problems: [String] = []
        if !skipped.isEmpty {
            let count = skipped.values.reduce(0, +).counted("sample was", "samples were")
            problems.append(
                "\(count) left out, because the lines have only a summary of them: \(list(skipped))."
                    + " 'hearth query --json --series' prints all of each sample."
            )
        }
        if !missing.isEmpty {
            let count = missing.values.reduce(0, +).counted("sample", "samples")
            problems.append(
                "\(count) of workouts could not be added to them, because they are not stored: \(list(missing))."
                    + " Save them, and then the workouts once more."
            )
        }
        guard problems.isEmpty else { throw CommandError(problems.joined(separator: " ")) }
    }

    /// A value in a wrong unit, or a date in a wrong zone, shows in the first sample.
    private static func firstSample(of part: [NumberedSamples]) -> SampleRow? {
        let firsts = part.compactMap { samples in samples.lines.first.map { (line: $0, columns: samples.columns) } }
        return firsts.min { $0.line < $1.line }.map { SampleRow(columns: $0.columns, row: 0) }
    }

    private func summary(_ progress: Progress) -> String {
        let known = progress.unchanged > 0 ? ", \(progress.unchanged.counted("was", "were")) stored already" : ""
        let others = progress.others.sorted { $0.key < $1.key }.map { "\($0.value) by \($0.key)" }
        let authors = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
        let saved =
            isDryRun
            ? progress.added.counted("sample would be saved", "samples would be saved")
            : progress.added.counted("sample saved", "samples saved")
        return "\(saved)\(known)\(authors)."
    }

    // MARK: - A part

    private func save(_ part: [NumberedSamples]) async throws -> Progress {
        if isDryRun {
            var left = part
            var progress = try await removeStored(from: &left)
            progress.added = UInt64(left.reduce(0) { $0 + $1.lines.count })
            return progress
        }
        do {
            return try await save(columns: part)
        } catch let error as HearthError where error.code == .invalidArgument {
            throw FileSave.repetition(in: part) ?? error
        } catch let error as HearthError where error.code == .identifierConflict {
            var left = part
            let known = try await removeStored(from: &left)
            guard known.total > 0 else { throw try await conflict(error, in: part) }
            do {
                var progress = left.isEmpty ? Progress() : try await save(columns: left)
                progress.unchanged += known.unchanged
                progress.others = known.others
                return progress
            } catch let error as HearthError where error.code == .identifierConflict {
                throw try await conflict(error, in: left)
            }
        }
    }

    private func save(columns part: [NumberedSamples]) async throws -> Progress {
        let committed = try await connection.save(part.map(\.columns))
        return Progress(added: committed.added, unchanged: committed.unchanged)
    }

    /// The line of a UUID that a sample of another type has, or one that the app may not read, or that the file has twice: no
    /// sample of the same type explains the error.
    private func conflict(_ error: HearthError, in part: [NumberedSamples]) async throws -> any Error {
        var types: [ObjectID: ObjectType] = [:]
        let lookup = SampleLookup(connection: connection)
        try await lookup.each(of: Set(part.flatMap(\.columns.ids)), types: ObjectType.all.filter(\.isStored)) {
            stored in
            types.merge(stored.ids.map { ($0, stored.type) }) { $1 }
        }
        for samples in part {
            for (id, line) in zip(samples.columns.ids, samples.lines) {
                if let type = types[id], type != samples.columns.type {
                    return FileSave.conflict(
                        at: line,
                        id,
                        "is stored with other content, as \(type.shortName)",
                        in: part
                    )
                }
            }
        }
        if let repetition = FileSave.repetition(in: part) { return repetition }
        return hiddenConflict(error, in: part, visible: types) ?? error
    }

    /// The line of the UUID that the server names, when no sample explains it that the app may read.
    private func hiddenConflict(
        _ error: HearthError,
        in part: [NumberedSamples],
        visible: [ObjectID: ObjectType]
    ) -> CommandError? {
        let named = Set(error.message.split { $0 == " " || $0 == "." || $0 == "," }.compactMap { ObjectID(String($0)) })
        for samples in part {
            for (id, line) in zip(samples.columns.ids, samples.lines) where named.contains(id) && visible[id] == nil {
                // The server says what else it is: the UUID of a sample that another app has deleted.
                guard error.isOfOtherContent else {
                    return CommandError("Line \(line): \(error.message)")
                }
                let allow = "hearth allow \(app.shellWord) \(samples.columns.type.shortName) --read".asCommand
                return FileSave.conflict(
                    at: line,
                    id,
                    "is taken by a sample that the app may not read",
                    in: part,
                    orElse: "let it read what others saved: \(allow)"
                )
            }
        }
        return nil
    }

    /// A UUID that several lines have; nil when each has its own.
    private static func repetition(in part: [NumberedSamples]) -> CommandError? {
        var lines: [ObjectID: Int] = [:]
        for samples in part {
            for (id, line) in zip(samples.columns.ids, samples.lines) {
                if let first = lines.updateValue(line, forKey: id) {
                    return CommandError("Line \(max(first, line)): The UUID \(id) is also on line \(min(first, line)).")
                }
            }
        }
        return nil
    }

    /// `fault`: what is wrong with the UUID. `other`: what else helps.
    private static func conflict(
        at line: Int,
        _ id: ObjectID,
        _ fault: String,
        in part: [NumberedSamples],
        orElse other: String? = nil
    ) -> CommandError {
        // Without a UUID the line would get the same one again.
        let isDerived = id.version == ContentIDs.version
        var ways = ["remove the line"]
        if !isDerived {
            ways.append("remove the UUID to save a copy with a new one")
        } else if !isOfCorrelation(id, in: part) {
            ways.append("give it another 'uuid' to save a copy with that")
        }
        ways += other.map { [$0] } ?? []
        let advice = ways.dropLast().joined(separator: ", ") + (ways.count > 1 ? ", or " : "") + (ways.last ?? "")
        return CommandError(
            "Line \(line): The UUID \(id)\(isDerived ? ", derived from times and value," : "") \(fault)."
                + " (\(ErrorCode.identifierConflict.name)) A stored sample does not change."
                + " \(advice.prefix(1).uppercased())\(advice.dropFirst())."
        )
    }

    /// Whether a line has a correlation: CSV does not name the UUIDs of its members.
    private static func isOfCorrelation(_ id: ObjectID, in part: [NumberedSamples]) -> Bool {
        part.contains { samples in
            guard case .correlation(let correlations) = samples.columns.payload else { return false }
            return samples.columns.ids.contains(id) || correlations.members.contains(id)
        }
    }

    // MARK: - What is stored already

    /// Removes the samples that are stored with the same content, whichever app saved them. Throws for a UUID that is
    /// stored with other content, with its line.
    private func removeStored(from part: inout [NumberedSamples]) async throws -> Progress {
        var progress = Progress()
        for index in part.indices {
            let samples = part[index]
            let stored = try await stored(like: samples.columns)
            let contents = StoredContents(samples.columns)
            let kept = try samples.columns.rows.indices.filter { row in
                let sample = SampleRow(columns: samples.columns, row: row)
                guard let (known, other) = stored[sample.id] else { return true }
                if let difference = difference(sample, known, contents.isSame(row, other, known.row)) {
                    throw FileSave.conflict(
                        at: samples.lines[row],
                        sample.id,
                        "is stored with other \(difference)",
                        in: part
                    )
                }
                progress.unchanged += 1
                if known.source != app {
                    progress.others[known.source, default: 0] += 1
                }
                return false
            }
            part[index] = NumberedSamples(
                columns: samples.columns.selecting(.each(kept)),
                lines: kept.map { samples.lines[$0] }
            )
        }
        part.removeAll { $0.lines.isEmpty }
        return progress
    }

    /// The stored samples with the UUIDs of columns, in their unit.
    private func stored(like columns: SampleColumns) async throws -> [ObjectID: (row: SampleRow, StoredContents)] {
        var found: [ObjectID: (row: SampleRow, StoredContents)] = [:]
        let lookup = SampleLookup(connection: connection)
        try await lookup.each(
            of: Set(columns.ids),
            types: [columns.type],
            unit: columns.payload.unit,
            includesSeries: !columns.payload.areValues
        ) { stored in
            let contents = StoredContents(stored)
            for row in stored.rows {
                found[row.id] = (row, contents)
            }
        }
        return found
    }

    /// What differs; nil when the file has the sample as it is stored.
    private func difference(_ sample: SampleRow, _ stored: SampleRow, _ hasSameContents: Bool) -> String? {
        if sample.start != stored.start || sample.end != stored.end { return "times" }
        if !hasSameContents { return "values" }
        if comparesMetadata, (sample.metadata ?? .none) != (stored.metadata ?? .none) { return "metadata" }
        if comparesDevice, sample.provenance?.device != stored.provenance?.device { return "devices" }
        return nil
    }
}
