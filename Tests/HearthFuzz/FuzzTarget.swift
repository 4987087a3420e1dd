/// Everything that is fuzzed. A target's name is also that of its folder in `HearthFuzzTests/Corpus`.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case frameSplitter = "frame-splitter"
    case clientFrame = "client-frame"
    case serverFrame = "server-frame"
    case columns
    case anchors
    case units
    case segments
    case server
    case appleExport = "apple-export"
    case healthConnect = "health-connect"
    case gpx
    case tcx
    case fit
    case stravaList = "strava-list"
    case electrocardiogram
    case csvFile = "csv-file"
    case zipArchive = "zip-archive"
    /// No part of Hearth: a fuzzer that works finds its crash within seconds, so one that does not is noticed.
    case canary

    /// Does with `input` what Hearth does with it, and stops the process when something that always holds does not.
    package func check(_ input: [UInt8], heap: HeapMeter = .off) {
        switch self {
        case .frameSplitter: checkFrameSplitter(input)
        case .clientFrame: checkClientFrame(input, heap)
        case .serverFrame: checkServerFrame(input, heap)
        case .columns: checkColumns(input, heap)
        case .anchors: checkAnchors(input)
        case .units: checkUnits(input)
        case .segments: checkSegments(input)
        case .server: checkServer(input)
        case .appleExport: checkAppleExport(input)
        case .healthConnect: checkHealthConnect(input)
        case .gpx: checkWorkoutFile(input, .gpx)
        case .tcx: checkWorkoutFile(input, .tcx)
        case .fit: checkWorkoutFile(input, .fit)
        case .stravaList: checkStravaList(input)
        case .electrocardiogram: checkElectrocardiogram(input)
        case .csvFile: checkCSVFile(input)
        case .zipArchive: checkZipArchive(input)
        case .canary: checkCanary(input)
        }
    }
}
