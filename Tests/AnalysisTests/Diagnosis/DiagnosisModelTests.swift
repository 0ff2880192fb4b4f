import Core
import DeviceModel
import Testing

@testable import Analysis

/// Answers by hand: three phones that take 4, 5 and 7 points in 5 h, which no deviation widens, as the phone is known.
@Suite struct DiagnosisModelTests {
  private static let base = [4.0, 5, 7]

  /// - Parameters:
  ///   - share: the app's of the drain.
  ///   - beside: what comes on top of both.
  private static func samples(_ falls: [Double], fixes: Double = 20, share: Double = 0.3, beside: Double = 0)
    -> [DrainSample]
  {
    falls.map { fall in
      let seen: [DrainObservation: Double] = [.fixes: fixes, .stillFixes: fixes / 5, .background: fixes / 400]
      var sample = DrainSample(seed: 1, drained: [0, fall + beside], seen: seen)
      sample.app = fall * share
      return sample
    }
  }

  private static let gauge = GaugePrediction(
    DeviceProfile(name: "by hand", summary: "", defaultNetwork: "", values: [:]), parameters: .fixed)

  private static func amount(
    _ unit: String, most: Double, _ simulated: Double, _ usual: [Double]
  ) -> DrainCause.Amount {
    .init(unit: unit, most: most, usual: usual, simulated: simulated, source: "a")
  }

  private static func model(
    more: [DrainCause] = [], gauge: GaugePrediction = gauge, isKnown: Bool = true
  ) -> DiagnosisModel {
    DiagnosisModel(
      base: samples(base),
      causes: [
        // 2, 2.5 and 3 points an hour more.
        DrainCause(
          "never released", isApp: true, amount: amount("h", most: 5, 5, [5]),
          samples: samples([14, 17.5, 22], fixes: 1800, share: 0.8)),
        DrainCause("other use", amount: amount("%/h", most: 9, 1, [3]), samples: samples(base, beside: 5)),
        DrainCause("a hungrier phone", amount: amount("x", most: 3, 2, [3]), samples: base2),
      ] + more, notLookedAt: [("d", "e")],
      prediction: PredictionModel(Discrepancy(phone: 0, occasion: 0, run: 0, tracking: 0), spread: .none), gauge: gauge,
      isKnown: isKnown)
  }

  /// A screen that takes a point an hour, and was not on or for 13 h.
  private static func screen() -> DrainCause {
    var samples = samples(base, beside: 1)
    for seed in samples.indices { samples[seed].seen[.screen] = 60 }
    return DrainCause("screen on", amount: amount("h", most: 13, 1, [0, 13]), samples: samples)
  }

  /// A full gauge that stays until 4 points are used: the limit is as much lower, and (19 - 4) / 5, (19 - 5) / 5 and (19 - 7) / 5 %/h
  /// are needed for 15 points.
  @Test func whatAFullGaugeHidesIsNotSeen() {
    let hidden = ProfileValue(
      mean: 0.04, deviation: 0, range: 0...1, distribution: .fixed, trust: .estimate, source: "a")
    let gauge = GaugePrediction(
      DeviceProfile(name: "full", summary: "", defaultNetwork: "", values: ["battery.gauge_plateau": hidden]),
      parameters: .fixed)
    let full = Self.model(gauge: gauge).diagnosis(of: Complaint(hours: [0, 5], levels: [100, 85]))
    #expect(abs(full.threshold - 3.436) < 0.0005 && full.findings[2].needed == 2.8)
    #expect(full.findings[0].course.map(\.range) == [0...0, 0...3])
    #expect(abs(Self.model(gauge: gauge).diagnosis(of: Self.complaint(15)).threshold - 7.436) < 0.0005)
  }

