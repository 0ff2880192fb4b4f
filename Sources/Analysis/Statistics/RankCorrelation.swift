/// Spearman's rank correlation: Pearson's correlation of the ranks, equal values sharing the mean of theirs (Spearman, "The
/// proof and measurement of association between two things", American Journal of Psychology 15, 1904).
package enum RankCorrelation {
  /// From -1 to 1; `nil` for fewer than three pairs, and where one side is all equal.
  ///
  /// - Precondition: as many of one as of the other.
  package static func spearman(_ first: [Double], _ second: [Double]) -> Double? {
    precondition(first.count == second.count, "ranks come in pairs")
    guard first.count >= 3 else { return nil }
    let (a, b) = (ranks(first), ranks(second))
    let middle = Double(first.count + 1) / 2
    var (products, squaresA, squaresB) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      products += (x - middle) * (y - middle)
      squaresA += (x - middle) * (x - middle)
      squaresB += (y - middle) * (y - middle)
    }
    guard squaresA > 0, squaresB > 0 else { return nil }
    return products / (squaresA * squaresB).squareRoot()
  }

  /// From 1 on.
  static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for place in start...end { ranks[order[place]] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }
}
