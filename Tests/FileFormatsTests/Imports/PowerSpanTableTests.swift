import Testing

@testable import FileFormats

/// `power.csv`, as `geojoule import` writes it and as people write such tables.
@Suite struct PowerSpanTableTests {
  typealias Span = ImportedRecording.PowerSpan

  /// Three spans with gaps of 22 and 53 minutes, of both meters, in numbers that no decimal of few digits is.
  static let spans = [
    Span(start: 1_769_823_842.013, end: 1_769_824_503.1 + 0.2, watts: 0.1 + 0.2, meter: .monitor),
    Span(start: 1_769_825_817, end: 1_769_826_719, watts: 1.297 / 3, meter: .gauge),
    Span(start: 1_769_829_931.75, end: 1_769_831_348.5, watts: 0, meter: .monitor),
  ]

  @Test func whatIsWrittenIsReadAgainBitForBit() throws {
    let text = PowerSpanTable.text(Self.spans)
    let recording = try RecordingImportTests.read(text)
    #expect(recording.power == Self.spans && PowerSpanTable.text(recording.power) == text)
    #expect(recording.power.meter == .gauge && recording.notes.isEmpty)
    #expect(recording.span == 1_769_823_842.013...1_769_831_348.5)
    let one = try RecordingImportTests.read(PowerSpanTable.text([Self.spans[2]]))
    #expect(one.power == [Self.spans[2]] && one.power.meter == .monitor)
  }

  /// Dates, milliwatts, comments before the heading, rows in any order, and levels, which a note says are left.
  @Test func tablesByHandAreRead() throws {
    let recording = try RecordingImportTests.read(
      "# by hand\nmeasured in March\nstart,end,power_mW,level_pct\n"
        + "2026-03-01T11:00:00Z,2026-03-01T11:17:00Z,731,88\n2026-03-01T10:00:00Z,2026-03-01T10:07:00Z,413,91\n")
    #expect(
      recording.power == [
        Span(start: 1_772_359_200, end: 1_772_359_620, watts: 0.413),
        Span(start: 1_772_362_800, end: 1_772_363_820, watts: 0.731),
      ])
    #expect(recording.notes == ["of a table with ends only the power is read, not 'level_pct'"])
  }

  @Test(arguments: [
    (
      "time_s,power_W,end_s\n100,0.7,300\n200,0.9,400\n",
      "f:3:1: error: the span begins before that of line 2 has ended"
    ),
    ("time_s,power_W,end_s\n100,731,300\n", "f:2:5: error: power 731 is outside 0 to 60"),
    ("time_s,power_W,end_s,meter\n100,0.7,300,scale\n", "f:2:1: error: the meter 'scale' is not known"),
    ("time_s,power_W,end_s\n", "f: error: the file has a heading but no rows"),
  ])
  func badTablesAreRefused(text: String, message: String) {
    let failure = RecordingImportTests.failure(Array(text.utf8))
    #expect(failure.hasPrefix(message), "\(failure)")
  }
}
