import HearthModel

/// The work of a handler: a value, because objects check each access to each of their properties.
struct HealthReading {
    private let elements = XMLNameTable<HealthElement>()

    private(set) var output: HealthOutput
    private(set) var characteristics = CharacteristicValues()
    private var batches: [HealthBatch] = []
    private let file: (String) throws(FormatError) -> (any ByteSource)?
    private var usedRouteFiles: Set<String> = []

    private var attributes = HealthAttributes()
    private var conversions = HealthConversions()
    private var open: [HealthElement?] = []
    /// The metadata of the open elements, each entry as key, NUL, value, NUL.
    private var metadataBytes: [UInt8] = []
    /// For each open element with metadata of its own, where that begins.
    private var metadataStarts: [Int] = []
    private var knownMetadata = XMLTextCache<HealthMetadata>()
    private var metadataCount = 0
    /// An element's metadata beyond this is left out.
    private static let maxMetadataBytes = 1 << 20

    private var record: HealthRecord?
    private var correlation: HealthCorrelation?
    private var repeats = RepeatedMembers()
    private var workout: HealthWorkoutParts?
    private var audiogram: HealthAudiogram?
    private var prescription: HealthPrescription?
    private var clinicalRecord: HealthClinicalRecord?

    /// `file` returns a file of the export by its path there; nil: there is none.
    init(
        _ selection: HealthSelection,
        _ key: IdentityKey?,
        file: @escaping (String) throws(FormatError) -> (any ByteSource)?
    ) {
        output = HealthOutput(selection, key)
        self.file = file
    }

    /// The batches that are complete.
    mutating func takeBatches() -> [HealthBatch] {
        defer { batches = [] }
        return batches
    }

    /// Everything that was read, also if the file ends early.
    mutating func finishBatch() {
        if let batch = output.takeBatch() {
            batches.append(batch)
        }
    }

    // MARK: - Elements

