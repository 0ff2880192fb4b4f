import Analysis
import DeviceModel
import Quantities
import Testing

@testable import Reports

@Suite struct ComparisonFindingTests {
  typealias Strategy = SampleReports.Strategy

  func sentence(_ strategies: [Strategy], seeds: Int = 1) -> String {
    ComparisonFinding.sentence(for: SampleReports.report(strategies, seeds: seeds))
  }

  @Test func weighsTheBestBargainAgainstTheMostAccurate() {
    let text = sentence([
      Strategy(name: "fine", milliwatts: 300, error: 11), Strategy(name: "coarse", milliwatts: 10, error: 3000),
      Strategy(name: "middle", milliwatts: 30, error: 40),
    ])
    // At less accuracy than twice 10.2 m or 20 m.
    #expect(text.hasPrefix("Nothing saves a tenth at like accuracy; with less, middle takes "))
    #expect(text.contains(" points, with a 95 % error now of 37.2 m instead of 10.2 m."))
  }

  @Test func whatCostsLessButErrsFarMoreIsNoBargain() {
    let text = sentence([
      Strategy(name: "fine", milliwatts: 300, error: 41), Strategy(name: "coarse", milliwatts: 10, error: 3000),
    ])
    #expect(text.hasPrefix("fine takes "))
    #expect(text.hasSuffix("No alternative saves 10 % with an error under 191 m and as much coverage."))
  }

  @Test func oneStrategyThatBeatsAllIsSaidToBe() {
    let text = sentence([
      Strategy(name: "good", milliwatts: 30, error: 11), Strategy(name: "bad", milliwatts: 300, error: 12),
    ])
    #expect(text.hasPrefix("good is the cheapest and the most accurate: it takes "))
  }

  /// Of the most accurate rows of each use, where none has a saving.
  @Test func whereNothingSavesTheFirstRowSpeaks() {
    let recorder = Strategy(name: "recorder", use: .record, milliwatts: 307, error: 17, trackError: 7.3)
    let live = Strategy(name: "live", milliwatts: 300, error: 41, trackError: 13)
    let text = sentence([recorder, live])
    #expect(text.hasPrefix("recorder takes ") && text.contains("(recorded track)"), "\(text)")
    let other = sentence([live, recorder])
    #expect(other.hasPrefix("live takes ") && other.contains("(position held now)"), "\(other)")
  }

  @Test func whatReadsTheSameComesOutAlike() {
    let names = ["a", "b", "c", "d", "e"].map { Strategy(name: $0, milliwatts: 31, error: 11, trackError: 7) }
    #expect(sentence(Array(names.prefix(2))).hasPrefix("a and b come out alike: "))
    #expect(sentence(names).hasPrefix("a, b, c and 2 more come out alike: "))
    let worse = Strategy(name: "worse", milliwatts: 300, error: 12, trackError: 7)
    #expect(sentence([names[0], worse, names[1]]).hasPrefix("a and b are the cheapest and the most accurate: "))
    // A position that is older on the way is not alike for apps that act on it, and is for those that record.
    var (late, track) = (names[1], names[0])
    late.age = 71
    #expect(sentence([names[0], late]).hasPrefix("a is the cheapest and the most accurate: "))
    (late.use, track.use) = (.record, .record)
    #expect(sentence([track, late]).hasPrefix("a and b come out alike: "))
  }

  /// Of the powers above the 29.3 mW of the phone itself, 300 against 280 mW is 6 % of the drain.
  @Test func aSavingOfLessThanATenthIsNoFinding() {
    let fine = Strategy(name: "fine", milliwatts: 300, error: 41)
    #expect(sentence([fine, Strategy(name: "little", milliwatts: 280, error: 43)]).hasPrefix("fine takes "))
    #expect(sentence([fine, Strategy(name: "enough", milliwatts: 260, error: 43)]).hasPrefix("enough takes "))
    // The use with the larger saving is spoken of.
    let text = sentence([
      fine, Strategy(name: "little", milliwatts: 280, error: 43),
      Strategy(name: "track", use: .record, milliwatts: 311, error: 7, trackError: 7),
      Strategy(name: "batches", use: .record, milliwatts: 31, error: 7, trackError: 13),
    ])
    #expect(text.hasPrefix("batches takes "))
  }

