import Core

/// Which radio access a phone meets along the way: a semi-Markov process in the distance travelled.
///
/// Stays are exponential with the given means. An access that makes up the share p of the way and holds for m metres at a
/// time is entered p / m times per metre. What follows its stays is given; what the main network is followed by is what is
/// left of those entries, so that the shares are stationary exactly.
package struct RadioAccessProcess: Sendable, Hashable {
  package struct Access: Sendable, Hashable {
    /// `nil` for the main network.
    package let technology: RadioTechnology?
    /// Of the way.
    package let share: Double
    /// Mean metres at a time.
    package let stay: Double
    /// Shares of what follows a stay, by the place in `accesses`; they add up to one.
    package let next: [Double]
  }

  /// The main network first.
  package let accesses: [Access]

  /// Logs name the access once a second, and a stay of less is not seen at 36 km/h. In metres.
  package static let shortestStay = 10.0

  /// `nil` for a network of one access.
  ///
  /// Numbers that contradict each other come from draws only: entries that would be negative count as none, and a stay on the
  /// main network is never shorter than `shortestStay` in the mean.
  package init?(_ network: NetworkParameters) {
    guard !network.accesses.isEmpty else { return nil }
    let others = network.accesses
    let mainShare = max(0, 1 - others.reduce(0) { $0 + $1.share })
    var flows = Self.mainFlows(others).map { max(0, $0) }
    if !flows.contains(where: { $0 > 0 }) { flows = others.map { $0.share / $0.stay.metres } }
    let flow = flows.reduce(0, +)
    guard flow > 0 else { return nil }
    var accesses = [
      Access(
        technology: nil, share: mainShare, stay: max(Self.shortestStay, mainShare / flow),
        next: [0] + flows.map { $0 / flow })
    ]
    for access in others {
      let next = others.map { access.next[$0.network.technology] ?? 0 }
      let sum = max(1, next.reduce(0, +))
      accesses.append(
        Access(
          technology: access.network.technology, share: access.share, stay: access.stay.metres,
          next: [max(0, 1 - next.reduce(0, +))] + next.map { $0 / sum }))
    }
    self.accesses = accesses
  }

  /// How often each access is entered from the main network, per metre; negative where the others alone enter it more often
  /// than its share and stay allow.
  static func mainFlows(_ accesses: [NetworkParameters.Access]) -> [Double] {
    accesses.map { entered in
      accesses.reduce(entered.share / entered.stay.metres) { flow, left in
        flow - left.share / left.stay.metres * (left.next[entered.network.technology] ?? 0)
      }
    }
  }

  /// What is wrong with a network's accesses taken together; `nil` where they fit.
  static func contradiction(in network: NetworkParameters) -> ProfileFault? {
    let flows = mainFlows(network.accesses)
    for (access, flow) in zip(network.accesses, flows) where flow < -1e-9 * access.share / access.stay.metres {
      return ProfileFault(
        key: "access.\(access.network.technology.rawValue)",
        message: "other accesses lead to \(access.network.technology.title) more often than its share and stay allow",
        remedy: "raise its share, or lower its stay or the 'next' that name it")
    }
    let flow = flows.reduce(0, +)
    guard let first = network.accesses.first, first.share > 0 else { return nil }
    let main = 1 - network.accesses.reduce(0) { $0 + $1.share }
    guard flow > 0, main / flow >= shortestStay else {
      return ProfileFault(
        key: "access", message: "the shares and stays leave the main network less than 10 m at a time",
        remedy: "lower the shares or raise the stays")
    }
    return nil
  }
}
