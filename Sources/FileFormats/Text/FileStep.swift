#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Synchronization

/// Each change that the program makes to a file: making, writing, cutting, forcing to the disk, renaming, removing.
///
/// With `GEOJOULE_KILL_AT_STEP=n` the system kills the program at the n-th, a write after half of its bytes. So tests stop it
/// at every one of them, and see that nothing is lost. With `GEOJOULE_KILL_SIGNAL=TERM` it gets that signal, and goes on until its
/// handler ends it.
enum FileStep {
  private static let last = getenv("GEOJOULE_KILL_AT_STEP").flatMap { Int(String(cString: $0)) }
  private static let count = Atomic<Int>(0)

  private static let isTerminated = getenv("GEOJOULE_KILL_SIGNAL").map { String(cString: $0) } == "TERM"

  /// Whether this step is the one at which to be killed.
  static func isLast() -> Bool {
    guard let last else { return false }
    guard count.wrappingAdd(1, ordering: .relaxed).newValue == last else { return false }
    if isTerminated { kill(getpid(), SIGTERM) }
    return !isTerminated
  }

  /// Goes on, or does not.
  static func next() { if isLast() { die() } }

  static func die() -> Never {
    kill(getpid(), SIGKILL)
    while true { _ = pause() }
  }
}
