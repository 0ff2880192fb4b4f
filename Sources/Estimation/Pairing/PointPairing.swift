/// Measures fixes against one place.
package struct PointPairing: Sendable {
  /// What the place is.
  package enum Reference: Sendable, Hashable {
    /// Where the phone was, known from elsewhere; Earth-centred metres.
    case known(SIMD3<Double>)
    /// The fixes' own centre (geometric median, Weiszfeld 1937): what is measured is scatter. A constant bias of all
    /// fixes, as indoors, stays hidden, so it is a lower bound of the error.
    case centre
  }

  package var reference: Reference
  package var trim: ErrorTrim

  package init(reference: Reference, trim: ErrorTrim = .none) {
    self.reference = reference
    self.trim = trim
  }

  /// - Throws: `badInput` without any fix.
  package func pair(fixes: [TimedPlace]) throws(EstimationError) -> PairedErrors {
    guard !fixes.isEmpty else { throw .badInput("there is no fix") }
    var warnings: [FitWarning] = []
    let place: SIMD3<Double>
    switch reference {
    case .known(let given): place = given
    case .centre:
      place = Self.centre(fixes.map(\.place))
      warnings.append(.note("measured against the fixes' own centre: this is scatter, a lower bound of the error"))
    }
    let (east, north) = Vector.axes(at: place)
    let errors = fixes.enumerated().map { index, fix in
      let (e, n) = (Vector.dot(fix.place - place, east), Vector.dot(fix.place - place, north))
      return PairedError(index: index, time: fix.time, magnitude: (e * e + n * n).squareRoot(), axes: [e, n])
    }
    let kept = trim.apply(errors)
    guard !kept.isEmpty else { throw .badInput("--trim leaves none of the \(errors.count) fixes") }
    if let text = trim.text, kept.count < errors.count {
      warnings.append(.alteredSamples(count: errors.count - kept.count, reason: text))
    }
    return PairedErrors(
      errors: kept, geometry: .distance, clock: nil, unpaired: 0, trimmed: errors.count - kept.count,
      warnings: warnings)
  }

  /// The place with the smallest sum of distances, to a millimetre.
  static func centre(_ places: [SIMD3<Double>]) -> SIMD3<Double> {
    var centre = places.reduce(SIMD3<Double>.zero, +) / Double(places.count)
    for _ in 0..<500 {
      var (sum, weight) = (SIMD3<Double>.zero, 0.0)
      for place in places {
        // Half a millimetre keeps a fix at the centre itself from weighing everything.
        let w = 1 / max(5e-4, Vector.length(place - centre))
        sum += place * w
        weight += w
      }
      let next = sum / weight
      let change = Vector.length(next - centre)
      centre = next
      if change < 1e-4 { break }
    }
    return centre
  }
}
