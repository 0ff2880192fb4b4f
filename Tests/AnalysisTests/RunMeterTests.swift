import DeviceModel
import Core
import Testing
import World

@testable import Analysis
@testable import LocationServices
@testable import Simulation

/// Journeys along the x axis, so that distances can be read off.
@Suite struct RunMeterTests {
  /// From x = 0 at 3 m/s for 10 s; then still at 30 m.
  let journey = Journey(knots: [
    .init(instant: .start, position: .zero),
    .init(instant: .seconds(10), position: EarthVector(x: 30, y: 0, z: 0)),
    .init(instant: .seconds(10_000), position: EarthVector(x: 30, y: 0, z: 0)),
  ])

  func record(horizon: Double, fixes: [DeliveredFix] = [], usable: Energy = .joules(1000)) -> RunRecord {
    let battery = BatteryParameters(energy: usable / 0.8, voltage: .volts(3.7), health: 0.8, chargingPower: .watts(5))
    var record = RunRecord(seed: 7, horizon: .seconds(horizon), prices: PowerTable(), battery: battery)
    record.fixes = fixes
    record.deliveries = fixes.count
    return record
  }

  func fix(_ x: Double, at timestamp: Double, delivered: Double? = nil) -> DeliveredFix {
    DeliveredFix(
      timestamp: .seconds(timestamp), delivered: .seconds(delivered ?? timestamp),
      position: EarthVector(x: x, y: 0, z: 0), horizontalAccuracy: 10)
  }

  /// The instant of a second at which positions are looked at.
  func t(_ second: Int) -> Double { AccuracySampler.instant(of: second).seconds }

  func measure(_ record: RunRecord, gaps: [ClosedRange<Instant>] = []) -> RunMetrics {
    let meter = RunMeter()
    return meter.measure(record, truth: journey, gaps: gaps)
  }

  @Test func theReceiverIsOnWhileItSearchesOrTracks() {
    var record = record(horizon: 1000)
    func spend(_ seconds: Double, _ state: GNSSReceiver.State) {
      record.ledger.add(
        .seconds(seconds), component: .gnss, state: state.rawValue, bin: .strong, cause: EnergyAttribution(.fix, app: 1)
      )
    }
    spend(590, .off)
    spend(110, .sleeping)
    spend(37, .acquiringCold)
    spend(263, .tracking)
    #expect(measure(record)[.receiverShare].map { ($0 * 1000).rounded() } == 300)
  }

  /// An hour and 1.25 h within a day, and an hour of the next: the worst day has 2.25 h. A session is excessive from 2 h on.
  @Test func theWorstDayOfWakeLocksIsExcessiveFromTwoHoursOn() {
    func locks(_ spans: [ClosedRange<Double>]) -> RunMetrics {
      var record = record(horizon: 172_800)
      record.wakeLocks = OnTimes(
        spans.map { Instant.start + .hours($0.lowerBound)...Instant.start + .hours($0.upperBound) })
      return measure(record)
    }
    let run = locks([1...2, 20...21.25, 40...41])
    #expect(run[.wakeLocks] == 2.25)
    #expect(run.allNotes.contains { $0.hasPrefix("the app holds wake locks for 2 h 15 min") })
    #expect(locks([3...5])[.wakeLocks] == 2 && locks([3...5]).allNotes.contains { $0.contains("wake locks for 2 h") })
    #expect(locks([3...4.99]).allNotes.allSatisfy { !$0.contains("wake locks") })
  }

