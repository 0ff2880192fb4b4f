import Analysis
import Core
import LocationServices
import Testing

@Suite struct StrategySummaryTests {
  func run(_ seed: UInt64, energy: Double, error: Double?, notes: [String] = []) -> RunMetrics {
    var metrics = RunMetrics(seed: seed, duration: .hours(2), notes: notes)
    metrics[.energy] = energy
    metrics[.drainPercentPerHour] = energy / 10
    metrics[.errorP95] = error
    metrics[.movingErrorP95] = error.map { $0 / 2 }
    metrics[.availability] = error == nil ? 0 : 0.75
    return metrics
  }

  @Test func marginalEnergyPairsBySeed() throws {
    let runs = [run(3, energy: 130, error: 9), run(1, energy: 11, error: 5)]
    let baseline = [run(1, energy: 4, error: nil), run(2, energy: 1000, error: nil), run(3, energy: 100, error: nil)]
    let summary = StrategySummary(strategy: "odd", use: .live, runs: runs, baseline: baseline)
    let marginal = try #require(summary.marginalEnergy)
    #expect(marginal.count == 2)
    #expect(marginal.mean == 18.5)
    #expect(abs((summary.marginalDrain?.mean ?? 0) - 1.85) < 1e-12)
    #expect(summary.runs.map(\.seed) == [1, 3])
  }

  @Test func pairingTakesOutWhatDaysHaveInCommon() throws {
    let days = (1...40).map { UInt64($0) }
    let a = days.map { run($0, energy: 1000 * Double($0) + 7 + Double($0 % 3), error: 1) }
    let b = days.map { run($0, energy: 1000 * Double($0), error: 1) }
    let difference = try #require(PairedDifference.of(.energy, a, minus: b))
    let interval = try #require(difference.meanInterval)
    #expect(abs(difference.mean - 8) < 0.1)
    #expect(interval.upperBound - interval.lowerBound < 1)
  }

  @Test func averagesSkipWhatIsMissingAndSayHowManyCounted() throws {
    let silence = run(2, energy: 9, error: nil, notes: ["left behind", "no position at all"])
    let runs = [
      run(1, energy: 5, error: 7, notes: ["left behind"]), silence,
      run(3, energy: 4, error: 12, notes: ["left behind"]),
    ]
    let summary = StrategySummary(strategy: "odd", use: .live, runs: runs, baseline: [])
    #expect(summary[.errorP95]?.count == 2)
    #expect(summary[.errorP95]?.mean == 9.5)
    #expect(summary[.energy]?.count == 3)
    #expect(summary[.batteryEmpty] == nil)
    #expect(summary.marginalEnergy == nil)
    #expect(summary.notes == ["left behind", "no position at all (1 of 3 seeds)"])
  }

  /// 3 h and 4 h 20 min of two seeds; the third day had none.
  @Test func powerSavingIsANoteWithItsMeanTime() {
    func day(_ seed: UInt64, _ minutes: Double?) -> RunMetrics {
      var run = run(seed, energy: 1, error: 1)
      run.powerSaving = minutes.map { PowerSaving(name: "Battery Saver", effect: "no satellites", time: .minutes($0)) }
      return run
    }
    func notes(_ runs: RunMetrics...) -> [String] {
      StrategySummary(strategy: "a", use: .live, runs: runs, baseline: []).notes
    }
    #expect(
      notes(day(1, 180), day(2, nil), day(3, 260))
        == ["the day switched Battery Saver on, for 3 h 40 min in the mean: no satellites (2 of 3 seeds)"])
    #expect(notes(day(1, 7)) == ["the day switched Battery Saver on, for 7 min 00 s: no satellites"])
    #expect(notes(day(1, nil)).isEmpty)
  }

  /// Pauses of 1 h and 20 min on the first day and of 40 min on the second; requests to defer failed 7 times on the third.
  @Test func whatTheSystemDidToSessionsIsANote() {
    func day(_ seed: UInt64, _ sessions: SessionHistory, coarse: Double = 0) -> RunMetrics {
      var run = run(seed, energy: 1, error: 1)
      (run.sessions, run.coarseTime) = (sessions, .minutes(coarse))
      return run
    }
    func pause(_ from: Double, _ minutes: Double, _ how: SessionHistory.PauseEnd) -> SessionHistory.Pause {
      let start = Instant.start + .minutes(from)
      return .init(start...(start + .minutes(minutes)), how)
    }
    func notes(_ runs: RunMetrics...) -> [String] {
      StrategySummary(strategy: "a", use: .live, runs: runs, baseline: []).notes
    }
    let first = SessionHistory(pauses: [pause(7, 60, .opened), pause(90, 20, .restarted)])
    #expect(
      notes(day(1, first)) == [
        "paused by the system 2 times, together 1 h 20 min: 1 until the user opened the app, 1 until the app started again"
      ])
    let second = SessionHistory(pauses: [pause(11, 40, .lasted)])
    let third = SessionHistory(failedDeferrals: [.deferredDistanceFiltered: 7])
    #expect(
      notes(day(1, first), day(2, second), day(3, third, coarse: 130)) == [
        "paused by the system 1.5 times, together 1 h 00 min in the mean: 0.5 until the user opened the app, "
          + "0.5 until the app started again, 0.5 to the end (2 of 3 seeds)",
        "suspended between positions for 2 h 10 min in the mean, since its accuracy is coarser than 100 m (1 of 3 seeds)",
        "requests to defer failed 7 times: a distance filter is set (1 of 3 seeds)",
      ])
  }

  @Test func theUseDecidesWhichErrorCounts() {
    let runs = [run(1, energy: 5, error: 7)]
    #expect(StrategySummary(strategy: "a", use: .live, runs: runs, baseline: []).error95?.mean == 7)
    #expect(StrategySummary(strategy: "a", use: .record, runs: runs, baseline: []).error95?.mean == 3.5)
  }

  @Test func notesAreSaidOnceWithTheirCount() {
    var runs = [run(1, energy: 1, error: 1, notes: ["no GNSS"]), run(2, energy: 1, error: 1, notes: ["no GNSS"])]
    #expect(StrategySummary(strategy: "a", use: .live, runs: runs, baseline: []).notes == ["no GNSS"])
    runs.append(run(3, energy: 1, error: 1))
    #expect(
      StrategySummary(strategy: "a", use: .live, runs: runs, baseline: []).notes == ["no GNSS (2 of 3 seeds)"])
  }

  @Test func theOrderOfRunsDoesNotChangeABit() {
    let runs = (0..<50).map { run(UInt64($0), energy: 1 / Double(3 + $0), error: Double($0) * 0.1) }
    let forward = StrategySummary(strategy: "a", use: .live, runs: runs, baseline: [])
    let backward = StrategySummary(strategy: "a", use: .live, runs: runs.reversed(), baseline: [])
    for metric in Metric.allCases { #expect(forward[metric] == backward[metric]) }
  }
}
