import Estimation
import Testing

/// How often the 95 % interval holds the truth.
@Suite(.enabled(if: Coverage.isLong, "long: set GEOJOULE_LONG_TESTS=1")) struct DrainCoverageTests {
  private static let repetitions = Coverage.repetitions

  private func coverage(
    _ truth: SyntheticRuns, occasionsDiffer: Bool = false,
    repetitions: Int = Coverage.repetitions
  ) throws -> [String: Double] {
    var held: [String: Int] = [:]
    var options = truth.options
    options.occasionsDiffer = occasionsDiffer
    let names = truth.components.map(\.name) + [truth.firstDrop == nil ? "gauge.plateau" : "gauge.first_drop"]
    let values = truth.powers + [truth.firstDrop ?? truth.plateau]
    for seed in 0..<repetitions {
      let fit = try DrainFit(
        runs: truth.make(seed: UInt64(7_000 + seed)), components: truth.components, options: options)
      for (name, value) in zip(names, values) {
        let interval = try #require(fit.summary[name]?.interval95)
        held[name, default: 0] += interval.contains(value) ? 1 : 0
      }
    }
    let shares = held.mapValues { Double($0) / Double(repetitions) }
    print(names.map { "\($0) \(100 * (shares[$0] ?? 0))" }.joined(separator: ", "))
    return shares
  }

  @Test func interiorPowers() throws {
    let shares = try coverage(SyntheticRuns())
    for (name, share) in shares { #expect((0.9...0.995).contains(share), "\(name) \(share)") }
  }

  @Test func aGaugeThatDropsFirst() throws {
    let shares = try coverage(SyntheticRuns(firstDrop: 5.3))
    for (name, share) in shares { #expect((0.9...0.995).contains(share), "\(name) \(share)") }
  }

  @Test func wideLognormalSpreadBetweenRuns() throws {
    let shares = try coverage(SyntheticRuns(runDeviation: 0.15, runsPerStrategy: 8))
    for (name, share) in shares { #expect((0.9...0.995).contains(share), "\(name) \(share)") }
  }

  @Test func fewRunsPerStrategy() throws {
    let shares = try coverage(SyntheticRuns(runsPerStrategy: 3))
    for (name, share) in shares { #expect((0.9...0.995).contains(share), "\(name) \(share)") }
  }

  @Test func runsSideBySide() throws {
    let shares = try coverage(
      SyntheticRuns(occasionDeviation: 0.11, phonesAtOnce: 3, runsPerStrategy: 12), occasionsDiffer: true)
    for (name, share) in shares { #expect((0.9...0.995).contains(share), "\(name) \(share)") }
  }

  @Test func aPowerOnItsBound() throws {
    let shares = try coverage(SyntheticRuns(powers: [0.047, 0.213, 0]))
    for (name, share) in shares { #expect(share >= 0.9, "\(name) \(share)") }
  }
}