  @Test func searchesHaveATimeAShareAndThePriceOfThoseThatEndWell() {
    var record = record(horizon: 3600)
    enum State: UInt8, ComponentState {
      case off, on
      var name: String { "\(self)" }
    }
    record.prices.set(.gnss, state: State.on, .watts(1.21))
    record.prices.set(.processor, state: State.on, .watts(0.4))
    record.ledger.add(.seconds(26), component: .gnss, state: 1, bin: .strong, cause: EnergyAttribution(.fix, app: 1))
    record.ledger.add(.seconds(7), component: .gnss, state: 1, bin: .strong, cause: EnergyAttribution(.fix, app: 2))
    record.ledger.add(
      .seconds(100), component: .processor, state: 1, bin: .strong, cause: EnergyAttribution(.foreground, app: 1))
    record.ledger.add(
      .seconds(3), component: .processor, state: 1, bin: .strong, cause: EnergyAttribution(.app, app: 1))
    /// `metres`: from the truth to the position that the app got at the end.
    func search(_ start: Double, _ end: Double, _ metres: Double?, app: Int = 0) -> PositionSearch {
      let answers = [metres].compactMap(\.self).map {
        PositionSearch.Answer(position: EarthVector(x: 30 + $0, y: 0, z: 0), delivered: .seconds(end))
      }
      return PositionSearch(app: app, start: .seconds(start), end: .seconds(end), found: false, answers: answers)
    }
    record.searches = [
      search(10, 17, 49), search(100, 145, 3), search(200, 200, 0), search(300, 311, 27), search(400, 402, 51),
      search(5, 25, 1, app: 1),
    ]
    let metrics = measure(record)
    #expect(metrics[.timeToGoodFix] == 6)
    #expect(metrics[.standardSearch] == 0.6)
    // The app's own 31.46 J and 1.2 J; not the other app's, not the screen's.
    #expect(abs((metrics[.energyPerGoodFix] ?? 0) - 32.66 / 3) < 1e-9)
    record.searches = [search(100, 117, nil)]
    let none = measure(record)
    #expect(none[.standardSearch] == 0)
    #expect(none[.timeToGoodFix] == nil && none[.energyPerGoodFix] == nil)
    record.searches = []
    #expect(measure(record)[.standardSearch] == nil)
  }

  @Test func energyIsTheSumOfComponentsAndDrainItsShareOfTheUsableEnergy() {
    enum State: UInt8, ComponentState {
      case off, on
      var name: String { "\(self)" }
    }
    var record = record(horizon: 1800)
    record.prices.set(.gnss, state: State.on, .watts(1.21))
    record.prices.set(.base, state: State.on, .watts(0.013))
    record.prices.set(.wifiFix, .joules(0.7))
    record.ledger.add(.seconds(26), component: .gnss, state: 1, bin: .strong, cause: EnergyAttribution(.fix, app: 1))
    record.ledger.add(.seconds(1774), component: .gnss, state: 0, bin: .strong, cause: .system)
    record.ledger.add(.seconds(1800), component: .base, state: 1, bin: .strong, cause: .system)
    record.ledger.add(.wifiFix, cause: EnergyAttribution(.fix, app: 1))
    let metrics = measure(record)
    let expected = 31.46 + 23.4 + 0.7
    #expect(abs((metrics[.component(.gnss)] ?? 0) - 31.46) < 1e-9)
    #expect(abs((metrics[.component(.base)] ?? 0) - 23.4) < 1e-9)
    #expect(abs((metrics[.component(.processor)] ?? 0) - 0.7) < 1e-9)
    #expect(metrics[.component(.wifi)] == 0)
    #expect(abs((metrics[.energy] ?? 0) - expected) < 1e-9)
    // Usable 1000 J, half an hour: 100 x 55.56 / 1000 / 0.5.
    #expect(abs((metrics[.drainPercentPerHour] ?? 0) - 11.112) < 1e-9)
    #expect(abs((metrics[.averagePower] ?? 0) - 55.56 / 1800 * 1000) < 1e-9)
    let sum = Component.allCases.reduce(0.0) { $0 + (metrics[.component($1)] ?? 0) }
    #expect(sum == metrics[.energy])
  }

