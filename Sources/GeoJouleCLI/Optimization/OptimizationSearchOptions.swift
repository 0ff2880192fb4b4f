import Analysis
import ArgumentParser
import Foundation
import GeoJoule

/// How much is spent on a search.
struct OptimizationSearchOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many runs it may take, a run being one strategy on one seed; runs without location come on top. (default: 3000)",
      valueName: "n"))
  var runs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The first seed; the same one gives the same result. (default: 1)", valueName: "n"))
  var firstSeed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Where a seed's device and network numbers come from: drawn from the profiles' deviations, or fixed at their means. "
        + "(default: drawn)", valueName: "fixed|drawn"))
  var parameters: ParameterChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many seeds run at once; the result does not depend on it. (default: one per core)", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let runs, !(SearchSettings.leastRuns...10_000_000).contains(runs) {
      throw ValidationError("--runs takes \(SearchSettings.leastRuns) to 10,000,000")
    }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs takes 1 to 1024") }
    if let firstSeed, firstSeed > UInt64.max / 2 { throw ValidationError("--first-seed is too large") }
  }

  var jobCount: Int { jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
