import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

/// Outcomes by name, ordinal and part; 0 for all others.
struct ChosenOutcomes: RandomOutcomes {
  var scores: [String: Double] = [:]
  func pauseVariation(stretch: Int) -> Double { 0 }
  func refreshDelay(due: Instant) -> TimeSpan { .zero }
  func score(_ outcome: String, ordinal: Int, part: Int) -> Double { scores["\(outcome) \(ordinal) \(part)"] ?? 0 }
}

/// Outcomes by hash, as those of a day.
struct HashedOutcomes: RandomOutcomes {
  let seed: UInt64
  func pauseVariation(stretch: Int) -> Double { 0 }
  func refreshDelay(due: Instant) -> TimeSpan { .zero }
  func score(_ outcome: String, ordinal: Int, part: Int) -> Double {
    let hash = StableHash.combine(seed, StableHash.name(outcome), UInt64(ordinal << 20 | part))
    return NormalDistribution.quantile(StableHash.unit(hash))
  }
}

@Suite struct ActivityTraceTests {
  /// Every change as `time activity`, times rounded to a tenth.
  private func changes(
    _ outcomes: any RandomOutcomes, isAndroid: Bool = false, _ stretches: [(Double, MotionClass)], until end: Double
  ) -> [String] {
    var trace = ActivityTrace(stretches[0].1, isAndroid: isAndroid, outcomes: outcomes)
    var lines: [String] = []
    func run(_ trace: inout ActivityTrace, to instant: Instant) {
      while trace.next <= instant {
        let (due, before) = (trace.next, trace.current)
        trace.step(outcomes: outcomes)
        if trace.current != before {
          lines.append("\((due.seconds * 10).rounded() / 10) \(trace.current.activity.rawValue)")
        }
      }
    }
    for (number, stretch) in stretches.enumerated().dropFirst() {
      run(&trace, to: .seconds(stretch.0 - 1e-6))
      trace.begin(stretch.1, stretch: number, at: .seconds(stretch.0), outcomes: outcomes)
    }
    run(&trace, to: .seconds(end))
    return lines
  }

  @Test func eachWayOfMovingShowsAfterItsLatency() {
    let day: [(Double, MotionClass)] = [(0, .still), (1000, .walking), (2000, .running), (3000, .automotive)]
    // Medians: 8 s, 4 s and 40 s; truncation at 2.5 s moves the short ones up.
    let told = changes(ChosenOutcomes(), day, until: 4000)
    #expect(told.count == 3)
    #expect(told[0].hasPrefix("1008") && told[0].hasSuffix("walking"))
    #expect(told[1].hasPrefix("2004") && told[1].hasSuffix("running"))
    #expect(told[2].hasPrefix("3040") && told[2].hasSuffix("in_vehicle"))
    // One deviation: 40 s times e^0.8 = 89 s.
    let late = changes(ChosenOutcomes(scores: ["activity-latency 3 0": 1]), day, until: 4000)
    #expect(late[2].hasPrefix("3088") || late[2].hasPrefix("3089"))
  }

  @Test func aSpellOfConfusionComesInItsMinuteAndEnds() {
    // The third minute after the walk has shown: said to be still for 30 s; a share below 0.1 is below -1.2816.
    let outcomes = ChosenOutcomes(scores: ["activity-confusion 1 3": -1.3])
    let told = changes(outcomes, [(0, .still), (1000, .walking)], until: 2000)
    #expect(told.map { $0.split(separator: " ").last.map(String.init) } == ["walking", "still", "walking"])
    let times = told.compactMap { Double($0.split(separator: " ")[0]) }
    #expect(abs(times[1] - times[0] - 180) < 0.2)
    #expect((20...40).contains(times[2] - times[1]))
    // A hair above the share, and nothing happens.
    #expect(
      changes(
        ChosenOutcomes(scores: ["activity-confusion 1 3": -1.28]), [(0, .still), (1000, .walking)], until: 2000
      ).count == 1)
  }

  @Test func whatIsShorterThanItsLatencyIsNeverSeen() {
    let told = changes(ChosenOutcomes(), [(0, .automotive), (600, .still), (612, .automotive)], until: 1200)
    #expect(told.isEmpty)
  }

  @Test func overManyMinutesConfusionHasItsShare() {
    // Walking on iOS: a tenth of the minutes begins a spell; over 20000 min the share's deviation is 0.2 %.
    var spells = 0
    for seed in 0..<20 {
      let told = changes(HashedOutcomes(seed: UInt64(seed)), [(0, .still), (1, .walking)], until: 60_000)
      spells += told.count { $0.hasSuffix("still") }
    }
    #expect(abs(Double(spells) / 20_000 - 0.1) < 0.007)
  }

  @Test func confidenceIsHigherWhereTheSensorsAreRight() {
    let outcomes = HashedOutcomes(seed: 7)
    var (right, wrong): ([MotionConfidence], [MotionConfidence]) = ([], [])
    for stretch in 1...400 {
      var trace = ActivityTrace(.still, isAndroid: false, outcomes: outcomes)
      trace.begin(.cycling, stretch: stretch, at: .start, outcomes: outcomes)
      for _ in 0..<6 {
        trace.step(outcomes: outcomes)
        if trace.current.activity == .onBicycle {
          right.append(trace.current.confidence)
        } else {
          wrong.append(trace.current.confidence)
        }
      }
    }
    let sure = { (all: [MotionConfidence]) in Double(all.count { $0 == .high }) / Double(all.count) }
    #expect(wrong.count > 300)
    #expect(abs(sure(right) - 0.7) < 0.06)
    #expect(abs(sure(wrong) - 0.1) < 0.06)
  }
}

