/// A line of a sweep's result: a cell over some seeds, or one run of it.
public struct SweepRow: Sendable {
  public enum Content: Sendable {
    case run(RunMetrics)
    case sums(CellSums)
  }

  public let cell: Int
  /// Which cell it is, in words and numbers.
  public let labels: [SweepLabel]
  public var content: Content

  public init(cell: Int, labels: [SweepLabel], content: Content) {
    self.cell = cell
    self.labels = labels
    self.content = content
  }
}
