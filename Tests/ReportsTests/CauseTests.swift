import Analysis
import DeviceModel
import Core
import Simulation
import Testing

@testable import Reports

/// What the pages say about causes adds up to the ledger.
@Suite struct CauseTests {
  let detail = SampleDay.detail()

  @Test func causesAddUpToTheRun() {
    let causes = EnergyCause.all(of: detail.record)
    let total = EnergyBreakdown(ledger: detail.record.ledger, prices: detail.record.prices).total
    #expect(abs(causes.reduce(0) { $0 + $1.energy.joules } - total.joules) < 1e-9)
    #expect(abs(causes.reduce(0) { $0 + $1.share } - 1) < 1e-12)
    for (a, b) in zip(causes, causes.dropFirst()) { #expect(a.energy >= b.energy) }
  }

  @Test func sentencesSayWhoDidWhatForHowLong() throws {
    let tail = try #require(
      EnergyCause.all(of: detail.record).first { $0.component == .cellular && $0.role == .tail })
    // 18 uploads, 11.6 s of tail each, at 1060 mW.
    #expect(abs(tail.energy.joules - 18 * 11.6 * 1.06) < 1e-9)
    #expect(
      CauseSentence.text(tail, radio: "LTE").hasPrefix("Uploads kept LTE in its tail for 3 min 29 s: "))
  }

  @Test func episodesHoldAllEnergyThatIsNotRest() {
    let episodes = ActivityInterval.all(of: detail.record)
    var expected = 0.0
    for segment in detail.record.timeline where segment.component != .base {
      guard StateRole(segment.component, state: segment.state) != .rest else { continue }
      let power = detail.record.prices.power(segment.component, state: segment.state, bin: segment.bin)
      expected += (power * (segment.end - segment.start)).joules
    }
    #expect(abs(episodes.reduce(0) { $0 + $1.energy.joules } - expected) < 1e-9)
    #expect(episodes.filter { $0.component == .gnss }.count == 18)
    #expect(episodes.filter { $0.component == .cellular }.count == 18)
    for (a, b) in zip(episodes, episodes.dropFirst()) { #expect(a.start <= b.start) }
  }

  /// Few rows, and still all of the energy. GNSS, uploads and code of 18 positions each, 563 s or more apart, and 180
  /// Wi-Fi scans, 59.5 s apart.
  @Test(arguments: [(1, 16_384.0), (4, 1024), (54, 1024), (55, 64), (1000, 0)])
  func joinedEpisodesLeaveNothingOut(_ row: (limit: Int, bridged: Double)) {
    let all = ActivityInterval.all(of: detail.record)
    let (rows, bridged) = ActivityInterval.joined(detail.record, limit: row.limit)
    #expect(rows.count <= max(row.limit, 4))
    #expect(bridged == .seconds(row.bridged))
    #expect(abs(rows.reduce(0) { $0 + $1.energy.joules } - all.reduce(0) { $0 + $1.energy.joules }) < 1e-9)
    #expect(rows.reduce(.zero) { $0 + $1.active } == all.reduce(.zero) { $0 + $1.active })
    for (a, b) in zip(rows, rows.dropFirst()) { #expect(a.start <= b.start) }
    for episode in rows { #expect(episode.active <= episode.end - episode.start) }
  }

  @Test(arguments: [1, 7, 180, 1440])
  func powerCoursesHoldAllEnergy(count: Int) {
    let course = PowerTimeSeries(detail, count: count)
    #expect(course.energies.count == count)
    let states = detail.record.timeline.reduce(0.0) {
      $0
        + (detail.record.prices.power($1.component, state: $1.state, bin: $1.bin) * ($1.end - $1.start)).joules
    }
    let paid = detail.payments.reduce(0.0) { $0 + $1.energy.joules }
    #expect(abs(course.energies.reduce(0, +) - states - paid) < 1e-9 * states)
  }

  @Test func theBatteryFallsByWhatIsDrawnAndRisesAtTheCharger() throws {
    let curve = BatteryCurve(detail, count: 180)
    let usable = 12.7 * 3600 * 0.92
    let drawn = PowerTimeSeries(detail, count: 180).energies.prefix(150).reduce(0, +)
    #expect(abs(curve.levels[150] - (1 - drawn / usable)) < 1e-12)
    #expect(curve.levels.count == 181)
    #expect(curve.levels[180] > curve.levels[150])
    #expect(curve.levels.allSatisfy { (0...1).contains($0) })
  }

  @Test func marksAreThoseOfTheRecord() {
    let marks = RunAnnotations(detail.record)
    #expect(marks.deliveries.count == detail.record.deliveries)
    #expect(marks.uploads.count == detail.record.uploads)
    #expect(marks.wakeups.count == detail.record.wakeups)
    #expect(marks.uploads.first == .seconds(62.6))
  }

  @Test func histogramsCountEveryValueOnce() {
    var histogram = LogHistogram()
    for value in [0, 0.0001, 1, 1.41, 1.42, 2, 1e12, .infinity, .nan] { histogram.add(value) }
    #expect(histogram.total == 7)
    let one = histogram.counts.indices.first { LogHistogram.lowerEdge(of: $0) == 1 }
    #expect(one.map { histogram.counts[$0] } == 2)
    #expect(one.map { histogram.counts[$0 + 1] } == 1)
    #expect(one.map { histogram.counts[$0 + 2] } == 1)
  }
}
