import HearthModel
import HearthSystem
import Testing

@testable import HearthServer

@Suite struct ObservedProcessTests {
    @Test func theInnermostUnitIsFound() {
        let user = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/mood.service\n"
        #expect(ObservedProcess.unit(in: user) == "mood.service")
        #expect(ObservedProcess.unit(in: "0::/system.slice/mood.service/payload\n") == "mood.service")
        #expect(ObservedProcess.unit(in: "0::/user.slice/user-0.slice/session-3.scope\n") == "session-3.scope")
        // The hierarchy of systemd among those of others, as before control groups were unified.
        let several = "12:pids:/a.service\n1:name=systemd:/system.slice/ssh.service\n0::/\n"
        #expect(ObservedProcess.unit(in: several) == "ssh.service")
        // A container, and a path with the characters that separate.
        #expect(ObservedProcess.unit(in: "0::/docker/4f1b\n") == "")
        #expect(ObservedProcess.unit(in: "0::/a:b.service\n") == "a:b.service")
        #expect(ObservedProcess.unit(in: "") == "" && ObservedProcess.unit(in: "nonsense") == "")
    }

    @Test func aProgramIsSeenAsItsFile() {
        #expect(ObservedProcess(of: getpid()).program == ProgramFile.own)
        #expect(ObservedProcess(of: 0) == ObservedProcess())
        #expect(ObservedProcess(of: .max) == ObservedProcess())
    }
}
