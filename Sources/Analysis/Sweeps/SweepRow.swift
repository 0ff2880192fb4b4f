/// A line of a sweep's result: a cell over some seeds, or one run of it.
package struct SweepRow: Sendable {
  package enum Content: Sendable {
    case run(RunMetrics)
    case sums(CellSums)
  }

  package let cell: Int
  /// Which cell it is, in words and numbers.
  package let labels: [SweepLabel]
  package var content: Content

  package init(cell: Int, labels: [SweepLabel], content: Content) {
    self.cell = cell
    self.labels = labels
    self.content = content
  }
}