    mutating func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at position: XMLPosition
    ) throws(FormatError) -> XMLInterest {
        let element = name.namespace == .none ? elements[name.local] : nil
        defer { open.append(element) }
        guard !open.isEmpty else {
            guard element == .root else { throw FormatError(.unknownFormat, at: position.offset) }
            return .elements
        }
        guard let element else {
            // What an unknown element contains is part of it.
            if open.last != .some(nil), output.selection.wantsAll {
                output.tally.omit(Self.name(name), .unknownType)
            }
            return .unknown
        }
        self.attributes.read(attributes)
        switch element {
        case .metadataEntry: appendMetadata()
        case .beat: record?.appendBeat(&self.attributes)
        case .record: startRecord()
        case .correlation: startCorrelation()
        case .workout: startWorkout()
        case .workoutStatistics:
            let isOfActivity = open.last == .workoutActivity
            workout?.addStatistics(&self.attributes, isOfActivity: isOfActivity, &conversions, &output.tally)
        case .workoutEvent:
            beginMetadata()
            workout?.startEvent(&self.attributes)
        case .workoutActivity:
            beginMetadata()
            workout?.startActivity(&self.attributes, &output.tally)
        case .workoutRoute:
            beginMetadata()
            let source = output.source(&self.attributes)
            workout?.startRoute(&self.attributes, source)
        case .fileReference: workout?.setRouteFile(&self.attributes)
        case .characteristics: characteristics = HealthCharacteristics.values(&self.attributes, &output.tally)
        case .audiogram:
            beginMetadata()
            audiogram = HealthAudiogram(&self.attributes, &output)
        case .sensitivityPoint: audiogram?.addPoint(&self.attributes, &output.tally)
        case .visionPrescription:
            beginMetadata()
            prescription = HealthPrescription(&self.attributes, &output)
        case .rightEye: prescription?.addLens(&self.attributes, isLeft: false, &output.tally)
        case .leftEye: prescription?.addLens(&self.attributes, isLeft: true, &output.tally)
        case .clinicalRecord:
            beginMetadata()
            clinicalRecord = HealthClinicalRecord(&self.attributes, &output, file: file)
        case .activitySummary: omit(element, .computed)
        case .attachment: omit(element, .notStored)
        case .location: omit(element, .notStored)
        case .beats, .root, .exportDate:
            break
        }
        return .elements
    }

    private mutating func omit(_ element: HealthElement, _ reason: OmissionReason) {
        if output.selection.wantsAll {
            output.tally.omit(element.rawValue, reason)
        }
    }

    mutating func end() {
        guard let element = open.removeLast() else { return }
        switch element {
        case .record: endRecord()
        case .correlation: endCorrelation()
        case .workout: endWorkout()
        case .workoutEvent:
            let metadata = takeMetadata(isWanted: workout != nil).metadata
            workout?.endEvent(metadata)
        case .workoutActivity:
            let metadata = takeMetadata(isWanted: workout != nil).metadata
            workout?.endActivity(metadata)
        case .workoutRoute:
            let metadata = takeMetadata(isWanted: workout != nil).metadata
            workout?.endRoute(metadata, &output.tally)
        case .audiogram: endAudiogram()
        case .visionPrescription: endPrescription()
        case .clinicalRecord: endClinicalRecord()
        default: break
        }
        if open.count == 1, output.isBatchFull {
            finishBatch()
        }
    }

    /// The name of an element that is not known, for the list of what is not taken.
    private static func name(_ name: XMLName) -> String {
        name.local.count <= maxNameBytes ? name.local.string : "other elements"
    }

    private static let maxNameBytes = 32

    // MARK: - Metadata

    private mutating func beginMetadata() {
        metadataStarts.append(metadataBytes.count)
    }

    private mutating func appendMetadata() {
        guard !metadataStarts.isEmpty else { return }
        guard let key = attributes[.key], let value = attributes[.value],
            metadataBytes.count < Self.maxMetadataBytes
        else { return output.tally.omit(HealthElement.metadataEntry.rawValue, .invalidMetadata) }
        for text in [key, value] {
            metadataBytes.append(contentsOf: text.buffer)
            metadataBytes.append(0)
        }
    }

    /// The metadata of the element that ends.
    private mutating func takeMetadata(isWanted: Bool) -> HealthMetadata {
        let start = metadataStarts.removeLast()
        guard start < metadataBytes.count else { return .none }
        let bytes = start == 0 ? metadataBytes : Array(metadataBytes[start...])
        let metadata = knownMetadata.value(of: bytes) {
            metadataCount += 1
            return HealthMetadataTexts.metadata(bytes[...], number: metadataCount)
        }
        output.noteMetadata(bytes: bytes.count)
        metadataBytes.removeLast(metadataBytes.count - start)
        if isWanted {
            output.tally.omit(HealthElement.metadataEntry.rawValue, .invalidMetadata, count: metadata.omitted)
        }
        return metadata
    }

    // MARK: - Records

    private mutating func startRecord() {
        beginMetadata()
        record = nil
        let reading = HealthRecord.read(&attributes, &output, &conversions)
        switch reading {
        case .record(let read): record = read
        case .omitted(let subject, let reason): output.tally.omit(subject, reason)
        case .unwanted: break
        }
    }

    private mutating func endRecord() {
        let metadata = takeMetadata(isWanted: record != nil)
        guard let ended = record else { return }
        record = nil
        if let beats = ended.beats, output.selection.wants(.heartbeatSeries) {
            addBeats(beats, of: ended)
        }
        let builder = ended.builder
        guard output.selection.wants(builder.type) else { return }
        if let key = builder.type.requiredMetadataKey, metadata.metadata[key.rawValue] == nil {
            return output.tally.omit(builder.type.identifier, .missingMetadata)
        }
        if let correlation, correlation.members.count > Limits.standard.seriesPoints {
            return output.tally.omit(builder.type.identifier, .tooLarge)
        }
        if correlation != nil, let id = repeats.stored(ended) {
            correlation?.members.append(Member(id: id, type: builder.type))
            return
        }
        if correlation == nil, repeats.isRepeated(ended) { return }
        let id = output.add(ended.value, to: builder, ended.times, ended.source, metadata)
        guard let id else { return }
        if correlation != nil {
            correlation?.members.append(Member(id: id, type: builder.type))
            repeats.addMember(ended)
        } else {
            repeats.add(id, ended)
        }
    }

    private mutating func addBeats(_ beats: HeartbeatReader, of record: HealthRecord) {
        output.tally.omit(HealthElement.beat.rawValue, .invalidDate, count: beats.invalidCount)
        let found = beats.beats
        guard !found.isEmpty else { return }
        guard found.count <= Limits.standard.seriesPoints else {
            return output.tally.omit(ObjectType.heartbeatSeries.identifier, .tooLarge)
        }
        let builder = output.builder(.heartbeatSeries, record.source)
        _ = output.add(.heartbeats(found), to: builder, record.times, record.source, .none)
    }

    // MARK: - Correlations

    private typealias Member = HealthCorrelation.Member

    private mutating func startCorrelation() {
        beginMetadata()
        correlation = HealthCorrelation(&attributes, &output)
    }

    private mutating func endCorrelation() {
        let metadata = takeMetadata(isWanted: correlation?.type != nil)
        guard let ended = correlation else { return }
        correlation = nil
        guard let type = ended.type, let times = ended.times, let source = ended.source,
            output.selection.wants(type)
        else { return }
        let members = ended.members.filter { type.allowsMember($0.type) }
        guard !members.isEmpty else { return output.tally.omit(type.identifier, .noMembers) }
        guard members.count <= Limits.standard.seriesPoints else {
            return output.tally.omit(type.identifier, .tooLarge)
        }
        let builder = output.builder(type, source)
        _ = output.add(.correlation(members.map(\.id)), to: builder, times, source, metadata)
    }

    // MARK: - Other samples

    private mutating func endAudiogram() {
        let metadata = takeMetadata(isWanted: audiogram != nil)
        guard let ended = audiogram else { return }
        audiogram = nil
        switch ended.record() {
        case .failure(let omission): output.tally.omit(ObjectType.audiogram.identifier, omission.reason)
        case .success(let record): output.add(record, of: .audiogram, ended.times, ended.source, metadata)
        }
    }

    private mutating func endPrescription() {
        let metadata = takeMetadata(isWanted: prescription != nil)
        guard let ended = prescription else { return }
        prescription = nil
        output.add(ended.record, of: .visionPrescription, ended.times, ended.source, metadata)
    }

    private mutating func endClinicalRecord() {
        let metadata = takeMetadata(isWanted: clinicalRecord != nil)
        guard let ended = clinicalRecord else { return }
        clinicalRecord = nil
        output.add(ended.record, contents: ended.contents, of: ended.type, ended.times, ended.source, metadata)
    }

    /// The file of an electrocardiogram.
    mutating func addElectrocardiogram(_ file: AttachedFile) {
        guard output.selection.wants(.electrocardiogram) else { return }
        do throws(HealthOmission) {
            output.add(try ElectrocardiogramFile(file))
        } catch {
            output.tally.omit(ObjectType.electrocardiogram.identifier, error.reason)
            output.tally.note(file.name, error.reason.rawValue)
        }
        if output.isBatchFull {
            finishBatch()
        }
    }

    // MARK: - Workouts

    private mutating func startWorkout() {
        beginMetadata()
        guard output.selection.wants(.workout) else { return }
        switch HealthTimes.read(&attributes) {
        case .failure(let omission): output.tally.omit(ObjectType.workout.identifier, omission.reason)
        case .success(let times):
            guard let source = output.source(&attributes) else {
                return output.tally.omit(ObjectType.workout.identifier, .invalidMetadata)
            }
            workout = HealthWorkoutParts(&attributes, times, source, &conversions)
        }
    }

    private mutating func endWorkout() {
        let metadata = takeMetadata(isWanted: workout != nil)
        guard var ended = workout else { return }
        workout = nil
        let (detail, invalidEvents) = ended.detail()
        output.tally.omit(ObjectType.workout.identifier, .invalidEvent, count: invalidEvents)
        let value = HealthValue.workout(ended.activityType, seconds: ended.seconds, detail)
        let builder = output.builder(.workout, ended.source)
        let added = output.add(value, to: builder, ended.times, ended.source, ended.metadata(metadata))
        guard let id = added, output.selection.wants(ended.times.start.timestamp) else { return }
        output.add(
            HealthWorkout(
                id: id,
                source: output.sources.origins[ended.source.origin].identifier,
                start: ended.times.start.timestamp,
                end: ended.times.end.timestamp,
                types: detail.statistics.map(\.type)
            )
        )
        if output.selection.wants(.workoutRoute) {
            for route in ended.routes {
                add(route, of: id)
                if output.isBatchFull {
                    finishBatch()
                }
            }
        }
    }

    private mutating func add(_ route: HealthWorkoutParts.Route, of workout: ObjectID) {
        let subject = ObjectType.workoutRoute.identifier
        guard let times = route.times else { return output.tally.omit(subject, .invalidDate) }
        guard let source = route.source else { return output.tally.omit(subject, .invalidMetadata) }
        do throws(FormatError) {
            guard let path = route.path, let file = try file(path) else { return output.tally.omit(subject, .noFile) }
            guard usedRouteFiles.insert(path).inserted else { return output.tally.omit(subject, .repeatedFile) }
            switch try RouteFile.columns(file) {
            case .failure(let omission): output.tally.omit(subject, omission.reason)
            case .success(let columns): output.addRoute(columns, of: workout, source, times, route.metadata)
            }
        } catch {
            output.tally.omit(subject, .unreadableFile)
            output.tally.note(route.path ?? "", "\(error)")
        }
    }
}
