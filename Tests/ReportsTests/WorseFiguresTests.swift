import Analysis
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct WorseFiguresTests {
  typealias Strategy = SampleReports.Strategy

  private func worse(from old: Strategy, to new: Strategy) -> String? {
    let rows = SampleReports.report([old, new], seeds: 4).rows
    return WorseFigures.text(from: rows[0], to: rows[1])
  }

  @Test func aFigureThatIsLostIsNamed() throws {
    let old = Strategy(name: "old", milliwatts: 300, error: 12, trackError: 11, fixes: 3600)
    let text = try #require(worse(from: old, to: Strategy(name: "new", milliwatts: 100, error: nil)))
    #expect(text.contains(" m to none"), "\(text)")
    #expect(text.contains("error track "), "\(text)")
    #expect(!text.contains("drain"), "\(text)")
  }

  @Test func drainsOfBothDevicesAreNamed() throws {
    let old = Strategy(name: "old", milliwatts: 100, error: 12, watchDrain: 1.2)
    let new = Strategy(name: "new", milliwatts: 300, error: 12, watchDrain: 1.9)
    let text = try #require(worse(from: old, to: new))
    #expect(text.hasPrefix("drain "), "\(text)")
    #expect(text.contains("drain of the watch 1.20 to 1.90 %/h"), "\(text)")
    #expect(worse(from: old, to: old) == nil)
  }

  /// Figures that only wide tables show are looked at too; after six the rest are counted.
  @Test func everyFigureOfTheTablesIsLookedAt() throws {
    let old = Strategy(name: "old", milliwatts: 100, error: 12, trackError: 11, fixes: 3600)
    let late = Strategy(name: "late", milliwatts: 100, error: 12, age: 400, trackError: 11, fixes: 3600)
    let text = try #require(worse(from: old, to: late))
    #expect(text.contains("age all day 1.3 s to 6.7 min"), "\(text)")
    #expect(!text.contains("error") && !text.contains(" more in"), "\(text)")
    let bad = Strategy(name: "bad", milliwatts: 300, error: 40, age: 400, trackError: 50, fixes: 3600)
    let many = try #require(worse(from: old, to: bad))
    #expect(many.components(separatedBy: ", ").count == 7 && many.hasPrefix("error now "), "\(many)")
    #expect(many.contains(" more in 'compare --wide'"), "\(many)")
  }

  /// A table's figure is good or bad, or one that strategies are not judged by.
  @Test func figuresHaveADirection() {
    let neutral = Metric.byRank.filter { !$0.descriptor.heading.isEmpty && $0.descriptor.isBetterLower == nil }
    #expect(Set(neutral) == [.deliveriesPerHour, .locationsPerHour, .uploadsPerHour])
    for metric in [Metric.availability, .movingCoverage, .batteryEmpty, .goodFixShare] {
      #expect(metric.descriptor.isBetterLower == false)
    }
    #expect(Metric.wakeupsPerHour.descriptor.isBetterLower == true)
  }
}
