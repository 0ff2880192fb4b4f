import Documents
import FileFormats
import Core
import Testing

@testable import LocationServices

@Suite struct MetricKitReaderTests {
  private func read(_ text: String) throws -> LocationActivity {
    try MetricKitReader.activity(text: text, file: "p.json").activity
  }

  private func payload(_ times: String, span: String = "") -> String {
    "{\(span)\"locationActivityMetrics\": {\(times)}, \"appVersion\": \"1.2.3\"}"
  }

  @Test func timesAreReadByAccuracyInSeconds() throws {
    let activity = try read(
      payload(
        """
        "cumulativeBestAccuracyTime": "1,837 sec", "cumulativeHundredMetersAccuracyTime": "3 hr",
        "cumulativeNearestTenMetersAccuracyTime": "0 sec", "cumulativeThreeKilometersAccuracyTime": "7.5 min",
        "cumulativeBestAccuracyForNavigationTime": "1300 ms"
        """))
    #expect(
      activity.times == [
        .init(accuracy: .bestForNavigation, duration: .seconds(1.3)), .init(accuracy: .best, duration: .seconds(1837)),
        .init(accuracy: .hundredMeters, duration: .hours(3)),
        .init(accuracy: .threeKilometers, duration: .seconds(450)),
      ])
    #expect(activity.period == .hours(24))
  }

  @Test func payloadsOfSeveralDaysAreAdded() throws {
    let span = "\"timeStampBegin\": \"2019-10-22 06:59:00 +0000\", \"timeStampEnd\": \"2019-10-22 19:59:00 +0000\", "
    let best = "\"cumulativeBestAccuracyTime\": \"11 sec\""
    let activity = try read("[\(payload(best, span: span)), \(payload(best))]")
    #expect(activity.times == [.init(accuracy: .best, duration: .seconds(22))])
    #expect(activity.period == .hours(37))
  }

  /// A day on which the app used no location has no member on it; with its time stamps the day counts all the same.
  @Test func aDayWithoutLocationCountsAsZero() throws {
    let silent =
      "{\"timeStampBegin\": \"2019-10-22 00:00:00 +0000\", \"timeStampEnd\": \"2019-10-23 00:00:00 +0000\", \"metaData\": {\"osVersion\": \"iPhone OS 17.1\"}, \"cpuMetrics\": {}}"
    let activity = try read("[\(silent), \(payload("\"cumulativeBestAccuracyTime\": \"11 sec\""))]")
    #expect(activity.times == [.init(accuracy: .best, duration: .seconds(11))])
    #expect(activity.period == .hours(48))
    #expect(try read(silent).times.isEmpty)
  }

  @Test(arguments: [
    (
      "{\"locationActivityMetrics\": {\"cumulativeBestAccuracyTime\": \"1,8,3 sec\"}}",
      "p.json:1:60: error: '1,8,3 sec' is not a duration; write a number and sec, min, hr or ms, such as '20 sec'"
    ),
    (
      "{\"locationActivityMetrics\": {\"cumulativeBestAccuracyTime\": \"-3 sec\"}}",
      "p.json:1:60: error: '-3 sec' is not a duration; "
        + "write a number and sec, min, hr or ms, such as '20 sec'"
    ),
    (
      "{\"locationActivityMetrics\": {\"other\": \"3 sec\"}}",
      "p.json:1:29: error: no time by accuracy is in it; "
        + "give the JSON of MXMetricPayload, with members such as cumulativeBestAccuracyTime"
    ),
    (
      "{\"a\": 1}",
      "p.json:1:1: error: this is no payload of MetricKit: neither 'locationActivityMetrics' nor time stamps are in it; "
        + "give the JSON of MXMetricPayload.jsonRepresentation() or an encoded MetricReport"
    ),
    (
      "{\"LocationActivityMetrics\": {\"cumulativeBestAccuracyTime\": \"3 sec\"}}",
      "p.json:1:1: error: unknown member 'LocationActivityMetrics'; did you mean 'locationActivityMetrics'?"
    ),
    ("[]", "p.json:1:1: error: the list has no payload; give at least one payload of MetricKit"),
    (
      """
      {"timeStampBegin": "2019-10-23 06:59:00 +0000", "timeStampEnd": "2019-10-22 06:59:00 +0000", "locationActivityMetrics": {}}
      """,
      "p.json:1:65: error: the payload ends before it begins; export the payload again"
    ),
    (
      "{\"locationActivityMetrics\": {\"cumulativeBestAccuracyTime\": \"700000 sec\"}}",
      "p.json:1:60: error: 700000 s of location in a payload of "
        + "86400 s are too many; "
        + "give whole payloads, with timeStampBegin and timeStampEnd"
    ),
  ])
  func wrongPayloadsNameTheirPlace(_ text: String, _ expected: String) {
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.description == expected)
  }

  private func reports(_ text: String) throws -> ReportedActivity {
    try MetricKitReader.activity(text: text, file: "p.json")
  }

  @Test(arguments: [
    ("1,830秒", "CN"), ("1 830 с", "RU"), ("1.830 sec", "DE"), ("1’830 sec", "CH"), ("1\u{202F}830 s", "FR"),
    ("١٬٨٣٠ ث", "EG"),
    ("30.5 min", "US"), ("30,5 min", "DE"),
  ])
  func timesOfAnyRegion(_ text: String, _ region: String) throws {
    let best = "\"cumulativeBestAccuracyTime\": \"\(text)\""
    let reported = try reports(
      "{\"metaData\": {\"regionFormat\": \"\(region)\"}, \"locationActivityMetrics\": {\(best)}}")
    #expect(reported.activity.times == [.init(accuracy: .best, duration: .seconds(1_830))])
    #expect(reported.days[0].assumed == nil)
  }

  @Test func aReportThatCannotBeReadIsLeftOutAndCounted() throws {
    let (good, bad) = (
      payload("\"cumulativeBestAccuracyTime\": \"11 sec\""), payload("\"cumulativeBestAccuracyTime\": \"11 krk\"")
    )
    for text in ["[\(good), \(bad), \(good)]", "\(good)\n\(bad)\n\(good)\n"] {
      let reported = try reports(text)
      #expect(reported.days.count == 2 && reported.unread == 1)
      #expect(reported.activity.times == [.init(accuracy: .best, duration: .seconds(22))])
      #expect(reported.notes.first?.hasPrefix("1 of 3 reports left out; the first, line ") == true)
    }
  }

  @Test func aMarkThatMayBeEitherIsNamed() throws {
    let reported = try reports(payload("\"cumulativeBestAccuracyTime\": \"1.830 sec\""))
    #expect(reported.days[0].assumed == "'1.830 sec' is 1830 s: a mark before three digits divides groups")
  }

  // MARK: iOS 27

  private static func time(_ seconds: Int, isNested: Bool) -> String {
    isNested
      ? "{\"value\": \(Double(seconds) / 60), \"unit\": {\"symbol\": \"min\", \"converter\": {\"coefficient\": 60, \"constant\": 0}}}"
      : "{\"value\": \(seconds), \"unit\": \"s\"}"
  }

  /// One value of an entry, under either name and wrapping.
  private static func values(_ best: Int, _ reduced: Int, _ background: Int, isNested: Bool) -> String {
    let (activity, total) =
      isNested
      ? ("locationActivityTime", "totalBackgroundLocationTime")
      : ("locationActivityTimeMetric", "totalBackgroundLocationTimeMetric")
    func wrapped(_ text: String) -> String { isNested ? "{\"_0\": \(text)}" : text }
    return "[{\"cpuTimeMetric\": {\"value\": \(time(5, isNested: isNested))}}, {\"\(activity)\": "
      + wrapped(
        "{\"bestAccuracy\": \(time(best, isNested: isNested)), \"oneHundredMeter\": \(time(7, isNested: isNested)), \"reducedAccuracy\": "
          + "\(time(reduced, isNested: isNested))}")
      + "}, {\"\(total)\": \(wrapped("{\"value\": \(time(background, isNested: isNested))}"))}]"
  }

  private static func report(isByDomain: Bool, isNested: Bool) -> String {
    func entry(_ domain: String, _ label: String, _ best: Int) -> String {
      "{\"state\": {\"domain\": \"\(domain)\", \"label\": \"\(label)\", \"duration\": \(time(4_000, isNested: isNested))}, \"values\": "
        + "\(values(best, 3, 2, isNested: isNested))}"
    }
    let (tabs, arms) = ([entry("tab", "map", 600), entry("tab", "list", 60)], [entry("arm", "b", 660)])
    let states =
      isByDomain
      ? "{\"tab\": [\(tabs.joined(separator: ","))], \"arm\": [\(arms[0])]}"
      : "[\((tabs + arms).joined(separator: ","))]"
    func interval(_ seconds: Int, _ best: Int) -> String {
      "{\"states\": [], \"duration\": \(time(seconds, isNested: isNested)), \"values\": \(values(best, 30, 20, isNested: isNested))}"
    }
    // The longest is the day; the others are parts of it.
    return "{\"timeRange\": {\"begin\": 0, \"end\": 86400}, \"stateEntries\": \(states), \"intervalEntries\": "
      + "[\(interval(3_600, 500)), \(interval(86_400, 900)), \(interval(7_200, 400))]}"
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func aReportOfIOS27HasTimesByState(isByDomain: Bool, isNested: Bool) throws {
    let reported = try reports(Self.report(isByDomain: isByDomain, isNested: isNested))
    #expect(reported.days.count == 1 && reported.days[0].period == .hours(24) && reported.days[0].background == 20)
    #expect(
      reported.activity.times == [
        .init(accuracy: .best, duration: .seconds(900)), .init(accuracy: .hundredMeters, duration: .seconds(7)),
        .init(accuracy: .reduced, duration: .seconds(30)),
      ])
    #expect(reported.states.map { "\($0.domain) \($0.label)" } == ["arm b", "tab list", "tab map"])
    #expect(
      reported.states.map { $0.times[.best] } == [660, 60, 600] && reported.states.map(\.background) == [2, 2, 2])
  }

  /// States of several days add up, those of different domains never.
  @Test func statesOfSeveralDaysAddUp() throws {
    let one = Self.report(isByDomain: false, isNested: false)
    let reported = try reports("[\(one), \(payload("\"cumulativeBestAccuracyTime\": \"11 sec\"")), \(one)]")
    #expect(reported.days.count == 3 && reported.activity.period == .hours(72))
    #expect(reported.states.map { $0.times[.best] } == [1_320, 120, 1_200])
    #expect(reported.activity.times.first?.duration == .seconds(1_811))
  }
}
