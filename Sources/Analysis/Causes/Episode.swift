public import DeviceModel
public import Quantities
public import Simulation

/// One stretch in which a component was not at rest, for one cause: switched on, used, left.
public struct Episode: Sendable, Equatable {
  public let component: Component
  public let cause: Cause
  public let start: Instant
  public internal(set) var end: Instant
  /// Power times time; events and bytes are in the ledger only.
  public internal(set) var energy: Energy
  /// The role in which most of the time was spent.
  public internal(set) var role: StateRole

  /// All episodes of a run that kept its timeline, in order of their start.
  ///
  /// Roles may change inside an episode (promotion, transfer, tail); a rest or another cause ends it.
  public static func all(of record: RunRecord) -> [Episode] {
    var done: [Episode] = []
    var open: [(episode: Episode, spans: [StateRole: TimeSpan])?] = Array(
      repeating: nil, count: Component.allCases.count)
    func close(_ number: Int) {
      guard case (var episode, let spans)? = open[number] else { return }
      episode.role = StateRole.allCases.max { (spans[$0] ?? .zero) < (spans[$1] ?? .zero) } ?? .work
      done.append(episode)
      open[number] = nil
    }
    for segment in record.timeline where segment.component != .base {
      let number = Int(segment.component.rawValue)
      let role = StateRole(segment.component, state: segment.state)
      guard role != .rest else {
        close(number)
        continue
      }
      if open[number]?.episode.cause != segment.cause { close(number) }
      let span = segment.end - segment.start
      let energy = record.prices.power(segment.component, state: segment.state, bin: segment.bin) * span
      if open[number] == nil {
        let episode = Episode(
          component: segment.component, cause: segment.cause, start: segment.start, end: segment.end, energy: energy,
          role: role)
        open[number] = (episode, [role: span])
      } else {
        open[number]?.episode.end = segment.end
        open[number]?.episode.energy += energy
        open[number]?.spans[role, default: .zero] += span
      }
    }
    for number in open.indices { close(number) }
    return done.sorted { ($0.start, $0.component.rawValue) < ($1.start, $1.component.rawValue) }
  }
}
