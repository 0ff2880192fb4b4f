package import DeviceModel
package import Core
package import Simulation

/// One stretch in which a component was not at rest, for one cause: switched on, used, left.
package struct ActivityInterval: Sendable, Equatable {
  package let component: Component
  package let cause: EnergyAttribution
  package let start: Instant
  package internal(set) var end: Instant
  /// Power times time; events and bytes are in the ledger only.
  package internal(set) var energy: Energy
  /// How long the component was not at rest: all of the stretch, or less for one that was joined.
  package internal(set) var active: TimeSpan
  /// The role in which most of the time was spent.
  package internal(set) var role: StateRole
  private var spans: [TimeSpan]

  private init(_ segment: StateSegment, role: StateRole, energy: Energy) {
    component = segment.component
    cause = segment.cause
    start = segment.start
    end = segment.end
    active = segment.end - segment.start
    self.energy = energy
    self.role = role
    spans = [TimeSpan](repeating: .zero, count: StateRole.allCases.count)
    spans[role.rawValue] = active
  }

  /// Takes in a later stretch of the same component and cause.
  private mutating func join(_ next: ActivityInterval) {
    end = next.end
    energy += next.energy
    active += next.active
    for index in spans.indices { spans[index] += next.spans[index] }
    role = StateRole.allCases.max { spans[$0.rawValue] < spans[$1.rawValue] } ?? role
  }

  /// All episodes of a run that kept its timeline, in order of their start.
  ///
  /// Roles may change inside an episode (promotion, transfer, tail); a rest or another cause ends it.
  package static func all(of record: RunRecord) -> [ActivityInterval] {
    var done: [ActivityInterval] = []
    var open = [ActivityInterval?](repeating: nil, count: Component.allCases.count)
    for segment in record.timeline where segment.component != .base {
      let number = Int(segment.component.rawValue)
      let role = StateRole(segment.component, state: segment.state)
      if role == .rest || open[number]?.cause != segment.cause {
        if let episode = open[number] { done.append(episode) }
        open[number] = nil
      }
      guard role != .rest else { continue }
      let power = record.prices.power(segment.component, state: segment.state, bin: segment.bin)
      let next = ActivityInterval(segment, role: role, energy: power * (segment.end - segment.start))
      if open[number] == nil { open[number] = next } else { open[number]?.join(next) }
    }
    done += open.compactMap(\.self)
    return done.sorted { ($0.start, $0.component.rawValue) < ($1.start, $1.component.rawValue) }
  }

  /// The episodes of a run as few rows: those of one component and cause with short breaks between them count as one.
  ///
  /// Nothing is left out: the energies add up to those of all episodes. The longest break that is bridged is the
  /// shortest, from nothing over 1 s upwards by doubling, with which the rows do not pass the limit.
  ///
  /// - Parameter limit: how many rows at most; a component that works for more causes than that has one for each.
  package static func joined(_ record: RunRecord, limit: Int) -> (episodes: [ActivityInterval], bridged: TimeSpan) {
    let all = all(of: record)
    var (rows, bridged) = (all, TimeSpan.zero)
    while rows.count > limit, bridged <= record.horizon - .start {
      bridged = bridged == .zero ? .seconds(1) : bridged + bridged
      rows = joined(all, bridging: bridged)
    }
    return (rows, bridged)
  }

  private static func joined(_ episodes: [ActivityInterval], bridging longest: TimeSpan) -> [ActivityInterval] {
    struct Key: Hashable {
      let component: Component
      let cause: EnergyAttribution
    }
    var rows: [ActivityInterval] = []
    var last: [Key: Int] = [:]
    for episode in episodes {
      let key = Key(component: episode.component, cause: episode.cause)
      if let index = last[key], episode.start - rows[index].end <= longest {
        rows[index].join(episode)
      } else {
        last[key] = rows.count
        rows.append(episode)
      }
    }
    return rows
  }
}
