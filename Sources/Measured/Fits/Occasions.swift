import Core

/// Days on which runs lay side by side.
package enum Occasions {
  /// One name for all runs that start within an hour of the first of them.
  ///
  /// - Parameter starts: in seconds.
  package static func names(starts: [Double]) -> [String] {
    var names = [String](repeating: "", count: starts.count)
    var (first, name) = (-Double.infinity, "")
    for index in starts.indices.sorted(by: { (starts[$0], $0) < (starts[$1], $1) }) {
      if starts[index] - first > 3600 { (first, name) = (starts[index], "from \(DecimalText.exact(starts[index]))") }
      names[index] = name
    }
    return names
  }
}
