/// A stretch of a power trace during which a known state held, such as a line of a test protocol.
package struct LabelledSpan: Sendable, Hashable {
  package let state: String
  /// In seconds, on the trace's clock.
  package let start: Double
  /// In seconds, after `start`.
  package let end: Double

  package init(state: String, start: Double, end: Double) {
    self.state = state
    self.start = start
    self.end = end
  }

  /// Spans from one label per sample: a change lies half-way between two samples; a gap in the trace ends a span.
  ///
  /// - Parameter labels: one for each sample of the trace; an empty label belongs to no state.
  /// - Throws: `EstimationError.badInput` for the wrong number of labels.
  package static func spans(of trace: PowerTrace, labels: [String]) throws(EstimationError) -> [LabelledSpan] {
    guard labels.count == trace.times.count else {
      throw .badInput("\(labels.count) labels for \(trace.times.count) samples")
    }
    var spans: [LabelledSpan] = []
    var first = 0
    for i in 1...labels.count {
      let isEnd = i == labels.count
      if !isEnd, labels[i] == labels[first], !trace.hasGap(before: i) { continue }
      // Outer ends reach half a step beyond the samples; a change of label lies between its two samples.
      let start =
        first > 0 && !trace.hasGap(before: first)
        ? (trace.times[first - 1] + trace.times[first]) / 2 : trace.times[first] - trace.step / 2
      let end =
        !isEnd && !trace.hasGap(before: i)
        ? (trace.times[i - 1] + trace.times[i]) / 2 : trace.times[i - 1] + trace.step / 2
      if !labels[first].isEmpty { spans.append(LabelledSpan(state: labels[first], start: start, end: end)) }
      first = i
    }
    return spans
  }
}
