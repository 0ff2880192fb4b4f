import Analysis
import DeviceModel
import Core
import Simulation

/// A run's states as few blocks: what is shorter than a grain of time is merged with its neighbours.
///
/// The grain is the shortest, from nothing over 1 s upwards by doubling, with which the blocks do not pass the limit. A
/// merged block has the role that drew most of its energy.
struct MergedStates {
  struct Block {
    let start: Instant
    var end: Instant
    let role: StateRole
  }

  /// Zero when nothing was merged.
  private(set) var grain = TimeSpan.zero
  /// How many states went into merged blocks.
  private(set) var mergedCount = 0
  private var lanes: [[Block]] = []
  private let prices: PowerTable

  init(_ record: RunRecord, limit: Int) {
    prices = record.prices
    var segments: [[StateSegment]] = Array(repeating: [], count: Component.allCases.count)
    for segment in record.timeline { segments[Int(segment.component.rawValue)].append(segment) }
    while true {
      mergedCount = 0
      lanes = segments.map { merged($0) }
      if lanes.reduce(0, { $0 + $1.count }) <= limit || grain > record.horizon - .start { return }
      grain = grain == .zero ? .seconds(1) : grain + grain
    }
  }

  func blocks(of component: Component) -> [Block] { lanes[Int(component.rawValue)] }

  private mutating func merged(_ segments: [StateSegment]) -> [Block] {
    var blocks: [Block] = []
    // Short states that wait for company: since when, until when, how many, and the energy of each role.
    var energies = [Energy](repeating: .zero, count: StateRole.allCases.count)
    var (since, until, count) = (Instant.start, Instant.start, 0)
    func append(_ start: Instant, _ end: Instant, _ role: StateRole) {
      if let last = blocks.last, last.role == role, last.end == start {
        blocks[blocks.count - 1].end = end
      } else {
        blocks.append(Block(start: start, end: end, role: role))
      }
    }
    func flush() {
      guard count > 0 else { return }
      var largest = 0
      for index in energies.indices where energies[index] > energies[largest] { largest = index }
      append(since, until, StateRole(rawValue: largest) ?? .rest)
      for index in energies.indices { energies[index] = .zero }
      count = 0
    }
    for segment in segments {
      let role = StateRole(segment.component, state: segment.state)
      let span = segment.end - segment.start
      if span >= grain {
        flush()
        append(segment.start, segment.end, role)
        continue
      }
      if count == 0 { since = segment.start }
      until = segment.end
      count += 1
      mergedCount += 1
      energies[role.rawValue] += prices.power(segment.component, state: segment.state, bin: segment.bin) * span
      if until - since >= grain { flush() }
    }
    flush()
    return blocks
  }
}
