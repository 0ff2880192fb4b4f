import Quantities

/// A part of a way: one leg, and the places it names.
struct Stage: Sendable {
  let leg: Leg
  let places: [Place]
  /// The same on the way back; `nil` where it has been directed already.
  private let opposite: (leg: Leg, places: [Place])?

  init(_ leg: Leg, _ places: [Place], back: Leg? = nil) {
    self.leg = leg
    self.places = places
    opposite = back.map { ($0, places) }
  }

  func directed(isReturn: Bool) -> Stage {
    guard isReturn, let opposite else { return Stage(leg, places) }
    return Stage(opposite.leg, opposite.places)
  }

  /// On a day without randomness.
  static func seconds(_ stages: [Stage]) -> Double {
    stages.reduce(0) { $0 + ($1.leg.nominalDuration?.seconds ?? 0) }
  }
}
