import HearthModel
import HearthStore
import HearthWire

/// Makes a script that fails shorter, as long as it fails with the same kind of mismatch.
struct Shrinker {
    /// What goes wrong with a script.
    let mismatch: (Script) -> Mismatch?
    /// How many scripts may be tried: a bug in 500 steps is found out with some hundred.
    var tries = 1_000

    init(_ mismatch: @escaping (Script) -> Mismatch?) {
        self.mismatch = mismatch
    }

    /// The shortest script that was found, with what goes wrong in it; nil when nothing does.
    mutating func shrink(_ script: Script) -> (script: Script, mismatch: Mismatch)? {
        guard var found = mismatch(script) else { return nil }
        var script = script
        var isShorter = true
        while isShorter {
            isShorter = false
            truncate(&script, after: found)
            isShorter = removeChunks(&script, &found) || isShorter
            isShorter = simplifySteps(&script, &found) || isShorter
        }
        return (script, found)
    }

    /// What comes after the failure has no part in it.
    private func truncate(_ script: inout Script, after found: Mismatch) {
        if let step = found.step {
            script.steps.removeLast(script.steps.count - step - 1)
        }
    }

    /// Removes halves, quarters and so on down to single steps.
    private mutating func removeChunks(_ script: inout Script, _ found: inout Mismatch) -> Bool {
        var isShorter = false
        var size = max(1, script.steps.count / 2)
        while true {
            var first = 0
            while first < script.steps.count {
                var shorter = script
                shorter.steps.removeSubrange(first..<min(first + size, script.steps.count))
                if keeps(shorter, &script, &found) {
                    isShorter = true
                } else {
                    first += size
                }
            }
            if size == 1 { return isShorter }
            size /= 2
        }
    }

    /// Makes the steps that are left smaller, each as far as it goes.
    private mutating func simplifySteps(_ script: inout Script, _ found: inout Mismatch) -> Bool {
        var isShorter = false
        var index = 0
        while index < script.steps.count {
            let simpler = script.steps[index].simpler.map { step in
                var shorter = script
                shorter.steps[index] = step
                return shorter
            }
            var isSimpler = false
            for shorter in simpler where !isSimpler { isSimpler = keeps(shorter, &script, &found) }
            if isSimpler {
                isShorter = true
            } else {
                index += 1
            }
        }
        return isShorter
    }

    /// Takes the shorter script in place of the other if it fails in the same way.
    private mutating func keeps(_ shorter: Script, _ script: inout Script, _ found: inout Mismatch) -> Bool {
        guard tries > 0 else { return false }
        tries -= 1
        guard let other = mismatch(shorter), other.kind == found.kind else { return false }
        script = shorter
        found = other
        truncate(&script, after: found)
        return true
    }
}