  /// Five phones of each, up to exp(0.2 * 1.2816 / 0.8757) = 1.34 times more or less, on a gauge of whole percent.
  @Test func aPhoneThatIsNotKnownDiffersFromItsProfile() {
    let course = Self.model(isKnown: false).diagnosis(of: Self.complaint(7)).findings[0].course[1]
    #expect(course.range == 3...9 && course.median == 5)
    #expect(Self.model().diagnosis(of: Self.complaint(7)).findings[0].course[1].range == 4...7)
  }

  /// An app that runs all the time cannot run longer when it works.
  @Test func theBackgroundEndsWithTheComplaint() {
    var sample = Self.samples([5])[0]
    func hours(_ background: Double) -> Double? {
      sample.seen[.background] = background
      return sample.particle(factor: 1, Self.gauge, Self.complaint(7)).seen[.background]
    }
    #expect(hours(3) == 3 && hours(9) == 5)
  }

  private static let base2 = samples(base.map { 2 * $0 })

  private static func complaint(_ fall: Double) -> Complaint { Complaint(hours: [0, 5], levels: [80, 80 - fall]) }

  @Test func theVerdictFollowsTheLimitAndTheScreen() {
    // Phones of 4, 5 and 7 points, each with the error of two readings, (1/6)^0.5 points: the mixture of three lognormal
    // distributions with log-deviations of 0.102, 0.082 and 0.058 is below 3.598 in 5 % and below 7.436 in 95 %.
    let model = Self.model()
    let calm = model.diagnosis(of: Self.complaint(7))
    #expect(abs(calm.threshold - 7.436) < 0.0005 && calm.range.upperBound == calm.threshold)
    #expect(abs(calm.range.lowerBound - 3.598) < 0.0005)
    #expect(model.diagnosis(of: Self.complaint(7)).verdict == .expected)
    #expect(model.diagnosis(of: Self.complaint(8)).verdict == .more)
    // A screen that may have taken 13 points explains 20, and not 21.
    let dark = Self.model(more: [Self.screen()])
    #expect(dark.diagnosis(of: Self.complaint(7)).verdict == .expected)
    #expect(dark.diagnosis(of: Self.complaint(20)).verdict == .cannotTell)
    #expect(dark.diagnosis(of: Self.complaint(21)).verdict == .more)
    var charged = Self.complaint(30)
    charged.isOnCharger = true
    #expect(model.diagnosis(of: charged).verdict == .cannotTell)
  }

  /// Where the screen decides, 80 % of 15 points are more than an app takes that takes 1.2 to 2.1, and 10 % are not.
  @Test func theAppsShareDecidesWhereTheScreenDoesNot() {
    var complaint = Self.complaint(15)
    let dark = Self.model(more: [Self.screen()])
    complaint.seen[.share] = 10
    #expect(dark.diagnosis(of: complaint).verdict == .cannotTell)
    complaint.seen[.share] = 80
    #expect(dark.diagnosis(of: complaint).verdict == .more)
    // As configured the median app takes 1.5 points, and 2.5 more in each hour: 12 need 4.2 h.
    let needed = Self.model().diagnosis(of: complaint).findings[1].needed
    #expect(abs((needed ?? 0) - 4.2) < 1e-9)
  }

  /// A usual fall of 5 points, of which the app took 4 and takes 1.2 to 2.1 as configured.
  @Test func anAppThatTakesMoreIsNotExpectedWithinAUsualFall() {
    var complaint = Self.complaint(5)
    complaint.seen[.share] = 80
    let diagnosis = Self.model().diagnosis(of: complaint)
    #expect(diagnosis.verdict == .more && !diagnosis.findings[0].explains)
    #expect(diagnosis.fallVerdict == .expected && diagnosis.appVerdict == .more)
    // Two limits, each of 1 in 40: the same mixture is below 7.613 in 97.5 %.
    #expect(abs(diagnosis.threshold - 7.613) < 0.0005)
    // The app's 4 points are 2.8, 2.5 and 1.9 more than its phones', which take 2, 2.5 and 3.1 more in each hour. Other use adds
    // nothing to it. A median phone 4 / 1.5 as hungry has it, yet shows a share of 30 %.
    #expect(diagnosis.findings.map(\.explains) == [false, true, false, false])
    let needed = diagnosis.findings.map { $0.needed.map { ($0 * 1000).rounded() } }
    #expect(needed == [nil, 1000, nil, 2667] && diagnosis.findings[2].needsMost)
  }

