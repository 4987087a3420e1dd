#if os(Linux)
    import Foundation
    import HearthModel
    import HearthWire
    import Testing

    /// What the worst frames take, measured by the kernel, each in a process of its own.
    @Suite struct PeakMemoryTests {
        /// Memory that a process takes for other reasons while it decodes: pages that are touched for the first time,
        /// the allocator's own, the last chunk of the arena.
        private static let slackBytes = 4 << 20

        /// Frames that would grow without the decoder's budget, by name.
        static let refused: [String: @Sendable () -> (VectorFrame.Direction, [UInt8])] = [
            "1 MiB of metadata in one event": {
                let save = [3, 1, 13, 3, 5, 4] as [UInt64]
                return (.client, AmplificationTests.List.body(path: save, content: [0x0A, 0x00], bytes: 1 << 20))
            },
            "16 MiB of metadata in one event": {
                let save = [3, 1, 13, 3, 5, 4] as [UInt64]
                return (.client, AmplificationTests.List.body(path: save, content: [0x0A, 0x00], bytes: 16 << 20))
            },
            "16 MiB of empty provenances": {
                (.client, AmplificationTests.List.body(path: [3, 1, 5], content: [], bytes: 16 << 20))
            },
            "16 MiB of empty details": {
                (.client, AmplificationTests.List.body(path: [3, 1, 13, 3], content: [], bytes: 16 << 20))
            },
            "16 MiB of unknown fields": {
                (.client, AmplificationTests.List.body(path: [3, 15], content: [], bytes: 16 << 20))
            },
        ]

        /// Frames that the budget just lets pass, so that values are made of what was unpacked.
        static let unpacked: [String: @Sendable () -> (VectorFrame.Direction, [UInt8])] = [
            "1 MiB of empty texts in a notice": {
                (.server, AmplificationTests.List.body(path: [8, 1], content: [], bytes: 1 << 20))
            },
            "1 MiB of short texts in a notice": {
                let text = Array("sixteen bytes, x".utf8)
                return (.server, AmplificationTests.List.body(path: [8, 1], content: text, bytes: 1 << 20))
            },
            "1 MiB of provenances with a version": {
                (
                    .client,
                    AmplificationTests.List.body(path: [3, 1, 5], content: [0x12, 0x02, 0x61, 0x61], bytes: 1 << 20)
                )
            },
            "16 MiB of a column": {
                let column = MessageTree.Field(number: 1, value: .bytes([UInt8](repeating: 7, count: (16 << 20) - 64)))
                return (.client, MessageTree.deletion([column]).bytes)
            },
        ]

        @Test(arguments: refused.keys.sorted())
        func aRefusedFrameTakesItsBudgetAtMost(_ name: String) async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                [name = name as String] in
                try PeakMemoryTests.measureRefused(name)
            }
            PeakMemoryTests.show(result)
        }

        /// The values lie beside the frame that they are made of.
        @Test(arguments: unpacked.keys.sorted())
        func anUnpackedFrameTakesTwiceItsBudgetAtMost(_ name: String) async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                [name = name as String] in
                try PeakMemoryTests.measureUnpacked(name)
            }
            PeakMemoryTests.show(result)
        }

        // MARK: - In a process of its own

        private static func measureRefused(_ name: String) throws {
            let frame = try #require(refused[name])
            let error = try measure(name, frame, budgets: 1)
            #expect(error?.code == .malformedFrame)
            #expect(error?.message.contains(AmplificationTests.budgetText) == true)
        }

        private static func measureUnpacked(_ name: String) throws {
            let frame = try #require(unpacked[name])
            #expect(try measure(name, frame, budgets: 2) == nil)
        }

        /// Decodes a frame and checks that the process grows by so many budgets at most. Returns the error with which
        /// the frame ends the connection.
        private static func measure(
            _ name: String,
            _ frame: () -> (VectorFrame.Direction, [UInt8]),
            budgets: Int
        ) throws -> HearthError? {
            let (direction, body) = frame()
            let budget = Limits.unpackBytes(frameBytes: body.count)
            let codec = Codec()
            var error: HearthError?
            let growth = try PeakMemory.growth {
                error = codec.connectionError(direction, body)
            }
            print("peak memory, \(name): \(growth >> 10) KiB for a budget of \(budget >> 10) KiB")
            #expect(growth <= budgets * budget + slackBytes)
            return error
        }

        /// Prints what the process printed.
        private static func show(_ result: ExitTest.Result?) {
            print(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) } ?? "", terminator: "")
        }
    }

    extension MessageTree {
        /// A request to delete objects.
        fileprivate static func deletion(_ set: [Field]) -> MessageTree {
            let request = MessageTree("DeleteObjects", [Field(number: 1, value: .message(MessageTree("UuidSet", set)))])
            return MessageTree(
                "ClientFrame",
                [Field(number: 1, value: .varint(1)), Field(number: 4, value: .message(request))]
            )
        }
    }

    /// The memory of this process, as the kernel counts it.
    enum PeakMemory {
        /// The bytes by which the process was larger at its largest in `body` than before.
        static func growth(_ body: () throws -> Void) throws -> Int {
            // Sets the peak to what is there now.
            try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
            let before = try bytes("VmRSS:")
            try body()
            return try bytes("VmHWM:") - before
        }

        private static func bytes(_ name: String) throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
            let kibibytes = try #require(line.split { !$0.isNumber }.first.flatMap { Int($0) })
            return kibibytes << 10
        }
    }
#endif