  /// A recorder whose position held is as good as that of an app for live use saves there too; and the reverse.
  @Test func rowsOfAnotherUseAreWeighedByTheFiguresOfOne() {
    let live = Strategy(name: "live", milliwatts: 300, error: 41, trackError: 400)
    let rough = Strategy(name: "rough", milliwatts: 30, error: 79)
    let recorder = Strategy(name: "recorder", use: .record, milliwatts: 31, error: 29, trackError: 23)
    // What saves within the use comes first.
    #expect(sentence([live, rough, recorder]).hasPrefix("rough takes "))
    // Alone with it, and where late positions make it no alternative.
    let text = sentence([live, recorder])
    #expect(text.hasPrefix("recorder takes "), "\(text)")
    #expect(text.hasSuffix("with a 95 % error now of 27.0 m instead of 38.1 m."), "\(text)")
    let late = Strategy(name: "late", use: .record, milliwatts: 31, error: 4100, trackError: 23)
    #expect(sentence([live, rough, late]).hasPrefix("rough takes "))
    // A live row by its track.
    let track = Strategy(name: "track", use: .record, milliwatts: 300, error: 11, trackError: 11)
    let kept = Strategy(name: "kept", milliwatts: 30, error: 50, trackError: 13)
    #expect(sentence([track, kept]).contains("with a 95 % track error of "))
    #expect(sentence([track, kept]).hasPrefix("kept takes "))
    // Stars stay within one use.
    #expect(SampleReports.report([live, rough, recorder], seeds: 1).front == [0, 1, 2])
  }

  /// 0.83 of the sample's age is that of the moving time: 299 s are within 5 min, 332 s are not, beside 2 s; a track may be late.
  @Test func whatGrowsOldOnTheWayIsNoBargainForAppsThatActOnIt() {
    var fine = Strategy(name: "fine", milliwatts: 300, error: 41)
    fine.age = 2
    var old = Strategy(name: "old", use: .record, milliwatts: 30, error: 43)
    old.age = 360
    #expect(sentence([fine, old]).hasPrefix("old takes "))
    old.age = 400
    #expect(sentence([fine, old]).hasPrefix("fine takes "))
    // Five times the age of the most accurate, where that is more: 415 s beside 83 s.
    fine.age = 100
    #expect(sentence([fine, old]).hasPrefix("old takes "))
  }

  /// A track of a tenth of the way is not beside one of all of it, however small its error.
  @Test func whatCoversLittleIsNoBargain() {
    let whole = Strategy(name: "whole", use: .record, milliwatts: 300, error: 11, trackError: 11)
    var little = Strategy(name: "little", use: .record, milliwatts: 30, error: 3, trackError: 3)
    #expect(sentence([whole, little]).hasPrefix("little "))
    little.movingCoverage = 0.11
    #expect(sentence([whole, little]).hasPrefix("whole takes "))
  }

  /// 30 against 31 mW is under a tenth of the drain with the phone itself: the smaller error decides.
  @Test func amongEqualBargainsTheMoreAccurateIsNamed() {
    let fine = Strategy(name: "fine", milliwatts: 300, error: 41)
    let text = sentence([
      fine, Strategy(name: "cheapest", milliwatts: 30, error: 79), Strategy(name: "better", milliwatts: 31, error: 73),
    ])
    #expect(text.hasPrefix("better takes "))
  }

  @Test func whatNoPhoneInUseRunsIsNotSuggested() {
    let fine = Strategy(name: "fine", milliwatts: 300, error: 41)
    let now = Strategy(name: "now", milliwatts: 101, error: 43)
    let old = Strategy(name: "old", milliwatts: 11, error: 37, isPast: true)
    #expect(sentence([fine, now, old]).hasPrefix("now takes "))
    // Where nothing else is compared it is spoken of.
    var older = fine
    older.isPast = true
    #expect(sentence([older, old]).hasPrefix("old is the cheapest and the most accurate"))
    // What has ended neither has a star nor takes one away.
    #expect(SampleReports.report([fine, now, old], seeds: 1).front == [1])
    let past = Strategy(name: "past", milliwatts: 3, error: nil, event: (late: 31, missed: 0, wrong: 0), isPast: true)
    #expect(sentence([told("prompt", milliwatts: 9, late: 41, missed: 0.5), past]).hasPrefix("prompt takes "))
  }

