public import ArgumentParser
import Foundation
public import GeoJoule

extension ParameterChoice: ExpressibleByArgument {}

/// How many days and phones are drawn, and how the work is shared.
struct SeedOptions: ParsableArguments {
  // A value that starts with a dash is taken as a value, so that the message for -1 names it.
  @Option(
    name: .customLong("seeds"), parsing: .unconditional,
    help: .value("n", "How many seeds; each draws a day and, with drawn parameters, a phone. (default: 40)"))
  var givenSeeds: Int?

  @Option(parsing: .unconditional, help: .value("n", "The first seed; the others follow it."))
  var firstSeed: UInt64 = 1

  @OptionGroup var work: JobsOptions

  @Option(
    name: .customLong("parameters"),
    help: .value(
      "fixed|drawn",
      "Where a seed's device and network numbers come from: drawn from the profiles' deviations, or fixed at their means. "
        + "(default: drawn)"))
  var givenParameters: ParameterChoice?

  @Flag(help: "Ends each run when the battery is empty.")
  var untilEmpty = false

  func validate() throws {
    guard (1...1_000_000).contains(seeds) else { throw ValidationError("--seeds takes 1 to 1,000,000") }
    guard firstSeed <= UInt64.max - UInt64(seeds) else { throw ValidationError("--first-seed is too large") }
  }

  var seeds: Int { givenSeeds ?? 40 }
  var parameters: ParameterChoice { givenParameters ?? .drawn }
}

struct JobsOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value("n", "How much of the work runs at once; the result does not depend on it. (default: one per core)"))
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs takes 1 to 1024") }
  }

  var count: Int { jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
