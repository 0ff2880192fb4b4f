import Testing
import World

@testable import FileFormats

@Suite struct TrackTimeTests {
  @Test(
    arguments: [
      ("2019-08-31 17:05:21", 1_567_271_121), ("2019-08-31 17:05:21 UTC", 1_567_271_121),
      ("2019/08/31 17:05:21 +0200", 1_567_263_921), ("31.08.2019 17:05", 1_567_271_100),
      ("20190831T170521Z", 1_567_271_121), ("20190831170521", 1_567_271_121),
      ("Sat, 31 Aug 2019 17:05:21 GMT", 1_567_271_121),
      ("Aug 31, 2019, 5:05:21 PM", 1_567_271_121), ("31-Aug-2019 05:05:21 am", 1_567_227_921),
      ("8/31/2019 12:00:00 AM", 1_567_209_600), ("2019:08:31 17:05:21", 1_567_271_121),
      ("2019.08.31_17.05.21", 1_567_271_121), ("31st Aug 2019 5.05.21 p", 1_567_271_121), ("31/08/19 17:05:21", nil),
      ("1567271121", 1_567_271_121), ("1567271121000", 1_567_271_121), ("1567271121000000", 1_567_271_121),
      ("1567271121000000000", 1_567_271_121), ("1.567271121e9", 1_567_271_121), ("03/04/2019 10:00:00", nil),
      ("Sat Aug 31 17:05:21 GMT+02:00 2019", 1_567_263_921), ("Sat Aug 31 17:05:21 2019", 1_567_271_121),
      ("Sat Aug  3 17:05:21 UTC 2019", 1_564_851_921),
      ("Sat Aug 31 2019 19:05:21 GMT+0200 (Central European Summer Time)", 1_567_271_121),
      ("Sat Aug 31 2019 19:05:21 (CEST)", nil), ("2019/08/31 17:05:21+00", 1_567_271_121),
      ("2019-08-31", nil), ("17:05:21", nil), ("12345", nil), ("-1567271121", nil), ("99999999999999999999", nil),
      ("2019-13-31 17:05:21", nil), ("13 PM", nil), ("", nil), ("2019-08-31 13:05:21 PM", nil),
    ] as [(String, Int64?)])
  func reads(text: String, seconds: Int64?) {
    #expect(TrackTime.nanoseconds(text) == seconds.map { $0 * 1_000_000_000 })
  }

  @Test func theOrderOfADateIsNeverGuessed() {
    #expect(
      TrackTime.nanoseconds("03/04/2019 10:00:00", order: .dayFirst) == ISO8601Time.nanoseconds("2019-04-03T10:00:00Z"))
    #expect(
      TrackTime.nanoseconds("03/04/2019 10:00:00", order: .monthFirst)
        == ISO8601Time.nanoseconds("2019-03-04T10:00:00Z"))
  }

  @Test(arguments: ["1900-01-01", "1969-12-31", "1970-01-01", "2000-02-29", "2019-08-31", "2100-03-01", "2199-12-31"])
  func daysAreWrittenAsTheyAreRead(day: String) {
    for clock in ["00:00:00Z", "23:59:59.999Z"] {
      #expect(ISO8601Time.nanoseconds("\(day)T\(clock)").map(ISO8601Time.day) == day)
    }
  }

  @Test func theLongestRisingPartIsFound() {
    #expect(TrackAssembly.longestRising([1, 2, 9, 3, 3, 4]) == [0, 1, 3, 4, 5])
    #expect(TrackAssembly.longestRising([5, 4, 3]).count == 1)
    #expect(TrackAssembly.longestRising([]).isEmpty)
  }
}