@Suite struct MotionServiceTests {
  private static func phone(_ platform: Platform = .ios18) -> Bench {
    .opened(platform: platform, motion: .still) { app, host in
      app.makeManager(host).startUpdatingLocation()
      host.startActivityUpdates { [unowned app] in
        app.journal.note("\($0.activity.rawValue) \($0.confidence)", at: app.now)
      }
      host.startPedometer { [unowned app] in app.journal.note("\($0) steps", at: app.now) }
    }
  }

  private func told(_ bench: borrowing Bench, _ suffix: String = "high") -> [String] {
    bench.journal.lines.filter { $0.hasSuffix(suffix) }
  }

  @Test func onIOSThePresentActivityIsToldAtOnceAndChangesWhileTheAppRuns() {
    var bench = Self.phone()
    bench.leave()
    bench.advance(to: 100)
    bench.move(.walking)
    bench.advance(to: 200)
    let entries = bench.journal.entries.filter { $0.text.hasSuffix("high") }
    #expect(entries.map(\.text) == ["still high", "walking high"])
    #expect(entries[0].time == 0)
    #expect(abs(entries[1].time - 108) < 1)
  }

  @Test func aSuspendedIOSAppIsToldTheNewestWhenItRunsAgain() {
    var bench = Bench.opened(platform: .ios18, motion: .still) { app, host in
      host.startActivityUpdates { [unowned app] in app.journal.note($0.activity.rawValue, at: app.now) }
    }
    bench.leave()
    bench.advance(to: 60)
    bench.move(.walking)
    bench.advance(to: 200)
    bench.move(.automotive)
    bench.advance(to: 400)
    #expect(bench.journal.times("walking").isEmpty)
    bench.open()
    bench.settle()
    #expect(bench.journal.times("in_vehicle") == [400])
    #expect(bench.journal.times("walking").isEmpty)
  }

  @Test func stepsAreCountedWhileTheUserWalks() {
    var bench = Self.phone()
    bench.advance(to: 100)
    bench.move(.walking)
    bench.advance(to: 160)
    bench.move(.still)
    bench.advance(to: 400)
    let counts = bench.journal.entries.filter { $0.text.hasSuffix("steps") }
    // 1.8 steps a second: told first after 8 s, each 2.5 s from then on, at last 108 for the minute.
    #expect(counts.first.map { "\($0.time) \($0.text)" } == "108.0 14 steps")
    #expect(counts.dropFirst().first?.time == 110.5)
    #expect(counts.last?.text == "108 steps")
    #expect(counts.last.map { $0.time <= 163 } == true)
  }

  @Test func walksBeginAndEndForARunningApp() {
    var bench = Bench.opened(platform: .ios18, motion: .still) { app, host in
      host.startPedestrianEvents { [unowned app] in app.journal.note($0 ? "walks" : "rests", at: app.now) }
    }
    bench.advance(to: 100)
    bench.move(.walking)
    bench.advance(to: 160)
    // A halt of 3 s is over before it is noticed, and a ride is no walk.
    bench.move(.still)
    bench.advance(to: 163)
    bench.move(.running)
    bench.advance(to: 220)
    bench.move(.automotive)
    bench.advance(to: 300)
    bench.leave()
    bench.advance(to: 400)
    bench.move(.walking)
    bench.advance(to: 500)
    bench.open()
    bench.settle()
    #expect(bench.journal.times("walks").map { $0.rounded() } == [106, 500])
    #expect(bench.journal.times("rests").map { $0.rounded() } == [224])
  }

  @Test func significantMotionIsToldOnceToAProcessThatIsThere() {
    var bench = Bench.opened(platform: .android14, motion: .still) { app, host in
      host.requestSignificantMotion { [unowned app] in app.journal.note("moves", at: app.now) }
    }
    bench.leave()
    bench.advance(to: 100)
    bench.move(.walking)
    bench.advance(to: 200)
    bench.move(.still)
    bench.advance(to: 300)
    bench.move(.walking)
    bench.advance(to: 400)
    #expect(bench.journal.times("moves").map { $0.rounded() } == [110])
    // Asked for by a new process, and the process ends: nobody is started for it.
    bench.kill()
    bench.move(.still)
    bench.move(.cycling)
    bench.advance(to: 600)
    #expect(bench.journal.times("moves").count == 1)
    #expect(bench.journal.entries.count { $0.text.hasPrefix("launched") } == 1)
  }

  @Test func aSystemThatLacksAServiceSaysSo() {
    let bench = Bench.opened(platform: .ios6, motion: .still) { _, host in host.startActivityUpdates { _ in } }
    #expect(bench.system.missingServices.map(\.service) == [.activityRecognition])
  }
}
