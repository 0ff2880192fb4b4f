import Documents
import FileFormats
import Testing

/// Inputs that once ended badly, as small as they could be made.
@Suite struct FoundInputTests {
  private static func fixes(_ text: String) -> String {
    do {
      return "accepted: \(try FixReader(policy: .strict).read(bytes: Array(text.utf8), file: "f").fixes.count)"
    } catch {
      return "\(error)"
    }
  }

  /// Overflowed whole numbers in the autocovariance of errors.
  @Test func timesBeyondTheYear2200AreRefused() {
    let rows = "# Fix,,Latitude,Longitude,UTCTimeInMs\nFix,,2,1,1577872800000\nFix,,5,9,1e38\n"
    #expect(Self.fixes(rows).hasPrefix("f:3:1: error: '1e38' is not a time; 1 of 2 rows are bad"))
    #expect(
      Self.fixes("unix_s,lat,lon\n1577872800,1,2\n1577872801000,1,2\n").hasPrefix(
        "f:3:1: error: time 1577872801000 is outside the years 1900 to 2200; 1 of 2 rows are bad; "
          + "check its unit: a column of milliseconds is headed time_ms"))
    #expect(Self.fixes("unix_s,lat,lon\n-2208988800,1,2\n7289654400,1,2\n") == "accepted: 2")
    #expect(Self.fixes("unix_s,lat,lon\n-2208988801,1,2\n").contains("outside the years"))
    #expect(Self.fixes("unix_s,lat,lon\n7289654401,1,2\n").contains("outside the years"))
  }

  /// What Python's `json.dump` writes for a character beyond the first 65,536.
  @Test func surrogatePairsOfJSONAreCharacters() throws {
    func name(_ text: String) throws -> String? {
      try YAMLDocument(text: "{\"name\": \"\(text)\"}", file: "a.json").root.mapping().peek("name")?.text
    }
    #expect(try name("Caf\\u00e9 \\ud83d\\ude00") == "Café 😀")
    #expect(try name("\\uD83D\\uDE00\\n\\\\ud83d\\\\ude00") == "😀\n\\ud83d\\ude00")
    #expect(throws: InputError.self) { try name("\\ud83d") }
    #expect(throws: InputError.self) { try name("\\ud83d\\u0041") }
    let yaml = try YAMLDocument(text: "name: 'a \\ud83d\\ude00'", file: "a.yml").root.mapping().peek("name")?.text
    #expect(yaml == "a \\ud83d\\ude00", "YAML without JSON's brackets stays as it is")
  }

  /// Spans of three centuries, and their sum, overflowed.
  @Test func payloadsOfCenturiesAreRefused() {
    let payload = "{\"timeStampBegin\": \"1900-01-01 00:00:00 +0000\", \"timeStampEnd\": \"2200-01-01 00:00:00 +0000\"}"
    for text in [payload, "[\(payload), \(payload)]"] {
      let error = #expect(throws: InputError.self) { try MetricKitReader.activity(text: text, file: "m.json") }
      #expect(error?.line == 1 && error?.message.contains("more than 31 days") == true, "\(String(describing: error))")
    }
  }
}
