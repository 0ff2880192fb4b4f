package import Core

/// A value that changes at known instants and holds in between.
package struct StepFunction<Value: Sendable & Equatable>: Sendable, Equatable {
  package struct Step: Sendable, Equatable {
    package let start: Instant
    package let value: Value

    package init(start: Instant, value: Value) {
      self.start = start
      self.value = value
    }
  }

  /// In time order; the first starts at or before the run. Neighbours differ.
  package private(set) var steps: [Step]

  package init(_ initial: Value) { steps = [Step(start: .start, value: initial)] }

  /// Sets the value from `start` on. Instants must not go back; a later call at the same instant wins.
  package mutating func append(_ value: Value, from start: Instant) {
    while let last = steps.last, last.start >= start, steps.count > 1 { steps.removeLast() }
    if let last = steps.last, last.start >= start {
      steps[0] = Step(start: last.start, value: value)
    } else if steps.last?.value != value {
      steps.append(Step(start: start, value: value))
    }
  }

  /// The index of the step in force at `instant`.
  package func index(at instant: Instant) -> Int {
    var (low, high) = (0, steps.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if steps[middle].start <= instant { low = middle } else { high = middle }
    }
    return low
  }

  package func value(at instant: Instant) -> Value { steps[index(at: instant)].value }

  /// When each value holds until `end`, in order; without what begins later.
  package func spans(until end: Instant) -> [(span: ClosedRange<Instant>, value: Value)] {
    steps.indices.prefix { steps[$0].start < end }.map { index in
      let next = index + 1 < steps.count ? steps[index + 1].start : end
      return (steps[index].start...min(next, end), steps[index].value)
    }
  }

  /// This function with each value replaced; neighbours that become equal are one.
  func mapValues<Other>(_ transform: (Value) -> Other) -> StepFunction<Other> {
    var result = StepFunction<Other>(transform(steps[0].value))
    for step in steps.dropFirst() { result.append(transform(step.value), from: step.start) }
    return result
  }

  /// This function with other values within spans, in order of time and without overlap.
  func overlaid(with spans: [(span: ClosedRange<Instant>, value: Value)]) -> Self {
    guard !spans.isEmpty else { return self }
    var starts = Set(steps.map(\.start))
    for entry in spans { starts.formUnion([entry.span.lowerBound, entry.span.upperBound]) }
    func valueAt(_ instant: Instant) -> Value {
      spans.first { $0.span.lowerBound <= instant && instant < $0.span.upperBound }?.value ?? value(at: instant)
    }
    var result = Self(valueAt(.start))
    for start in starts.sorted() where start > .start { result.append(valueAt(start), from: start) }
    return result
  }
}
