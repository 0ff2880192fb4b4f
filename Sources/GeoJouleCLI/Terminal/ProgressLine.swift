import Core
import Synchronization

/// One line on standard error that says how far the work is and how long the rest may take.
final class ProgressLine: Sendable {
  private struct State {
    var done = 0
    var lastShown: ContinuousClock.Instant?
    var isShown = false
  }

  private let total: Int
  private let what: String
  private let isVisible: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// - Parameter what: the plural of what is counted, such as `seeds`.
  init(total: Int, what: String, isVisible: Bool) {
    (self.total, self.what, self.isVisible) = (total, what, isVisible)
  }

  /// What the work gives; the line is there while it goes on.
  ///
  /// - Parameter work: is handed what shows how many are done, from any thread.
  static func following<Result>(
    _ total: Int, _ what: String, quiet: Bool, _ work: (@escaping @Sendable (Int) -> Void) async throws -> Result
  ) async rethrows -> Result {
    let line = ProgressLine(total: total, what: what, isVisible: Terminal().showsProgress && !quiet)
    defer { line.finish() }
    return try await work { line.show($0) }
  }

  /// The same over cases one after the other, of which some need fewer seeds than they could take.
  ///
  /// - Parameter seeds: the most seeds of each case.
  static func following<Result>(
    cases seeds: [Int], quiet: Bool,
    _ work: (@escaping @Sendable (_ done: Int, _ index: Int) -> Void) async throws -> Result
  ) async rethrows -> Result {
    let starts = seeds.indices.map { seeds[..<$0].reduce(0, +) }
    return try await following(seeds.reduce(0, +), "seeds", quiet: quiet) { show in
      try await work { show(starts[$1] + $0) }
    }
  }

  /// Shows that `done` are finished; at most ten times a second. May be called from any thread.
  func show(_ done: Int) {
    guard isVisible else { return }
    let now = ContinuousClock.now
    state.withLock { state in
      state.done = max(state.done, done)
      if let last = state.lastShown, now - last < .milliseconds(100), state.done < total { return }
      state.lastShown = now
      state.isShown = true
      StandardError.write("\r\u{1B}[2K" + Self.text(done: state.done, total: total, what: what, elapsed: now - start))
    }
  }

  /// Clears the line.
  func finish() {
    state.withLock { state in
      if state.isShown { StandardError.write("\r\u{1B}[2K") }
      state.isShown = false
    }
  }

  /// `12 of 40 seeds, about 8 s left`; the estimate waits for a second of work.
  static func text(done: Int, total: Int, what: String, elapsed: Duration) -> String {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    let head = "\(done) of \(total) \(what)"
    guard done > 0, done < total, seconds >= 1 else { return head }
    let left = TimeSpan.seconds((seconds / Double(done) * Double(total - done)).rounded(.up))
    return "\(head), about \(left.clockText) left"
  }
}
