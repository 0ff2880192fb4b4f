/// A point and what its runs told, in the order of the seeds.
struct SearchCandidate: Sendable {
  let point: SearchPoint
  var observations: [SearchObservation] = []

  /// What is known after the first so many seeds.
  func score(
    _ constraints: [SearchConstraint], seeds: Int? = nil, margin: Double? = nil, without left: Int? = nil
  ) -> SearchScore {
    SearchScore(observations.prefix(seeds ?? observations.count), constraints, margin: margin, without: left)
  }

  /// By how much its objective is above another's, for each of the first seeds in which both have one.
  func differences(to other: SearchCandidate, seeds: Int) -> [Double] {
    zip(observations.prefix(seeds), other.observations.prefix(seeds)).compactMap { own, others in
      guard let a = own.objective, let b = others.objective else { return nil }
      return a - b
    }
  }

  /// By how much a constraint is broken, for each of the first seeds that have its figure.
  func excesses(_ constraint: Int, _ constraints: [SearchConstraint], seeds: Int) -> [Double] {
    let bound = constraints[constraint]
    return observations.prefix(seeds).compactMap { $0.constraints[constraint] }
      .map { bound.side == .atMost ? $0 - bound.limit : bound.limit - $0 }
  }
}