  /// A watch that finds the positions spares the phone, not the user.
  @Test func whatDrainsAWatchDoesNotCompareByThePhoneAlone() {
    let fine = Strategy(name: "fine", milliwatts: 300, error: 41)
    let watch = Strategy(name: "watch", milliwatts: 3, error: 17, watchDrain: 9.66)
    #expect(sentence([fine, Strategy(name: "middle", milliwatts: 30, error: 73), watch]).hasPrefix("middle takes "))
    #expect(SampleReports.report([fine, watch], seeds: 1).front == [0, 1])
    let sparing = Strategy(name: "sparing", milliwatts: 1, error: 19, watchDrain: 2.02)
    let dear = Strategy(name: "dear", milliwatts: 71, error: 17, watchDrain: 9.66)
    #expect(sentence([sparing, dear]).contains("; the watch's battery: 2.02 instead of 9.66 %/h."))
  }

  func told(_ name: String, milliwatts: Double, late: Double, missed: Double, wrong: Double = 0) -> Strategy {
    Strategy(name: name, milliwatts: milliwatts, error: nil, event: (late, missed, wrong))
  }

  @Test func strategiesThatAreToldOfEventsHaveTheirSentenceAndTheirFront() {
    let strategies = [
      told("prompt", milliwatts: 9, late: 41, missed: 0.5),
      told("frugal", milliwatts: 3, late: 71, missed: 0.5, wrong: 2),
      told("beaten", milliwatts: 19, late: 43, missed: 0.5), Strategy(name: "fine", milliwatts: 300, error: 11),
    ]
    let report = SampleReports.report(strategies, seeds: 1)
    let text = ComparisonFinding.sentence(for: report)
    #expect(text.contains("prompt takes "))
    #expect(text.contains("It reports events after 41 s (median), misses 0.5 a run."))
    #expect(text.contains("fine takes "))
    #expect(report.front == [0, 1, 3])
  }

  @Test func decisionsAreComparedWithinOneStrategy() {
    var report = SampleReports.report(
      [
        Strategy(name: "none", milliwatts: 0, error: nil), Strategy(name: "a (always)", milliwatts: 300, error: 11),
        Strategy(name: "a (reduced)", milliwatts: 7, error: 3100),
        Strategy(name: "a (denied)", milliwatts: 0, error: nil),
        Strategy(name: "a (restricted)", milliwatts: 0, error: nil),
        Strategy(name: "b (denied)", milliwatts: 0, error: nil),
      ], seeds: 1)
    for (index, decision) in ["always", "reduced", "denied", "restricted"].enumerated() {
      report.rows[index + 1].decision = UserDecision(strategy: "a", decision: decision)
    }
    report.rows[5].decision = UserDecision(strategy: "b", decision: "denied")
    let text = ComparisonFinding.sentence(for: report)
    #expect(text.hasPrefix("a, by what the user decides: always: "))
    #expect(text.contains("; reduced: "))
    #expect(text.contains("; denied or restricted: "))
    #expect(text.contains("and no position. The table has 1 other strategy."))
  }

