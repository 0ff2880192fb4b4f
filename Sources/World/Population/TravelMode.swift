/// How people of a population get about.
package enum TravelMode: String, CaseIterable, Sendable, Hashable {
  case walk, cycle, drive, bus, train, subway

  /// A ride with a walk at both ends and a wait.
  package var isTransit: Bool { self == .bus || self == .train || self == .subway }

  var kind: LegKind {
    switch self {
    case .walk: .walk
    case .cycle: .cycle
    case .drive: .drive
    case .bus: .bus
    case .train: .train
    case .subway: .subway
    }
  }
}

/// How far a way is, in the classes in which the German Mikrozensus asks for the way to work (under 5 km, 5 to under 10 km,
/// 10 to under 25 km, farther): a person's choice of mode depends on it.
package enum DistanceBand: String, CaseIterable, Sendable, Hashable {
  case near, middle, far, distant

  /// - Parameter distance: in metres.
  package init(_ distance: Double) {
    self = distance < 5_000 ? .near : distance < 10_000 ? .middle : distance < 25_000 ? .far : .distant
  }
}

/// How densely people live around a home.
package enum Settlement: String, CaseIterable, Sendable, Hashable {
  case urban, suburban, rural

  /// The next denser one: where people of smaller places work who work far away.
  var denser: Settlement { self == .rural ? .suburban : .urban }
}

/// What a person goes to on an ordinary weekday.
package enum Occupation: String, CaseIterable, Sendable, Hashable {
  case worker, student, neither
}
