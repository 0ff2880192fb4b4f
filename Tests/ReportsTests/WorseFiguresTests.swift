import Analysis
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
}
