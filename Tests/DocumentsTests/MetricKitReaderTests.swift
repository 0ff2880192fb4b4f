import Documents
import FileFormats
import LocationServices
import Quantities
import Testing

@Suite struct MetricKitReaderTests {
  private func read(_ text: String) throws -> LocationActivity {
    try MetricKitReader.activity(text: text, file: "p.json")
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
      "{\"locationActivityMetrics\": {\"cumulativeBestAccuracyTime\": \"1,83 sec\"}}",
      "p.json:1:60: error: locationActivityMetrics.cumulativeBestAccuracyTime: '1,83 sec' is not a duration; "
        + "write a number and sec, min, hr or ms, such as '20 sec'"
    ),
    (
      "{\"locationActivityMetrics\": {\"cumulativeBestAccuracyTime\": \"-3 sec\"}}",
      "p.json:1:60: error: locationActivityMetrics.cumulativeBestAccuracyTime: '-3 sec' is not a duration; "
        + "write a number and sec, min, hr or ms, such as '20 sec'"
    ),
    (
      "{\"locationActivityMetrics\": {\"other\": \"3 sec\"}}",
      "p.json:1:29: error: locationActivityMetrics: no time by accuracy is in it; "
        + "give the JSON of MXMetricPayload, with members such as cumulativeBestAccuracyTime"
    ),
    (
      "{\"a\": 1}",
      "p.json:1:1: error: this is no payload of MetricKit: neither 'locationActivityMetrics' nor time stamps are in it; "
        + "give the JSON of MXMetricPayload.jsonRepresentation()"
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
      "p.json:1:65: error: timeStampEnd: the payload ends before it begins; export the payload again"
    ),
    (
      "{\"locationActivityMetrics\": {\"cumulativeBestAccuracyTime\": \"700000 sec\"}}",
      "p.json:1:60: error: locationActivityMetrics.cumulativeBestAccuracyTime: 700000 s of location in a payload of "
        + "86400 s are too many; "
        + "give whole payloads, with timeStampBegin and timeStampEnd"
    ),
  ])
  func wrongPayloadsNameTheirPlace(_ text: String, _ expected: String) {
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.description == expected)
  }
}