  /// frac((k + 1) x 0.618034): one instant in each second, at another place each time.
  @Test func instantsAreSpreadOverTheirSeconds() {
    for (second, share) in [0.618_034, 0.236_068, 0.854_102, 0.472_136, 0.090_17].enumerated() {
      #expect(abs(t(second) - Double(second) - share) < 1e-6)
    }
    let shares = (0..<10_000).map { t($0) - Double($0) }
    for tenth in 0..<10 { #expect(abs(shares.count { Int($0 * 10) == tenth } - 1000) <= 2) }
  }

  @Test func errorAndAgeAreSampledEverySecondFromTheFirstDelivery() {
    // The truth is at 3t. A fix of t = 1 (x = 4) arrives at 2, one of t = 3 (x = 9) at 4.
    let metrics = measure(record(horizon: 6, fixes: [fix(4, at: 1, delivered: 2), fix(9, at: 3, delivered: 4)]))
    // 2.85 s: 4.56; 3.47 s: 6.42; 4.09 s: 3.27; 5.71 s: 8.12 m. Ages 1.85, 2.47, 1.09, 2.71 s.
    #expect(close(metrics[.errorP50], 3 * t(2) - 4))
    #expect(close(metrics[.errorP68], 3 * t(3) - 4))
    #expect(close(metrics[.errorP95], 3 * t(5) - 9))
    #expect(close(metrics[.ageP50], t(2) - 1))
    #expect(close(metrics[.ageP95], t(5) - 3))
    #expect(metrics[.firstFix] == 2)
    #expect(abs((metrics[.availability] ?? 0) - 4.0 / 6) < 1e-12)
  }

  @Test func theAppHoldsTheLastFixOfTheLastDelivery() {
    // One delivery of two fixes at t = 11: the second one counts, 30 - 22 = 8.
    let metrics = measure(record(horizon: 12, fixes: [fix(13, at: 4, delivered: 11), fix(22, at: 7, delivered: 11)]))
    #expect(metrics[.errorP50] == 8)
    #expect(close(metrics[.ageP50], t(11) - 7))
  }

  @Test func aDeliveryCountsFromTheNextInstant() {
    let metrics = measure(record(horizon: 13, fixes: [fix(30, at: 10.9, delivered: 11.25)]))
    #expect(close(metrics[.ageP95], t(12) - 10.9))
    #expect(metrics[.firstFix] == 11.25)
  }

  @Test func theTrackGoesStraightBetweenFixesByTheirOwnTime() {
    // Late and in the wrong order, a duplicate replaced: points (2, 6), (4, 16), (6, 18).
    let fixes = [
      fix(16, at: 4, delivered: 7), fix(99, at: 2, delivered: 7), fix(6, at: 2, delivered: 8),
      fix(18, at: 6, delivered: 9),
    ]
    let metrics = measure(record(horizon: 10, fixes: fixes))
    // |2 t - 4| to 4 s, then |2 t - 12|: 1.71, 2.94, 3.82 and 0.58 m in 4 of 10 seconds.
    #expect(close(metrics[.trackErrorP50], 2 * t(2) - 4))
    #expect(close(metrics[.trackErrorP95], 12 - 2 * t(4)))
    #expect(metrics[.trackCoverage] == 0.4)
  }

  @Test(arguments: [(300.0, 300.0), (301, 0)])
  func theTrackIsNotDrawnOverMoreThanFiveMinutes(_ row: (span: Double, seconds: Double)) {
    let metrics = measure(record(horizon: 1000, fixes: [fix(30, at: 20), fix(30, at: 20 + row.span)]))
    #expect(metrics[.trackCoverage] == row.seconds / 1000)
  }

  /// The user moves for 10 s. Track points (0, 0), (4, 14) and, at rest, (400, 31): errors of half a metre a second.
  @Test func theWayIsJudgedWhileTheUserMoves() {
    let record = record(horizon: 1000, fixes: [fix(0, at: 0), fix(14, at: 4), fix(31, at: 400)])
    let metrics = measure(record)
    #expect(metrics[.movingCoverage] == 0.4)
    #expect(close(metrics[.movingErrorP50], t(1) / 2))
    #expect(close(metrics[.movingErrorP95], t(3) / 2))
    // Held are the positions of 0 s, until 4 s, and 4 s: the oldest on the way is 5.2 s old; at rest they grow to 600 s.
    #expect(close(metrics[.movingAgeP95], t(9) - 4))
    #expect(abs((metrics[.ageP95] ?? 0) - 550) < 1)
    #expect(metrics[.trackCoverage] == 4.0 / 1000)
    let silent = measure(self.record(horizon: 1000))
    #expect(silent[.movingCoverage] == 0)
    #expect(silent[.movingErrorP95] == nil)
    #expect(silent[.movingAgeP95] == nil)
    // A user who never moves is judged all the time.
    let meter = RunMeter()
    let still = meter.measure(record, truth: Journey(knots: [Knot(instant: .start, position: .zero)]))
    #expect(still[.movingCoverage] == still[.trackCoverage])
    #expect(still[.movingErrorP95] == still[.trackErrorP95])
    #expect(still[.movingAgeP95] == still[.ageP95])
    #expect(still.isAtRest && !metrics.isAtRest && !silent.isAtRest)
  }

  /// At 16 m/s with positions that jump 40 m to and fro, the track goes 56 m on and 24 m back in 2 s, where the way is 32 m.
  @Test func theTracksLengthDoesNotDependOnTheParts() throws {
    let fixes = (0..<60_000).map { fix(Double($0) * 16 + ($0 % 2 == 0 ? 0 : 40), at: Double($0) + 0.7) }
    let truth = Journey(knots: [
      .init(instant: .start, position: .zero),
      .init(instant: .seconds(60_000), position: EarthVector(x: 960_000, y: 0, z: 0)),
    ])
    func excess(partsOf size: Int) -> Double? {
      var record = record(horizon: 60_000)
      let meter = RunMeter()
      meter.begin(truth: truth, horizon: record.horizon)
      for first in stride(from: 0, to: fixes.count, by: size) {
        record.fixes = Array(fixes[first..<min(first + size, fixes.count)])
        record.handFixes(to: meter)
      }
      return meter.measure(record, truth: truth)[.distanceError]
    }
    let whole = try #require(excess(partsOf: 60_000))
    #expect(abs(whole - 1.5) < 0.001)
    for size in [1_000, 4_096] { #expect(excess(partsOf: size) == whole, "\(size)") }
  }

  /// 40,000 positions in batches, some of them an hour late, against every second looked at on its own.
  @Test func aLongRunIsMeasuredAsAWhole() throws {
    let horizon = 36_000
    var fixes: [DeliveredFix] = []
    for second in stride(from: 0, to: horizon, by: 1) where second / 900 % 7 != 3 {
      let x = Double(second * 7919 % 211) / 4
      // Batches of 100; some come when 3,000 later ones have come already, and some are told twice.
      let batch = Double((second / 100 + 1) * 100)
      let late = second / 100 % 11 == 5 ? 3_000.0 : 0
      fixes.append(fix(x, at: Double(second), delivered: batch + late))
      if second % 10 == 0 { fixes.append(fix(x + 1, at: Double(second), delivered: batch + late + 7)) }
    }
    fixes.sort { $0.delivered < $1.delivered }
    fixes.removeAll { $0.delivered >= .seconds(Double(horizon)) }
    let gaps: [ClosedRange<Instant>] = [.seconds(5_000)...(.seconds(5_010.5)), .seconds(20_000)...(.seconds(20_000))]
    let record = record(horizon: Double(horizon), fixes: fixes)
    let journey = Journey(knots: [
      .init(instant: .start, position: .zero),
      .init(instant: .seconds(9_000), position: EarthVector(x: 27, y: 0, z: 0)),
      .init(instant: .seconds(30_000), position: EarthVector(x: 27, y: 0, z: 0)),
      .init(instant: .seconds(36_000), position: EarthVector(x: 3, y: 0, z: 0)),
    ])
    let metrics = RunMeter().measure(record, truth: journey, gaps: gaps)
    let expected = Self.secondBySecond(record, journey, gaps)
    #expect(fixes.count > 30_000)
    for (metric, value) in expected { #expect(metrics[metric] == value, "\(metric)") }

    // The same when positions are handed on in parts.
    var handedOn = record
    let meter = RunMeter()
    meter.begin(truth: journey, gaps: gaps, horizon: record.horizon)
    for first in stride(from: 0, to: fixes.count, by: 1_000) {
      handedOn.fixes = Array(fixes[first..<min(first + 1_000, fixes.count)])
      handedOn.handFixes(to: meter)
    }
    #expect(handedOn.fixes.isEmpty && handedOn.fixCount == fixes.count)
    #expect(meter.measure(handedOn, truth: journey, gaps: gaps) == metrics)
  }

  /// As the definitions say, without a thought for time or memory.
  private static func secondBySecond(
    _ record: RunRecord, _ truth: Journey, _ gaps: [ClosedRange<Instant>]
  ) -> [Metric: Double?] {
    // Of several of one time the one delivered last counts.
    let latest = Dictionary(record.fixes.map { ($0.timestamp, $0) }) { $1 }
    let track = latest.values.sorted { $0.timestamp < $1.timestamp }
    var (held, after) = (-1, 0)
    var (errors, ages, trackErrors): ([Double], [Double], [Double]) = ([], [], [])
    var (movingErrors, movingAges): ([Double], [Double]) = ([], [])
    var seconds = 0
    for second in 0..<Int(record.horizon.seconds) {
      let now = AccuracySampler.instant(of: second)
      while held + 1 < record.fixes.count, record.fixes[held + 1].delivered <= now { held += 1 }
      while after < track.count, track[after].timestamp <= now { after += 1 }
      if gaps.contains(where: { $0.contains(now) }) { continue }
      seconds += 1
      let (position, moves) = (truth.position(at: now), truth.speed(at: now) > 0)
      if held >= 0 {
        errors.append(position.squaredDistance(to: record.fixes[held].position).squareRoot())
        ages.append((now - record.fixes[held].timestamp).seconds)
        if moves { movingAges.append(ages[ages.count - 1]) }
      }
      guard after > 0 else { continue }
      let start = track[after - 1]
      var point: EarthVector? = start.timestamp == now ? start.position : nil
      if point == nil, after < track.count, track[after].timestamp - start.timestamp <= .seconds(300) {
        let span = track[after].timestamp - start.timestamp
        point = start.position.interpolated(
          to: track[after].position,
          fraction: Double((now - start.timestamp).nanoseconds) / Double(span.nanoseconds))
      }
      guard let point else { continue }
      trackErrors.append(position.squaredDistance(to: point).squareRoot())
      if moves { movingErrors.append(trackErrors[trackErrors.count - 1]) }
    }
    func quantile(_ values: [Double], _ perMille: Int) -> Double? {
      NearestRankQuantile.value(perMille: perMille, sorted: values.sorted())
    }
    return [
      .errorP50: quantile(errors, 500), .errorP68: quantile(errors, 680), .errorP95: quantile(errors, 950),
      .ageP50: quantile(ages, 500), .ageP95: quantile(ages, 950), .movingAgeP95: quantile(movingAges, 950),
      .trackErrorP50: quantile(trackErrors, 500), .trackErrorP95: quantile(trackErrors, 950),
      .movingErrorP50: quantile(movingErrors, 500), .movingErrorP95: quantile(movingErrors, 950),
      .trackCoverage: Double(trackErrors.count) / Double(seconds),
    ]
  }

  @Test func gapsAreLeftOut() {
    let fixes = [fix(0, at: 0), fix(3, at: 1), fix(30, at: 12)]
    let whole = measure(record(horizon: 20, fixes: fixes))
    let cut = measure(record(horizon: 20, fixes: fixes), gaps: [.seconds(2)...(.seconds(11.9))])
    #expect(whole[.errorP95] == 27)
    #expect(close(cut[.errorP95], 3 * t(0)))
    #expect(cut[.trackCoverage] == 2.0 / 10)
    // Availability is about the run, not about the truth.
    #expect(cut[.availability] == 1)
  }

  @Test func nothingDeliveredLeavesErrorAndAgeEmpty() {
    let metrics = measure(record(horizon: 100))
    for metric: Metric in [
      .errorP50, .errorP68, .errorP95, .ageP50, .ageP95, .trackErrorP50, .trackErrorP95, .firstFix,
    ] {
      #expect(metrics[metric] == nil)
    }
    #expect(metrics[.availability] == 0)
    #expect(metrics[.trackCoverage] == 0)
    #expect(metrics[.deliveriesPerHour] == 0)
  }

  @Test func countsArePerHour() {
    var record = record(horizon: 900, fixes: [fix(1, at: 1), fix(2, at: 2, delivered: 3), fix(3, at: 3)])
    record.deliveries = 2
    record.wakeups = 5
    record.uploads = 7
    record.batteryEmpty = .seconds(810)
    let metrics = measure(record)
    #expect(metrics[.deliveriesPerHour] == 8)
    #expect(metrics[.locationsPerHour] == 12)
    #expect(metrics[.wakeupsPerHour] == 20)
    #expect(metrics[.uploadsPerHour] == 28)
    #expect(metrics[.batteryEmpty] == 0.225)
  }

  @Test func aMeterGivesTheSameForARunWhateverItMeasuredBefore() {
    let meter = RunMeter()
    let short = record(horizon: 6, fixes: [fix(4, at: 1, delivered: 2)])
    let first = meter.measure(short, truth: journey)
    _ = meter.measure(record(horizon: 500, fixes: (0..<400).map { fix(Double($0), at: Double($0)) }), truth: journey)
    #expect(meter.measure(short, truth: journey) == first)
  }
}

private func close(_ value: Double?, _ expected: Double) -> Bool { value.map { abs($0 - expected) < 1e-6 } ?? false }