  @Test func positionsTooRareForATrackAreSaidToBe() {
    #expect(
      sentence([Strategy(name: "rare", use: .record, milliwatts: 3, error: 900, fixes: 0.2)])
        == "There are positions, but too rarely for a track: none within five minutes of another.")
    #expect(
      sentence([Strategy(name: "often", use: .record, milliwatts: 3, error: 900, fixes: 2806)])
        == "There are positions, but none at a time for which the truth is known: "
        + "a track's gaps over 5 min are left out.")
    #expect(
      sentence([Strategy(name: "a", milliwatts: 0, error: nil), Strategy(name: "b", milliwatts: 0, error: nil)])
        == "No strategy got a position.")
  }

  @Test func aNoteIsSaidOnceWithTheNamesThatHaveIt() {
    let report = SampleReports.report(
      "abcdefg".map { Strategy(name: String($0), milliwatts: 1, error: 3, note: $0 == "g" ? "other" : "denied") },
      seeds: 1)
    #expect(report.remarks == ["a, b, c and 3 more: denied", "g: other"])
  }

  /// Under 40 seeds the interval of the mean, from 40 on the range over seeds, which is wider.
  @Test func theSavingHasARange() throws {
    let strategies = [
      Strategy(name: "fine", milliwatts: 300, error: 11), Strategy(name: "good", milliwatts: 10, error: 13),
    ]
    let few = sentence(strategies, seeds: 9)
    #expect(few.contains(" points (95 % interval of the mean "))
    let report = SampleReports.report(strategies, seeds: 40)
    let many = ComparisonFinding.sentence(for: report)
    let difference = try #require(
      PairedDifference.of(.drainPercentPerHour, report.rows[0].runs, minus: report.rows[1].runs))
    let range = try #require(difference.quantileRange)
    let text = FigureRounding.battery.text
    let ends = "\(text(16 * range.lowerBound)) to \(text(16 * range.upperBound))"
    #expect(many.contains("It saves \(text(16 * difference.mean)) points (\(ends) over 40 seeds)"), "\(many)")
  }

  /// What covers less is never recommended without saying so.
  @Test func lessCoverageIsSaid() {
    let text = sentence([
      Strategy(name: "fine", use: .record, milliwatts: 300, error: 11, trackError: 11, movingCoverage: 0.97),
      Strategy(name: "gaps", use: .record, milliwatts: 30, error: 13, trackError: 13, movingCoverage: 0.91),
    ])
    #expect(text.hasPrefix("gaps takes "))
    #expect(text.hasSuffix(", and the track covering 91 instead of 97 % of the moving time."), "\(text)")
  }

  /// The battery is that of the hours that the user names.
  @Test func theHoursAreTheUsers() throws {
    var report = SampleReports.report([Strategy(name: "a", milliwatts: 300, error: 7)], seeds: 1)
    #expect(ComparisonFinding.sentence(for: report).contains(" % of the battery in 16 h "))
    report.hours = 4.5
    #expect(ComparisonFinding.sentence(for: report).contains(" % of the battery in 4.5 h "))
    let mean = try #require(report.rows[0][.drainPercentPerHour]?.mean)
    #expect(report.battery(report.rows[0]) == mean * 4.5)
  }

  /// A recording of 19 min 5 s: the headline has its own cost.
  @Test func aShortRecordingIsSaidToBeExtrapolated() throws {
    var report = SampleReports.report([Strategy(name: "a", milliwatts: 300, error: 7)], seeds: 1)
    #expect(!ComparisonFinding.sentence(for: report).contains("extrapolated"))
    report.context.duration = .seconds(1145)
    let own = Figure.plain(try #require(report.rows[0][.drainPercentPerHour]?.mean) * 1145 / 3600)
    let text = ComparisonFinding.sentence(for: report)
    #expect(text.contains(" % of the battery in 16 h (extrapolated from \(own) % in 19 min 05 s) "), "\(text)")
    report.hours = 0.3
    #expect(!ComparisonFinding.sentence(for: report).contains("extrapolated"))
  }

  /// Two seeds whose drains differ twofold: Student's interval of their mean reaches below 0, which no drain does.
  @Test func anIntervalOfADrainEndsAtZero() throws {
    let report = SampleReports.report([Strategy(name: "a", milliwatts: 300, error: 7)], seeds: 2)
    let drain = try #require(report.rows[0][.drainPercentPerHour])
    #expect(try #require(drain.meanInterval).lowerBound == 0)
    #expect(drain.flooredInterval?.lowerBound == 0)
    #expect(drain.flooredInterval?.upperBound == drain.meanInterval?.upperBound)
  }

  @Test func noPositionsAndNoStrategies() {
    #expect(sentence([Strategy(name: "none", milliwatts: 0, error: nil)]).hasSuffix("gets no position."))
    #expect(sentence([]) == "No strategy was compared.")
  }

  /// Eight columns and 80 characters at most; everything, with what it means, for those who ask.
  @Test func theTableIsNarrow() {
    for seeds in [1, 5, 40] {
      let report = SampleReports.report(seeds: seeds)
      let lines = DocumentText(width: 80).render(report).split(separator: "\n")
      #expect(lines.dropLast().allSatisfy { $0.count <= 80 })
      #expect(report.table.shown(most: report.table.mostColumns).count <= 8)
    }
    let wide = DocumentText(width: 80, isWide: true).render(SampleReports.report(seeds: 40))
    for word in ["location", "wakes", "Range:", "error track: 95 % of the moving time"] { #expect(wide.contains(word)) }
    let few = DocumentText(width: 80, isWide: true).render(SampleReports.report(seeds: 5))
    #expect(few.contains(" interval ") && few.contains("Interval:"))
  }

  /// Stars tell rows apart: where every row has one, none has.
  @Test func starsMarkSomeRowsOrNone() {
    let fine = Strategy(name: "fine", milliwatts: 300, error: 11)
    let coarse = Strategy(name: "coarse", milliwatts: 30, error: 40)
    #expect(SampleReports.report([fine, coarse], seeds: 1).starred.isEmpty)
    let beaten = Strategy(name: "beaten", milliwatts: 340, error: 12)
    #expect(SampleReports.report([fine, coarse, beaten], seeds: 1).starred == [0, 1])
    // Another system's row beats none of this one's.
    var report = SampleReports.report([fine, coarse, beaten], seeds: 1)
    report.rows[2].system = .android
    #expect(report.front == [0, 1, 2] && report.starred.isEmpty)
  }

  /// What has ended says so in its row, and keeps its name in files.
  @Test func whatHasEndedSaysSo() {
    let report = SampleReports.report(
      [Strategy(name: "old", milliwatts: 30, error: 11, isPast: true)], seeds: 1)
    #expect(DocumentText(width: 80).render(report).contains("old (ended) "))
    #expect(DocumentMarkdown().render(report).contains("| old (ended) |"))
    #expect(DocumentHTML().render(report).contains(">old (ended)</th>"))
    #expect(DocumentCSV().render(report).contains("\nold,"))
  }

  /// A cheap track of a tenth of the way is on the front for what it covers; the line does not go up to it.
  @Test func theLineOfAFrontNeverRisesAndLittleIsNamed() throws {
    func track(_ name: String, _ milliwatts: Double, _ error: Double, _ coverage: Double) -> Strategy {
      Strategy(
        name: name, use: .record, milliwatts: milliwatts, error: error, trackError: error, movingCoverage: coverage)
    }
    let report = SampleReports.report(
      [track("little", 7, 5, 0.11), track("rough", 40, 203, 0.97), track("fine", 300, 17, 0.99)], seeds: 1)
    #expect(report.front == [0, 1, 2])
    let svg = try #require(ParetoChart(report: report).svg())
    let line = try #require(svg.split(separator: "\n").first { $0.contains("class=\"front record\"") })
    let path = try #require(line.split(separator: " d=\"").last?.prefix { $0 != "\"" })
    let numbers = path.split { "ML ".contains($0) }.compactMap { Double($0) }
    let (xs, ys) = (
      stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] },
      stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
    )
    #expect(xs.count == 3 && xs == xs.sorted())
    // Down the page is a smaller error.
    #expect(ys == ys.sorted())
    #expect(svg.contains("little (covers 11 %)"))
    #expect(!svg.contains("rough (covers"))
  }

  @Test func ofManyStrategiesOnlyTheFrontIsNamedInTheChart() throws {
    let many = (1...20).map { Strategy(name: "row-\($0)", milliwatts: Double($0) * 11, error: Double($0) * 7) }
    let svg = try #require(ParetoChart(report: SampleReports.report(many, seeds: 1)).svg())
    #expect(svg.contains(">row-1</text>"))
    #expect(!svg.contains(">row-7</text>"))
    #expect(svg.contains("<title>row-7: battery "))
    #expect(
      DocumentHTML().render(SampleReports.report(many, seeds: 1)).contains("Only Pareto-optimal strategies are named")
    )
  }

  @Test(arguments: [
    (StrategyUse.record, 0.043, "the recorded track covers 4.3 % of the time on the move, 95 % of that within 6.94 m"),
    (.record, 0.998, "95 % of the time on the move the recorded track is within 6.94 m"),
    (.live, 0.043, "a position is held 4.3 % of the time, 95 % of that within 7.11 m"),
    (.live, 1, "95 % of the time the position held is within 7.11 m"),
  ])
  func aRunSaysOfWhichShareItsErrorHolds(_ row: (use: StrategyUse, share: Double, text: String)) {
    var metrics = RunMetrics(seed: 1, duration: .hours(1))
    metrics[.drainPercentPerHour] = 1.06
    (metrics[.errorP95], metrics[.movingErrorP95]) = (7.11, 6.94)
    (metrics[.availability], metrics[.movingCoverage]) = (row.share, row.share)
    let report = RunReport(
      context: SampleReports.context(), strategy: "s", use: row.use, metrics: metrics, record: SampleDay.detail().record
    )
    #expect(report.finding == "s takes 17 % of the battery in 16 h; \(row.text) of the truth.")
  }

  /// Where nobody moves there is no track: the position held counts.
  @Test func aRunAtRestIsNotSaidToMove() {
    var metrics = RunMetrics(seed: 1, duration: .hours(1))
    metrics[.drainPercentPerHour] = 1.06
    (metrics[.trackErrorP50], metrics[.trackErrorP95]) = (2.87, 6.94)
    (metrics[.movingErrorP50], metrics[.movingErrorP95], metrics[.movingAgeP95]) = (2.87, 6.94, 3.1)
    (metrics[.trackCoverage], metrics[.movingCoverage]) = (0.83, 0.83)
    (metrics[.errorP95], metrics[.availability]) = (7.31, 0.91)
    func report() -> RunReport {
      RunReport(
        context: SampleReports.context(), strategy: "s", use: .record, metrics: metrics,
        record: SampleDay.detail().record)
    }
    func text() -> String { DocumentText().render(report().document) }
    #expect(text().contains(/error track p50 m/))
    metrics.isAtRest = true
    #expect(
      report().finding
        == "s takes 17 % of the battery in 16 h; a position is held 91 % of the time, 95 % of that within 7.31 m of the truth."
    )
    // What the whole day has of the track is named apart from what the time on the move has.
    #expect(!text().contains("error track p50 m"))
    #expect(text().contains(/covers track, all day % +83/) && text().contains(/error track p50, all day m +2.9/))
    metrics[.availability] = 1
    #expect(report().finding.contains("; 95 % of the time the position held is within 7.31 m"))
  }

  /// A phone runs one system: the pair is of one, however much more the other system's strategy saves.
  @Test func thePairIsOfOneSystem() {
    func report(_ systems: [PhoneSystem?], _ strategies: [Strategy]) -> ComparisonReport {
      var report = SampleReports.report(strategies, seeds: 1)
      for (index, system) in systems.enumerated() { report.rows[index].system = system }
      return report
    }
    let fine = Strategy(name: "fine", milliwatts: 300, error: 11)
    let middle = Strategy(name: "middle", milliwatts: 100, error: 40)
    let fused = Strategy(name: "fused", milliwatts: 30, error: 40)
    let text = ComparisonFinding.sentence(for: report([.ios, .ios, .android], [fine, middle, fused]))
    #expect(text.contains("middle takes ") && text.contains(" %, both on iOS. It saves "), "\(text)")
    #expect(text.hasSuffix("with a 95 % error now of 37.2 m instead of 10.2 m."))
    // Of both systems' pairs the one that saves most.
    let dear = Strategy(name: "dear", milliwatts: 400, error: 12)
    let other = ComparisonFinding.sentence(for: report([.ios, .ios, .android, .android], [fine, middle, fused, dear]))
    #expect(other.contains("fused takes ") && other.contains(" %, both on Android. "), "\(other)")
    // The phone's own first, where it has a pair.
    var own = report([.ios, .ios, .android, .android], [fine, middle, fused, dear])
    own.context.system = .ios
    #expect(ComparisonFinding.sentence(for: own) == text)
    own.context.system = .android
    #expect(ComparisonFinding.sentence(for: own) == other)
    // Where neither has a pair, they are weighed across and named.
    let across = ComparisonFinding.sentence(for: report([.ios, .android], [fine, fused]))
    #expect(across.contains("fused takes ") && across.contains(" (on Android and iOS). "), "\(across)")
    #expect(!ComparisonFinding.sentence(for: report([.ios, .ios], [fine, fused])).contains("iOS"))
  }

  /// A row whose decision its system does not know shows the strategy as it is: it is no answer, and gets no star.
  @Test func whatTheSystemLacksIsOnNoFront() {
    var report = SampleReports.report(
      [
        Strategy(name: "a (always)", milliwatts: 300, error: 11),
        Strategy(name: "a (reduced)", milliwatts: 300, error: 11),
        told("b (reduced)", milliwatts: 9, late: 41, missed: 0.5),
      ], seeds: 1)
    #expect(report.front == [0, 1, 2])
    report.rows[0].decision = UserDecision(strategy: "a", decision: "always")
    report.rows[1].decision = UserDecision(strategy: "a", decision: "reduced", isOffered: false)
    report.rows[2].decision = UserDecision(strategy: "b", decision: "reduced", isOffered: false)
    #expect(report.front == [0])
    let text = ComparisonFinding.sentence(for: report)
    #expect(text.contains("always: ") && text.contains("; reduced: not on its system."), "\(text)")
    #expect(report.starred == [0])
    let table = DocumentText(width: 80).render(report)
    #expect(table.contains("a (always) *") && !table.contains("a (reduced) *") && !table.contains("b (reduced) *"))
  }
}
