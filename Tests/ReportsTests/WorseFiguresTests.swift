import Analysis
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct WorseFiguresTests {
  typealias Strategy = SampleReports.Strategy

  private func worse(from old: Strategy, to new: Strategy) -> [WorseFigures.Row] {
    let rows = SampleReports.report([old, new], seeds: 4).rows
    return WorseFigures(from: rows[0], to: rows[1]).rows
  }

  private func texts(_ rows: [WorseFigures.Row]) -> [String] { rows.map { "\($0.name): \($0.before), \($0.after)" } }

  @Test func aFigureThatIsLostIsNamed() throws {
    let old = Strategy(name: "old", milliwatts: 300, error: 12, trackError: 11, fixes: 3600)
    let rows = worse(from: old, to: Strategy(name: "new", milliwatts: 100, error: nil))
    #expect(rows.contains { $0.name == "error track" && $0.after == "none" })
    #expect(!rows.contains { $0.name == "drain" })
  }

  @Test func drainsOfBothDevicesAreNamed() throws {
    let old = Strategy(name: "old", milliwatts: 100, error: 12, watchDrain: 1.2)
    let new = Strategy(name: "new", milliwatts: 300, error: 12, watchDrain: 1.9)
    let found = texts(worse(from: old, to: new))
    #expect(found.contains { $0.hasPrefix("drain: ") })
    #expect(found.contains("drain of the watch: 1.20 %/h, 1.90 %/h"), "\(found)")
    #expect(worse(from: old, to: old).isEmpty)
  }

  /// Figures that only wide tables show are looked at too.
  @Test func everyFigureOfTheTablesIsLookedAt() throws {
    let old = Strategy(name: "old", milliwatts: 100, error: 12, trackError: 11, fixes: 3600)
    let late = Strategy(name: "late", milliwatts: 100, error: 12, age: 400, trackError: 11, fixes: 3600)
    let found = texts(worse(from: old, to: late))
    #expect(found.contains("age all day: 1.3 s, 6.7 min"), "\(found)")
    #expect(!found.contains { $0.hasPrefix("error") })
  }

  /// A table's figure is good or bad, or one that strategies are not judged by.
  @Test func figuresHaveADirection() {
    let neutral = Metric.byRank.filter { !$0.descriptor.heading.isEmpty && $0.descriptor.isBetterLower == nil }
    #expect(Set(neutral) == [.deliveriesPerHour, .locationsPerHour, .trueEvents, .uploadsPerHour])
    for metric in [Metric.availability, .movingCoverage, .batteryEmpty, .standardSearch, .track(within: 30)] {
      #expect(metric.descriptor.isBetterLower == false)
    }
    #expect(Metric.distanceError.descriptor.isBetterLower == true)
    #expect(Metric.wakeupsPerHour.descriptor.isBetterLower == true)
  }
}
