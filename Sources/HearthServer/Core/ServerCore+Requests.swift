import HearthModel
import HearthStore
import HearthWire

/// From frames to calls.
extension ServerCore {
    /// Handles frames of a connection, as many as one turn allows. Returns how many bytes were taken.
    func handle(_ bytes: RawSpan, of session: Session) -> Int {
        // Taken out, as what a frame leads to looks at the session too.
        var splitter = FrameSplitter()
        swap(&splitter, &session.splitter)
        do throws(HearthError) {
            let taken = try splitter.push(
                bytes,
                atMost: options.framesPerTurn,
                isFull: { !mayHandle(session) },
                largerThan: options.inlineFrameBytes,
                deliverLarge: { frame in
                    if !session.isEnded {
                        decode(frame, of: session)
                    }
                },
                deliver: { body throws(HearthError) in
                    guard !session.isEnded else { return }
                    endFrame(of: session)
                    inlineBytes += body.byteCount
                    handle(DecodedFrame(try decoder.clientFrame(body), bytes: body.byteCount), of: session)
                }
            )
            guard !session.isEnded else { return bytes.byteCount }
            swap(&splitter, &session.splitter)
            try checkPending(session)
            return taken
        } catch {
            end(session, error)
            return bytes.byteCount
        }
    }

    /// What clients may make the server keep of frames that are not complete is limited.
    private func checkPending(_ session: Session) throws(HearthError) {
        if case .awaitingHello = session.phase, session.splitter.pendingBytes > options.strangerBytes {
            throw Session.noHello
        }
        // A frame that is decoded keeps the room that it had.
        if session.decoding == nil {
            try countFrame(of: session)
        }
    }

    func handle(_ frame: DecodedFrame, of session: Session) {
        guard let calls = calls[session.id] else {
            introduce(frame.content, of: session)
            return
        }
        let (bytes, cost) = (frame.bytes, frame.cost)
        switch calls.action(for: frame.content) {
        case .open(let call, let request):
            open(call, of: session) { () throws(HearthError) in
                try begin(request, call, bytes, cost, of: session)
            }
        case .saveFrame(let call, let frame): proceed(with: frame, call, bytes, of: session)
        case .cancel(let call): cancel(call, of: session)
        case .credit(let call, let granted): credit(call, granted, of: session)
        case .refuse(let call, let error): fail(call, error, of: session)
        case .ignore: break
        case .end(let error): end(session, error)
        }
    }

    private func introduce(_ frame: Incoming<Request>, of session: Session) {
        switch session.introduction(frame) {
        case .hello(let hello, let call): open(session, hello, call)
        case .refuse(let call, let error): fail(call, error, of: session)
        case .end(let error): end(session, error)
        }
    }

    private func open(_ session: Session, _ hello: Hello, _ call: UInt64) {
        let spoken = VersionRange.supported
        guard hello.major >= spoken.lowestMajor, hello.major <= spoken.highestMajor else {
            let error = HearthError(
                .versionUnsupported,
                "This server speaks version \(spoken.highestMajor).\(spoken.highestMinor).",
                field: "hello.major"
            )
            end(session, error, call: call, versions: spoken)
            return
        }
        let origin = Write.Origin(hello)
        let account = writes.connect(session.process.map { .process($0) } ?? .app(origin.app))
        session.phase = .open(ClientApp(origin, account))
        calls.connect(session.id, of: account, lastNumber: call)
        session.figures.client = hello.client
        background.clientIdentified(session.id, as: origin.app)
        let welcome = Welcome(
            major: hello.major,
            minor: min(hello.minor, spoken.highestMinor),
            serverVersion: options.version,
            storeID: snapshot.storeID,
            limits: options.limits
        )
        send(.welcome(welcome), call, to: session)
    }

    private func open(_ call: UInt64, of session: Session, _ begin: () throws(HearthError) -> Void) {
        guard !isStopping else {
            fail(call, .shuttingDown, of: session)
            return
        }
        guard let open = calls[session.id]?.open, open.count < Int(options.limits.openCalls) else {
            let error = HearthError(
                .limitExceeded,
                "\(options.limits.openCalls) calls are open on this connection, which is the limit: wait for one to end."
            )
            fail(call, error, of: session)
            return
        }
        session.figures.calls += 1
        figures.calls += 1
        do throws(HearthError) {
            try begin()
        } catch {
            fail(call, error, of: session)
        }
    }

