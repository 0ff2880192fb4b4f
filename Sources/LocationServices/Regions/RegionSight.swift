import Core

/// When the system looks where the phone is, for the sake of regions.
///
/// It looks when something hints at a movement, at the end of a hold, and again while a position leaves open on which
/// side of an edge the phone is. Other access points, or a network joined or left, are worth two looks: such a hint may be
/// the last for hours, and one scan that errs must not close the case (estimate).
struct RegionSight {
  /// Time between looks while the side is open, and how many follow one hint (estimates: a minute is a walk through
  /// the uncertainty of a Wi-Fi position).
  static let followUpInterval = TimeSpan.minutes(1)
  static let followUpLimit = 5

  private var isHinted = false
  private var owesSecondLook = false
  private var secondLook = Instant.never
  private var followUp = Instant.never
  private var followUpsLeft = 0

  /// When to look next, the ends of holds left aside.
  func due(at now: Instant) -> Instant { isHinted ? now : min(followUp, secondLook) }

  /// - Parameter isOfNetworks: the hint is one of access points or of a network.
  mutating func hint(isOfNetworks: Bool = false) {
    isHinted = true
    owesSecondLook = owesSecondLook || isOfNetworks
    followUpsLeft = Self.followUpLimit
  }

  mutating func looks(at now: Instant) {
    isHinted = false
    if secondLook <= now { secondLook = .never }
    if owesSecondLook { secondLook = now + Self.followUpInterval }
    owesSecondLook = false
    followUp = .never
  }

  mutating func looked(isOpen: Bool, at now: Instant) {
    guard isOpen, followUpsLeft > 0, followUp == .never else { return }
    followUpsLeft -= 1
    followUp = now + Self.followUpInterval
  }
}
