package import Analysis
import ArgumentParser

extension SweepShard: ExpressibleByArgument {
  /// Reads `2/8`.
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), count <= 1_000_000 else {
      return nil
    }
    self.init(number: number, count: count)
  }
}
