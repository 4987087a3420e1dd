/// Samples that have elements or files of their own.
extension AppleExport {
    mutating func documents() throws {
        try audiogram()
        try prescriptions()
        try clinicalRecords()
        electrocardiogram("Sinus Rhythm", "Sinusrhythmus", ("", ""))
        electrocardiogram("Atrial Fibrillation", "Vorhofflimmern", ("None", "Keine"))
        electrocardiogram(
            "Heart Rate Over 120",
            "Herzfrequenz über 120",
            ("Rapid, pounding, or fluttering heartbeat,Fatigue", "Herzrasen,Müdigkeit")
        )
    }

    /// One ear of a tone was tested twice, one not at all, and one beyond what the headphones can do.
    private mutating func audiogram() throws {
        var points = ""
        for (frequency, unit, ears) in [
            ("250", "Hz", #"leftEarValue="12.5" leftEarUnit="dBHL" rightEarValue="-5" rightEarUnit="dBHL""#),
            ("1", "kHz", #"leftEarValue="20" leftEarUnit="dBHL" leftEarMasked="1""#),
            ("1", "kHz", #"leftEarValue="22" leftEarUnit="dBHL""#),
            (
                "8000", "Hz",
                #"rightEarValue="85" rightEarUnit="dBHL" rightEarClampingRangeLowerBound="-10" "#
                    + #"rightEarClampingRangeUpperBound="85""#
            ),
        ] {
            points += "  <SensitivityPoint frequencyValue=\"\(frequency)\" frequencyUnit=\"\(unit)\" \(ears)/>\n"
        }
        let type = "HKDataTypeIdentifierAudiogram"
        let content = entries([("HKMetadataKeyAudioExposureDuration", "2 min")]) + points
        try put(element("Audiogram", type, Self.phone, "", "", 300, now + 400, content))
        count("audiogram")
        now += 600
    }

    /// They name no source.
    private mutating func prescriptions() throws {
        try put(
            """
             <VisionPrescription type="Glasses" dateIssued="\(date(now))" expirationDate="\(date(now + 63_072_000))">
              <RightEye sphere="-2.25" sphereUnit="D" cylinder="-0.5" cylinderUnit="D" axis="90" axisUnit="deg" \
            add="1.5" addUnit="D" vertex="1.2" vertexUnit="cm" prismAmount="1" prismAmountUnit="pD" prismAngle="90" \
            prismAngleUnit="deg" farPD="31.5" farPDUnit="mm" nearPD="30" nearPDUnit="mm"/>
              <LeftEye sphere="-2" sphereUnit="D"/>
             </VisionPrescription>
             <VisionPrescription type="Contacts" dateIssued="\(date(now))" brand="Clear &amp; Soft">
              <RightEye sphere="-2" sphereUnit="D" baseCurve="8.6" baseCurveUnit="mm" diameter="14.2" diameterUnit="mm"/>
              <Attachment identifier="1"/>
             </VisionPrescription>

            """
        )
        count("visionPrescription")
        count("visionPrescription")
        omit("Attachment")
        now += 600
    }

    private mutating func clinicalRecords() throws {
        let vitalSign =
            #"{"resourceType":"Observation","category":[{"coding":[{"code":"vital-signs"}]}],"code":{"text":"Body temperature"}}"#
        let resources = [
            ("Immunization", #"{"resourceType":"Immunization","vaccineCode":{"coding":[{"display":"Tetanus"}]}}"#),
            ("Observation", vitalSign),
            ("DiagnosticReport", #"{"resourceType":"DiagnosticReport","code":{"text":"Blood count"}}"#),
            ("Patient", #"{"resourceType":"Patient"}"#),
        ]
        for (number, (type, json)) in resources.enumerated() {
            let path = "clinical-records/\(type)-0000000\(number)-0000-4000-8000-000000000000.json"
            try put(
                " <ClinicalRecord type=\"\(type)\" identifier=\"id-\(number)\" sourceName=\"Clinic\" "
                    + "sourceURL=\"https://clinic.example/\(number)\" fhirVersion=\"4.0.1\" "
                    + "receivedDate=\"\(date(now))\" resourceFilePath=\"/\(path)\"/>\n"
            )
            addFile(path, json)
        }
        for name in ["immunizationRecord", "vitalSignRecord", "labResultRecord"] {
            count(name)
        }
        omit("ClinicalRecord")
        now += 600
    }

    /// Half a minute, in the language of the phone. The document does not name it.
    private mutating func electrocardiogram(_ english: String, _ german: String, _ symptoms: (String, String)) {
        let isGerman = style == .metric
        var text = ""
        let lines = [
            ("Name", "Name", "Anna"), ("Date of Birth", "Geburtsdatum", "\"Apr 12, 1985\""),
            ("Recorded Date", "Aufnahmedatum", date(now)),
            ("Classification", "Klassifizierung", isGerman ? german : english),
            ("Symptoms", "Symptome", isGerman ? symptoms.1 : symptoms.0),
            ("Software Version", "Softwareversion", "1.90"), ("Device", "Gerät", "\"Watch6,10\""),
            ("Sample Rate", "Abtastrate", isGerman ? "512,000 Hertz" : "512 hertz"), ("", "", ""),
            ("Lead", "Ableitung", "Lead I"), ("Unit", "Einheit", "µV"), ("", "", ""),
        ]
        for (name, germanName, value) in lines {
            text += name.isEmpty ? "\n" : "\(isGerman ? germanName : name),\(value)\n"
        }
        for _ in 0..<15_360 {
            let nanovolts = number(-400_000...900_000)
            let digits = "\(abs(nanovolts) % 1_000 + 1_000)".dropFirst()
            text += "\(nanovolts < 0 ? "-" : "")\(abs(nanovolts) / 1_000)\(isGerman ? "," : ".")\(digits)\n"
        }
        let day = date(now).prefix(10)
        let file = "ecg_\(day)\(counts["electrocardiogram"].map { "_\($0)" } ?? "").csv"
        addFile("electrocardiograms/\(file)", text)
        count("electrocardiogram")
        now += 600
    }
}