    private func begin(
        _ request: Request,
        _ call: UInt64,
        _ bytes: Int,
        _ cost: RequestCost,
        of session: Session
    ) throws(HearthError) {
        switch request {
        case .ping(let ping):
            let pong = Pong(payload: ping.payload, anchor: snapshot.anchor.encoded, time: time.date)
            send(.pong(pong), call, to: session)
        case .save(let save):
            guard save.more else {
                try stage(.save(save.columns), .committed(nil), call, bytes, of: session)
                return
            }
            calls.set(.save(SaveAssembly()), at: CallID(connection: session.id, number: call))
            proceed(with: .success(save), call, bytes, of: session)
        case .deleteObjects(let deletion):
            try stage(.delete(deletion.target), .committed(nil), call, bytes, cost, of: session)
        case .addToWorkout(let addition):
            try stage(.addToWorkout(addition), .committed(nil), call, bytes, of: session)
        case .characteristics(let characteristics):
            guard let set = characteristics.set else {
                send(.characteristicValues(snapshot.characteristics), call, to: session)
                return
            }
            try stage(.setCharacteristics(set), .characteristics, call, bytes, of: session)
        case .querySamples(let query):
            try read(cost, call, of: session, QueryCall(query, cost, in: snapshot, options.limits))
        case .queryChanges(let query):
            let app = session.app ?? ""
            let placed = query.startingAtCursor(of: app, in: snapshot)
            let last = query.lastNotified(of: app, in: snapshot)
            try read(
                cost,
                call,
                of: session,
                ChangesCall(placed, cost, lastNotified: last, in: snapshot, options.limits)
            )
        case .observe(let observation):
            let observing = ObserveCall(observation, cost, options.limits)
            try read(cost, call, of: session, observing)
            feeds.observe(CallID(connection: session.id, number: call), observing.types)
        case .listSources(let listing):
            try read(cost, call, of: session, SourcesCall(listing, cost, in: snapshot))
        case .status:
            try read(cost, call, of: session, StatusCall { [unowned self, id = session.id] in statusTask(for: id) })
        case .backgroundDelivery, .acknowledge, .backgroundControl:
            try beginDeliveryRequest(request, call, bytes, of: session)
        case .hello, .cancel, .credit:
            // The session's rules have dealt with these.
            break
        }
    }

    private func read<Reading: ReadingCall>(
        _ cost: RequestCost,
        _ call: UInt64,
        of session: Session,
        _ make: @autoclosure () throws(HearthError) -> Reading
    ) throws(HearthError) {
        let id = CallID(connection: session.id, number: call)
        if let notifying = try calls.open(id, cost, make)?.notifying, let app = session.app {
            background.callOpened(id, notifying, of: app)
        }
    }

    private func cancel(_ call: UInt64, of session: Session) {
        switch calls[CallID(connection: session.id, number: call)] {
        case .save:
            close(call, of: session)
            send(.done(Done(reason: .cancelled)), call, to: session)
        case .reading(let reading) where reading.credit != nil:
            close(call, of: session)
            send(.done(Done(reason: .cancelled)), call, to: session)
        case .reading, .write, nil:
            // Ends with its usual reply.
            break
        }
    }

    private func credit(_ call: UInt64, _ granted: Result<UInt64, HearthError>, of session: Session) {
        let id = CallID(connection: session.id, number: call)
        guard case .reading(let reading)? = calls[id], reading.credit != nil else { return }
        switch granted {
        case .success(let bytes): calls.grant(bytes, to: id)
        case .failure(let error): fail(call, error, of: session)
        }
    }
}

extension Write.Origin {
    /// An app, as it introduced itself.
    fileprivate convenience init(_ hello: Hello) {
        let app = hello.app
        let productType = hello.host?.productType ?? ""
        self.init(
            source: Source(
                bundleIdentifier: app.bundleIdentifier,
                name: app.name.isEmpty ? app.bundleIdentifier : app.name
            ),
            version: app.version.isEmpty ? nil : app.version,
            productType: productType.isEmpty ? nil : productType,
            operatingSystemVersion: hello.host?.operatingSystemVersion
        )
    }
}

extension HearthError {
    /// The same error seen from the request that has the field at fault; an error about no field stays one.
    func inRequest(_ request: String) -> HearthError { field.isEmpty ? self : within(request) }

    static let shuttingDown = HearthError(
        .shuttingDown,
        "The server is about to stop: connect again later, and go on from the last anchor."
    )
}
