import FileFormats
import Synchronization

private final class Warnings: Sendable {
  let all = Mutex<[String]>([])
}

/// The warnings that `body` gives.
package func warnings(_ body: () throws -> Void) rethrows -> [String] {
  let warnings = Warnings()
  let files = InputFiles { warning in warnings.all.withLock { $0.append(warning) } }
  try InputFiles.$current.withValue(files) { try body() }
  return warnings.all.withLock { $0 }
}
