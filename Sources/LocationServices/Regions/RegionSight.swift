import Quantities

/// When the system looks where the phone is, for the sake of regions.
///
/// It looks when something hints at a movement, at the end of a hold, and again while a position leaves open on which
/// side of an edge the phone is.
struct RegionSight {
  /// Time between looks while the side is open, and how many follow one hint (estimates: a minute is a walk through
  /// the uncertainty of a Wi-Fi position).
  static let followUpInterval = TimeSpan.minutes(1)
  static let followUpLimit = 5

  private var isHinted = false
  private var followUp = Instant.never
  private var followUpsLeft = 0

  /// When to look next, the ends of holds left aside.
  func due(at now: Instant) -> Instant { isHinted ? now : followUp }

  mutating func hint() {
    isHinted = true
    followUpsLeft = Self.followUpLimit
  }

  mutating func looks() {
    isHinted = false
    followUp = .never
  }

  mutating func looked(isOpen: Bool, at now: Instant) {
    guard isOpen, followUpsLeft > 0, followUp == .never else { return }
    followUpsLeft -= 1
    followUp = now + Self.followUpInterval
  }
}