  /// A fall of 15 points is more than expected, and 9 % of it are the app's 1.35; of a fall of 5, 31 % are 1.55 of at most 2.1.
  @Test func theFallAndTheAppAreJudgedAlone() {
    func verdicts(_ fall: Double, share: Double) -> [Diagnosis.Verdict?] {
      var complaint = Self.complaint(fall)
      complaint.seen[.share] = share
      let diagnosis = Self.model().diagnosis(of: complaint)
      return [diagnosis.fallVerdict, diagnosis.appVerdict, diagnosis.verdict]
    }
    #expect(verdicts(15, share: 9) == [.more, .expected, .more])
    #expect(verdicts(5, share: 31) == [.expected, .expected, .expected])
    #expect(verdicts(15, share: 81) == [.more, .more, .more])
    #expect(Self.model().diagnosis(of: Self.complaint(5)).appVerdict == nil)
  }

  /// The settings' error is 0.3: of a share of 30 %, 30 exp(1.645 * 0.3) = 49.1 are the limit.
  @Test func aShareAloneIsJudgedByTheSettingsError() {
    var complaint = Complaint(hours: [0, 5], levels: [])
    complaint.seen[.share] = 50
    let diagnosis = Self.model().diagnosis(of: complaint)
    #expect(diagnosis.verdict == .more && abs(diagnosis.threshold - 49.14) < 0.01)
    complaint.seen[.share] = 49
    #expect(Self.model().diagnosis(of: complaint).verdict == .expected)
  }

  /// Of half of what is used, the app's part is half: 11.2 - 7 points less -0.8 as configured are 1 an hour; 1.25 and 1.6 the others.
  /// So 0.8, 0.8 and 0.875 h are needed. What others take on top lowers the share.
  @Test func aShareAloneSaysHowMuchOfTheAppsCausesItNeeds() {
    var complaint = Complaint(hours: [0, 5], levels: [])
    complaint.seen[.share] = 50
    let findings = Self.model().diagnosis(of: complaint).findings
    #expect(findings.map { $0.needed.map { ($0 * 1000).rounded() } } == [nil, 800, nil, nil])
    #expect(findings.map(\.unit) == ["", "h", "", ""] && !findings[1].needsMost)
    // 40 % lie between 30 % as configured and 80 % with 5 h, the only usual amount; they need 0.4 h.
    complaint.seen[.share] = 40
    #expect(Self.model().diagnosis(of: complaint).findings[1].explains)
    complaint.seen[.share] = 85
    #expect(Self.model().diagnosis(of: complaint).findings[1].needsMost)
  }

  /// One of 300 phones is above its limit as seldom as one phone above its own.
  @Test func theWorstOfManyHasAHigherLimit() {
    var complaint = Complaint(hours: [0, 5], levels: [])
    (complaint.seen[.share], complaint.users) = (48, 300)
    // The quantile of 0.95^(1/300) is 3.581: 30 exp(3.581 * 0.3) = 87.8.
    #expect(abs(Self.model().diagnosis(of: complaint).threshold - 87.8) < 0.1)
  }

