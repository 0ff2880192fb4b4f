import Foundation
import Testing

@testable import Analysis
@testable import Reports

/// What a report shows of an answer by hand: a fall of 15 points in 5 h, and four causes.
@Suite struct DiagnosisReportTests {
  private static func finding(
    _ cause: String, explains: Bool, needed: Double? = nil, isMost: Bool = false, probability: Double? = nil
  ) -> Diagnosis.Finding {
    var finding = Diagnosis.Finding(cause: cause, isApp: true, agrees: true, explains: explains)
    (finding.needed, finding.needsMost, finding.unit) = (needed, isMost, needed == nil ? "" : "h")
    finding.probability = probability
    return finding
  }

  private static func report(
    _ findings: [Diagnosis.Finding], next: [Double]? = nil, pairs: [Diagnosis.Pair] = [], share: Double? = nil
  ) -> DiagnosisReport {
    var complaint = Complaint(hours: [0, 5], levels: [80, 65])
    complaint.seen[.share] = share
    let diagnosis = Diagnosis(
      complaint: complaint, fallVerdict: share == nil ? .more : .expected, appVerdict: share.map { _ in .more },
      range: 4...7, threshold: share == nil ? 7 : 17, appLimit: share.map { _ in 7 }, findings: findings, pairs: pairs,
      next: next.map { Diagnosis.Observation(name: "positions", values: $0, bits: 1) },
      notLookedAt: [("a", "since it rains"), ("b", "since it snows"), ("c", "since it rains")])
    return DiagnosisReport(
      context: SampleReports.context(2), diagnosis: diagnosis, strategy: "s")
  }

  private static let open = [
    finding("as configured", explains: false, probability: 0.01),
    finding("most", explains: true, needed: 5, isMost: true, probability: 0.4375),
    finding("some", explains: true, needed: 1.5, probability: 0.5),
    finding("none", explains: false, needed: 0, probability: 0.04),
  ]

  /// Those of which the median phone needs less than there can be come first; a cause has the number of its line.
  @Test func causesThatExplainAreListedWithTheirAmounts() throws {
    let report = Self.report(Self.open)
    #expect(report.document.sections[1].list == ["some (1 h 30 min)", "most (5 h 00 min, 1 phone in 20)"])
    #expect(report.document.sections[2].list == ["94 %: some; most"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    let causes = try #require(document["causes"] as? [[String: Any]])
    #expect(causes.map { $0["group_number"] as? Int } == [nil, 1, 1, nil])
    #expect(causes.map { $0["group_probability"] as? Double } == [nil, 0.9375, 0.9375, nil])
  }

  /// Of a fall that is as expected, 60 % are 9 points of the battery; at most 7 are the app's.
  @Test func theHeadlineTellsTheFallFromTheApp() throws {
    let report = Self.report(Self.open, share: 60)
    #expect(report.finding == "15 % in 5 h 00 min: as expected; 9.0 % by the app: more than expected.")
    #expect(report.document.sections[1].paragraphs == ["9.0 % by the app needs one of these causes:"])
    let json = try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    let verdicts = ["verdict", "fall_verdict", "app_verdict"].map { json[$0] as? String }
    #expect(verdicts == ["more than expected", "as expected", "more than expected"])
    #expect(json["app_percent"] as? Double == 9 && json["app_threshold_percent"] as? Double == 7)
    #expect(Self.report(Self.open).finding == "15 % in 5 h 00 min: more than expected.")
  }

  /// Causes that show the same stand on one line; those that would not explain the fall and have up to 5 % are left out.
  @Test func theNextObservationIsShownForCausesThatStillStand() throws {
    let next = try #require(
      Self.report(Self.open, next: [0.01, 30.2, 29.9, 7]).document.sections.last { !$0.list.isEmpty })
    #expect(next.list == ["as configured: 0", "most; some: 30"])
  }

  /// Where the strategy explains it there is nothing to look for, and only files have the causes.
  @Test func whatIsExplainedHasNoTable() {
    let explained = Self.report([
      Self.finding("as configured", explains: true), Self.finding("some", explains: true, needed: 0),
    ])
    #expect(explained.document.sections.allSatisfy { $0.table == nil } && explained.document.files[0].rowCount == 2)
    #expect(explained.document.remarks.isEmpty)
    let open = Self.report(Self.open)
    #expect(open.document.sections.contains { $0.table?.rowCount == 4 })
    // A line for each reason.
    #expect(open.document.remarks.count == 2 && open.document.remarks[0].hasSuffix(": a; c"))
  }
}
