import RealModule

/// Shares of time by radio access, the mean time on each, and how often one follows another.
///
/// Shares and stays are those of `AccessWayFit` over time in place of the way, since a phone stays on one access for minutes:
/// stays are taken as exponential. Rates of transitions are per hour spent on the access before, with exact Poisson intervals.
package struct AccessFit: Sendable {
  package struct Share: Sendable, Hashable {
    package let access: Int
    package let seconds: Double
    package let share: Double
    /// `nil` as `AccessWayFit.Access.shareError` is.
    package let standardError: Double?
    package let interval95: ClosedRange<Double>?
    /// Mean seconds at a time; `nil` where it was never entered or left.
    package let stay: FittedParameter?
  }

  package struct Transition: Sendable, Hashable {
    package let from: Int
    package let to: Int
    /// Per hour on `from`.
    package let rate: PoissonRate
  }

  /// The largest first.
  package let shares: [Share]
  /// The most frequent first.
  package let transitions: [Transition]
  package let samples: Int

  /// - Throws: `badInput` where no row names its access.
  package init(_ drives: [[DrivePoint]]) throws(EstimationError) {
    let known = drives.map { points in
      points.compactMap { point in point.access.map { DrivePoint(time: point.time, distance: point.time, access: $0) } }
    }
    let accesses = Set(known.flatMap { $0.compactMap(\.access) })
    guard let fit = try? AccessWayFit(known, accesses: accesses, least: 1) else {
      throw .badInput("no log names the radio access over any time")
    }
    var transitions: [Transition] = []
    for access in fit.accesses where access.metres > 0 {
      for (next, count) in access.exits {
        transitions.append(
          Transition(
            from: access.access, to: next, rate: try PoissonRate(count: count, exposure: access.metres / 3600)))
      }
    }
    shares = fit.accesses.filter { $0.metres > 0 }.map { access in
      Share(
        access: access.access, seconds: access.metres, share: access.share, standardError: access.shareError,
        interval95: access.shareInterval95,
        stay: access.stay.map {
          FittedParameter(
            name: "stay", value: $0, standardError: access.stayError, interval95: access.stayInterval95,
            intervalMethod: access.stayMethod, unit: "s")
        })
    }
    self.transitions = transitions.sorted {
      ($0.rate.count, $1.from, $1.to) > ($1.rate.count, $0.from, $0.to)
    }
    samples = known.reduce(0) { $0 + $1.count }
  }
}