  /// Student's t with 4 degrees. Of a fall of 3 where 2 are predicted, with the variance 2/3; of three readings 0.3 of each fall is
  /// added, and two falls count as 1.33; 20 positions where 24 are predicted have the variance 1/16 + 1/25.
  @Test func theLikelihoodIsThatOfReadingsAndCounts() {
    let particle = DrainParticle(falls: [0, 2, 4], seen: [.fixes: 24])
    let course = Complaint(hours: [0, 1, 2], levels: [80, 77, 75])
    #expect(abs(particle.logLikelihood(of: course) - (-1.688543)) < 1e-5)
    var fall = Complaint(hours: [0, 1], levels: [80, 77])
    #expect(abs(particle.logLikelihood(of: fall) - (-1.574231)) < 1e-5)
    // A gauge of steps of 5 points.
    fall.step = 5
    #expect(abs(fall.readingVariance - (25.0 / 6 + 0.5)) < 1e-12)
    fall.step = 1
    fall.seen[.fixes] = 20
    #expect(abs(particle.logLikelihood(of: fall) - (-1.594925)) < 1e-5)
  }

  @Test func priorsWeighCauses() {
    var complaint = Self.complaint(17)
    complaint.seen[.fixes] = 21
    func probabilities() -> [Double] { Self.model().diagnosis(of: complaint).findings.map { $0.probability ?? -1 } }
    let equal = probabilities()
    complaint.priors = ["other use": 5, "never released": 0]
    let given = probabilities()
    #expect(given[1] == 0)
    #expect(abs(given[2] / given[3] - 5 * equal[2] / equal[3]) < 1e-9)
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

  /// Three times as hungry a phone takes 12, 15 and 21 points; 22 are within a step of the gauge.
  @Test func aFactorCountsFromOne() {
    let hungrier = Self.model().causes[2]
    #expect((0..<3).map { hungrier.sample($0, amount: 3, base: Self.model().base).whole } == [12, 15, 21])
    #expect((0..<3).map { hungrier.sample($0, amount: 1, base: Self.model().base).whole } == [4, 5, 7])
    #expect(Self.model().diagnosis(of: Self.complaint(22)).findings[3].explains)
    #expect(!Self.model().diagnosis(of: Self.complaint(23)).findings[3].explains)
  }

  @Test func aCountThatDisagreesRulesACauseOut() {
    var complaint = Self.complaint(15)
    complaint.seen[.fixes] = 1700
    let diagnosis = Self.model().diagnosis(of: complaint)
    #expect(diagnosis.findings.map(\.explains) == [false, true, false, false])
    #expect(diagnosis.groups.map(\.causes) == [[1]] && diagnosis.groups[0].probability > 0.99)
  }

  /// 37 points are more than 5 h of the app's cause take, by 37 - 17.5 of the median phone: 3.9 points an hour.
  @Test func aPairIsTheMostOfTheAppsCauseAndTheRest() {
    var complaint = Self.complaint(37)
    complaint.seen[.fixes] = 1700
    let pairs = Self.model().diagnosis(of: complaint).pairs
    #expect(pairs.map { $0.first.cause } == ["never released"] && pairs.map { $0.second.cause } == ["other use"])
    #expect(pairs.map { $0.first.needed } == [5] && pairs.map { $0.second.needed } == [3.9])
    // 79 points leave 61.5 to other use, 12.3 an hour, where there are 9 at most.
    complaint.levels = [80, 1]
    #expect(Self.model().diagnosis(of: complaint).pairs.isEmpty)
  }

  /// Beside 17.5 points, 30 need 12.5 h of the screen or 2.5 points an hour; an app in front has the screen on already.
  @Test func aPairHasNoScreenOnTwice() {
    var complaint = Self.complaint(30)
    complaint.seen[.fixes] = 1700
    let dark = Self.model(more: [Self.screen()])
    #expect(dark.diagnosis(of: complaint).pairs.map { $0.second.cause } == ["other use", "screen on"])
    #expect(dark.diagnosis(of: complaint).pairs.map { $0.second.needed } == [2.5, 12.5])
    var samples = Self.samples([14, 17.5, 22], fixes: 1800, share: 0.8)
    for seed in samples.indices { samples[seed].seen[.screen] = 300 }
    let front = DrainCause("in front", isApp: true, amount: Self.amount("h", most: 5, 5, [5]), samples: samples)
    let pairs = Self.model(more: [Self.screen(), front]).diagnosis(of: complaint).pairs
    #expect(pairs.map { $0.first.cause } == ["never released", "never released", "in front"])
    #expect(pairs.map { $0.second.cause } == ["other use", "screen on", "other use"])
  }

  /// Of 34 points the app takes 14 beside other use, 41 %; alone it would show 80 %, and other use 4 %. No pair shows 5 %.
  @Test func aPairShowsWhatBothTake() {
    func diagnosis(share: Double) -> Diagnosis {
      var complaint = Self.complaint(34)
      complaint.seen = [.share: share, .fixes: 1700]
      return Self.model().diagnosis(of: complaint)
    }
    #expect(diagnosis(share: 41).pairs.map { $0.second.cause } == ["other use"])
    #expect(diagnosis(share: 5).pairs.isEmpty)
  }

  /// Other use alone explains 30 points, which the app's cause and some of it would, too.
  @Test func thereAreNoPairsWhereOneCauseExplains() {
    let diagnosis = Self.model().diagnosis(of: Self.complaint(30))
    #expect(diagnosis.findings.filter(\.explains).map(\.cause) == ["other use"])
    #expect(diagnosis.pairs.isEmpty)
  }

  /// 8 points are within a step of the hungriest phone's 7, and above the limit of 7.1.
  @Test func asConfiguredExplainsWhatIsExpected() {
    #expect(Self.model().diagnosis(of: Self.complaint(7)).findings[0].explains)
    #expect(!Self.model().diagnosis(of: Self.complaint(8)).findings[0].explains)
  }

  @Test func oneObservationCarriesNoProbabilities() {
    #expect(Self.model().diagnosis(of: Self.complaint(15)).groups.isEmpty)
  }

  /// No limit is above a whole battery: of 20,000 users and a share of 30 %, 30 exp(4.56 * 0.3) = 118; of a gauge with one step.
  @Test func theLimitIsAWholeBatteryAtMost() {
    var complaint = Complaint(hours: [0, 5], levels: [])
    (complaint.seen[.share], complaint.users) = (99, 20_000)
    #expect(Self.model().diagnosis(of: complaint).threshold == 100)
    complaint = Self.complaint(17)
    (complaint.step, complaint.seen[.share]) = (600, 10)
    #expect(Self.model().diagnosis(of: complaint).appLimit == 100)
  }

  @Test func theNextObservationSeparates() throws {
    let next = try #require(Self.model().diagnosis(of: Self.complaint(17)).next)
    // Of what is left after 17 points, the app's share tells all three apart, and positions the app alone.
    #expect(next.name == "the app's share in the settings, %")
    // Of 4 points of the phone and 15 of other use, 1.2 are the app's.
    #expect(zip(next.values, [30, 80, 120 / 19.0, 30]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(next.bits > 0.5 && next.bits < 1.585)
  }

  /// A single observation rules out what would not explain it: 30 points leave other use alone, and nothing to tell apart. With 17, a
  /// prior of 0 leaves two causes, which the app's share tells apart: 1 bit.
  @Test func theNextObservationIsAboutCausesThatExplain() throws {
    #expect(Self.model().diagnosis(of: Self.complaint(30)).next == nil)
    var complaint = Self.complaint(17)
    complaint.priors = ["a hungrier phone": 0]
    let two = try #require(Self.model().diagnosis(of: complaint).next)
    #expect(abs(two.bits - 1) < 1e-9, "\(two.bits)")
    complaint.priors["other use"] = 0
    #expect(Self.model().diagnosis(of: complaint).next == nil)
    // A cause that is nearly sure leaves nothing to look for.
    complaint.priors = ["other use": 1e6]
    #expect(Self.model().diagnosis(of: complaint).next == nil)
  }

  /// A prior of 0 rules a cause out; its three phones show 20, 50 and 80 %.
  @Test func whatIsRuledOutShowsTheMedianOfItsPhones() throws {
    let shares = [0.2, 0.5, 0.8].flatMap { Self.samples([17], share: $0) }
    var complaint = Self.complaint(17)
    complaint.priors = ["ruled out": 0]
    let model = Self.model(more: [DrainCause("ruled out", samples: shares)])
    let next = try #require(model.diagnosis(of: complaint).next)
    #expect(next.name == "the app's share in the settings, %")
    #expect(abs(next.values[4] - 50) < 1e-9)
  }

  // MARK: Complaints

  /// Of 17 readings each second one.
  @Test func manyReadingsAreThinned() {
    let complaint = Complaint(hours: (0...16).map { Double($0) / 2 }, levels: (0...16).map { 90 - Double($0) })
    #expect(complaint.hours == [0, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(complaint.levels == [90, 88, 86, 84, 82, 80, 78, 76, 74])
    #expect(complaint.carriesProbabilities && complaint.fall == 16)
    #expect(Complaint(hours: [0, 7], levels: []).hours == [0, 7])
  }

  /// Five readings are a course; so are two figures beside none, and the screen is no figure of the drain.
  @Test func aCourseOrTwoFiguresCarryProbabilities() {
    #expect(Complaint(hours: [0, 1, 2, 3, 4], levels: [9, 8, 7, 6, 5]).carriesProbabilities)
    #expect(!Complaint(hours: [0, 1, 2, 3], levels: [9, 8, 7, 6]).carriesProbabilities)
    var complaint = Self.complaint(5)
    complaint.seen = [.screen: 3]
    #expect(!complaint.carriesProbabilities)
    complaint.seen = [.screen: 3, .background: 1]
    #expect(complaint.carriesProbabilities)
    complaint.levels = []
    #expect(!complaint.carriesProbabilities)
  }

  @Test func aChangeHasTheErrorOfBothGaugesAndDays() throws {
    let before = Complaint(hours: [0, 4], levels: [90, 82])
    let after = Complaint(hours: [0, 2], levels: [70, 56])
    let change = try #require(after.change(since: before, day: 0.1))
    // (0.667 + 1.4^2) / 4 + (0.667 + 0.8^2) / 16 = 0.738, and 1.96 roots of it 1.684.
    #expect(change.before == 2 && change.change == 5)
    #expect(abs(change.interval.lowerBound - 3.316) < 0.001 && abs(change.interval.upperBound - 6.684) < 0.001)
  }

  /// 0.5, then 0.25 and 0.2 within a factor of 3, and 0.05 beyond the 90 %.
  @Test func causesWithinAFactorOfThreeStandTogether() {
    func finding(_ probability: Double) -> Diagnosis.Finding {
      var finding = Diagnosis.Finding(cause: "\(probability)", isApp: false, agrees: true, explains: true)
      finding.probability = probability
      return finding
    }
    func diagnosis(_ probabilities: [Double]) -> Diagnosis {
      Diagnosis(
        complaint: Self.complaint(15), fallVerdict: .more, range: 4...7, threshold: 7, appLimit: nil,
        findings: probabilities.map(finding), pairs: [], next: nil, notLookedAt: [])
    }
    let together = diagnosis([0.2, 0.5, 0.05, 0.25])
    #expect(together.groups.map(\.causes) == [[1, 3, 0]] && together.groups[0].probability == 0.95)
    #expect(diagnosis([0.23, 0.7, 0.07]).groups.map(\.causes) == [[1], [0]])
    // Four hold 91 %; the fifth, within a factor of 3, is not needed.
    #expect(diagnosis([0.25, 0.23, 0.09, 0.22, 0.21]).groups.map(\.causes) == [[0, 1, 3, 4]])
  }
}
