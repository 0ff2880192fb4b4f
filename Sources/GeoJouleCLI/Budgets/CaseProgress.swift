/// Progress over cases one after the other, some of which may need fewer seeds than they could take.
final class CaseProgress: Sendable {
  private let line: ProgressLine
  private let starts: [Int]

  /// - Parameter seeds: the most seeds of each case.
  init(seeds: [Int], quiet: Bool) {
    var sum = 0
    var starts: [Int] = []
    for count in seeds {
      starts.append(sum)
      sum += count
    }
    self.starts = starts
    line = ProgressLine(total: sum, what: "seeds", isVisible: Terminal().showsProgress && !quiet)
  }

  /// Shows that `done` seeds of a case are finished. May be called from any thread.
  func show(_ done: Int, of index: Int) { line.show(starts[index] + done) }

  /// Clears the line.
  func finish() { line.finish() }
}
