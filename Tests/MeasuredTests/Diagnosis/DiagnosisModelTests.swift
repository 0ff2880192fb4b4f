import Analysis
import DeviceModel
import Testing

@testable import Measured

/// Answers by hand: three phones that take 4, 5 and 7 points in 5 h, which no deviation widens.
@Suite struct DiagnosisModelTests {
  private static let base = [4.0, 5, 7]

  private static func particles(_ falls: [Double], fixes: Double = 20, appShare: Double = 0.3) -> [CausePrediction
    .Particle]
  {
    falls.map {
      CausePrediction.Particle(
        falls: [0, $0], values: [fixes, fixes / 5, 0, fixes / 400, 100 * appShare, 0])
    }
  }

  private static func model(screen: [Double] = [0]) -> DiagnosisModel {
    DiagnosisModel(
      drained: base, shares: [0.3, 0.3, 0.3],
      prediction: PredictionModel(Discrepancy(phone: 0, occasion: 0, run: 0, tracking: 0), spread: .none),
      screen: screen, hidden: 0,
      causes: [
        CausePrediction(name: "as configured", particles: particles(base)),
        CausePrediction(
          name: "never released", isApp: true,
          amount: .init(unit: "h", most: 5, perUnit: [2, 2.5, 3], source: "a"),
          particles: particles([14, 17, 22], fixes: 1800, appShare: 0.8)),
        CausePrediction(
          name: "other use", amount: .init(unit: "%/h", most: 9, perUnit: [5, 5, 5], source: "b"),
          particles: particles([19, 20, 22], appShare: 0.08)),
        CausePrediction(
          name: "a hungrier phone", amount: .init(unit: "x", most: 3, perUnit: base, source: "c"),
          particles: particles([12, 15, 21])),
      ], notLookedAt: ["d"])
  }

  private static func complaint(_ fall: Double) -> Complaint { Complaint(hours: [0, 5], levels: [80, 80 - fall]) }

  @Test func theVerdictFollowsTheLimitAndTheScreen() {
    // The limit is 7 points, and the error of two readings 0.67 around the median of 5: the root of 2^2 + 0.67^2 is 2.11.
    let model = Self.model()
    #expect(abs(model.diagnosis(of: Self.complaint(7)).threshold - 7.11) < 0.005)
    #expect(model.diagnosis(of: Self.complaint(7)).range == 4...7)
    #expect(model.diagnosis(of: Self.complaint(7)).verdict == .expected)
    #expect(model.diagnosis(of: Self.complaint(8)).verdict == .more)
    // A screen that may have taken 13 points explains 20, and not 21.
    let dark = Self.model(screen: [0, 13])
    #expect(dark.diagnosis(of: Self.complaint(7)).verdict == .expected)
    #expect(dark.diagnosis(of: Self.complaint(20)).verdict == .cannotTell)
    #expect(dark.diagnosis(of: Self.complaint(21)).verdict == .more)
    var charged = Self.complaint(30)
    charged.isOnCharger = true
    #expect(model.diagnosis(of: charged).verdict == .cannotTell)
  }

  @Test func eachCauseHasTheAmountThatTheMedianPhoneNeeds() {
    let findings = Self.model().diagnosis(of: Self.complaint(15)).findings
    // (15 - 4) / 2, (15 - 5) / 2.5 and (15 - 7) / 3 h; 11, 10 and 8 over 5 points; 15 over 4, 5 and 7 points.
    #expect(findings.map(\.needed) == [nil, 4, 2, 3])
    #expect(findings.map(\.explains) == [false, true, true, true])
    let more = Self.model().diagnosis(of: Self.complaint(30)).findings
    #expect(more.map(\.needsMost) == [false, true, false, true])
    #expect(more.map(\.explains) == [false, false, true, false])
  }

  @Test func aCountThatDisagreesRulesACauseOut() {
    var complaint = Self.complaint(15)
    complaint.seen[.fixes] = 1700
    let diagnosis = Self.model().diagnosis(of: complaint)
    #expect(diagnosis.findings.map(\.explains) == [false, true, false, false])
    #expect(diagnosis.groups.map(\.causes) == [[1]] && (diagnosis.appProbability ?? 0) > 0.99)
  }

  /// 37 points are more than 5 h of the app's cause take, by 37 - 17.5 of the median phone: 3.9 points an hour.
  @Test func aPairIsTheMostOfTheAppsCauseAndTheRest() {
    var complaint = Self.complaint(37)
    complaint.seen[.fixes] = 1700
    let pairs = Self.model().diagnosis(of: complaint).pairs
    #expect(pairs.map { $0.first.cause } == ["never released"] && pairs.map { $0.second.cause } == ["other use"])
    #expect(pairs.map { $0.first.needed } == [5] && pairs.map { $0.second.needed } == [3.9])
  }

  @Test func oneObservationCarriesNoProbabilities() {
    #expect(Self.model().diagnosis(of: Self.complaint(15)).groups.isEmpty)
    #expect(Self.model().diagnosis(of: Self.complaint(15)).appProbability == nil)
  }

  @Test func theNextObservationSeparates() throws {
    let next = try #require(Self.model().diagnosis(of: Self.complaint(17)).next)
    // Of what is left after 17 points, the app's share tells all three apart, and positions the app alone.
    #expect(next.name == "the app's share in the settings, %")
    #expect(next.values == [30, 80, 8, 30])
    #expect(next.bits > 0.5 && next.bits < 1.585)
  }

  // MARK: Complaints

  @Test func theLongestDischargeOfALogCounts() throws {
    let log = [(0.0, 50.0), (1800, 47), (3600, 81), (5400, 80), (9000, 77), (12_600, 72), (13_000, 73)]
    let complaint = try #require(Complaint(log: log.map { (time: $0.0, percent: $0.1) }))
    #expect(complaint.hours == [0, 0.5, 1.5, 2.5] && complaint.levels == [81, 80, 77, 72])
    #expect(!complaint.carriesProbabilities)
    #expect(Complaint(log: [(time: 0, percent: 40), (time: 60, percent: 52)]) == nil)
  }

  @Test func aChangeHasTheErrorOfBothGaugesAndRuns() throws {
    let before = Complaint(hours: [0, 4], levels: [90, 82])
    let after = Complaint(hours: [0, 2], levels: [70, 56])
    let change = try #require(after.change(since: before, run: 0.1))
    // (0.667 + 1.4^2) / 4 + (0.667 + 0.8^2) / 16 = 0.738, and 1.96 roots of it 1.684.
    #expect(change.before == 2 && change.change == 5)
    #expect(abs(change.interval.lowerBound - 3.316) < 0.001 && abs(change.interval.upperBound - 6.684) < 0.001)
  }

  /// 0.5, then 0.25 and 0.2 within a factor of 3, and 0.05 beyond the 90 %.
  @Test func causesWithinAFactorOfThreeStandTogether() {
    func finding(_ probability: Double) -> Diagnosis.Finding {
      var finding = Diagnosis.Finding(cause: "\(probability)", isApp: probability > 0.22, agrees: true)
      finding.probability = probability
      return finding
    }
    func diagnosis(_ probabilities: [Double]) -> Diagnosis {
      Diagnosis(
        Self.complaint(15), .more, expected: (4...7, 7), findings: probabilities.map(finding), pairs: [], next: nil,
        notLookedAt: [])
    }
    let together = diagnosis([0.2, 0.5, 0.05, 0.25])
    #expect(together.groups.map(\.causes) == [[1, 3, 0]] && together.appProbability == 0.75)
    #expect(diagnosis([0.23, 0.7, 0.07]).groups.map(\.causes) == [[1], [0]])
  }
}
