public import Core

/// What a run did, in integers: nanoseconds per (component, state, signal, cause), events per (charge, cause), bytes
/// per (direction, access, cause).
///
/// Joules are the product of the ledger with a `PowerTable`, so they do not depend on the order in which runs or parts of
/// a run were added, and one timeline can be priced with many profiles.
@usableFromInline package struct EnergyLedger: Sendable, Equatable {
  /// How many states a component can have.
  package static let stateLimit = 16
  static let binCount = SignalStrength.allCases.count
  static let cellCount = Component.allCases.count * stateLimit * binCount * EnergyAttribution.count
  /// Rows of states after those of all components: the cellular radio's on each further access of its network.
  static let accessRows = RadioTechnology.allCases.count * stateLimit

  /// The states of a component: the cellular radio has its own set for the network's main access and for each technology.
  package static func states(of component: Component) -> Range<UInt8> {
    0..<UInt8(component == .cellular ? stateLimit + accessRows : stateLimit)
  }

  /// Which way bytes travel over the cellular link. Those sent in weak signal have a price of their own; those received cost
  /// the same in any (SIGCOMM 2021 5G data).
  package enum Direction: UInt8, CaseIterable, Sendable {
    case uplink, downlink, weakUplink

    /// `bytes_sent`, `bytes_received` or `bytes_sent_weak`.
    package var name: String {
      switch self {
      case .uplink: "bytes_sent"
      case .downlink: "bytes_received"
      case .weakUplink: "bytes_sent_weak"
      }
    }
  }

  @usableFromInline var dwell: [Int64]
  var charges: [Int64]
  var bytes: [Int64]

  /// An empty one.
  package init() {
    dwell = Array(repeating: 0, count: Self.cellCount)
    charges = Array(repeating: 0, count: EventCharge.allCases.count * EnergyAttribution.count)
    bytes = Array(repeating: 0, count: Direction.allCases.count * EnergyAttribution.count)
  }

  /// The row of a state: 16 of each of the 6 components, then the cellular radio's on further accesses.
  @inlinable @inline(__always)
  static func row(_ component: Component, _ state: UInt8) -> Int {
    state < 16 ? Int(component.rawValue) * 16 + Int(state) : 80 + Int(state)
  }

  @inlinable @inline(__always)
  static func cell(_ component: Component, _ state: UInt8, _ bin: SignalStrength, _ cause: EnergyAttribution) -> Int {
    (row(component, state) * 2 + Int(bin.rawValue)) * 64 + Int(cause.index)
  }

  private static func place(_ direction: Direction, _ access: RadioTechnology?, _ cause: EnergyAttribution) -> Int {
    (Int(access?.number ?? 0) * Direction.allCases.count + Int(direction.rawValue)) * EnergyAttribution.count
      + Int(cause.index)
  }

  /// Room for further accesses, which few networks have.
  @usableFromInline @inline(never)
  mutating func makeRoom() {
    dwell += Array(repeating: 0, count: Self.accessRows * Self.binCount * EnergyAttribution.count)
  }

  @inlinable @inline(__always)
  package mutating func add(
    _ span: TimeSpan, component: Component, state: UInt8, bin: SignalStrength, cause: EnergyAttribution
  ) {
    let cell = Self.cell(component, state, bin, cause)
    if cell >= dwell.count { makeRoom() }
    dwell[cell] &+= span.nanoseconds
  }

  /// Notes one event that has a price of its own.
  package mutating func add(_ charge: EventCharge, cause: EnergyAttribution) {
    charges[Int(charge.rawValue) * EnergyAttribution.count + Int(cause.index)] += 1
  }

  /// Bytes over the cellular link; Wi-Fi pays for bytes by time in its receive and transmit states.
  ///
  /// - Parameter access: `nil` for the network's main access.
  package mutating func add(
    bytes count: Int64, _ direction: Direction, on access: RadioTechnology? = nil, cause: EnergyAttribution
  ) {
    let place = Self.place(direction, access, cause)
    if place >= bytes.count {
      bytes += Array(
        repeating: 0,
        count: RadioTechnology.allCases.count * Direction.allCases.count * EnergyAttribution.count)
    }
    bytes[place] += count
  }

  /// Adds another run's integers to this one's.
  package mutating func merge(_ other: EnergyLedger) {
    func sum(_ into: inout [Int64], _ more: [Int64]) {
      into += Array(repeating: 0, count: max(0, more.count - into.count))
      for index in more.indices { into[index] += more[index] }
    }
    sum(&dwell, other.dwell)
    sum(&charges, other.charges)
    sum(&bytes, other.bytes)
  }

  /// Time a component spent in a state, in one signal, for one cause.
  package func dwell(_ component: Component, state: UInt8, bin: SignalStrength, cause: EnergyAttribution) -> TimeSpan {
    let cell = Self.cell(component, state, bin, cause)
    return TimeSpan(nanoseconds: cell < dwell.count ? dwell[cell] : 0)
  }

  /// Time a component spent in a state, over all signals and causes.
  package func dwell(_ component: Component, state: UInt8) -> TimeSpan {
    let first = Self.cell(component, state, .strong, .system)
    guard first < dwell.count else { return .zero }
    return TimeSpan(nanoseconds: dwell[first..<first + Self.binCount * EnergyAttribution.count].reduce(0, +))
  }

  /// How many events there were.
  package func count(_ charge: EventCharge, cause: EnergyAttribution) -> Int64 {
    charges[Int(charge.rawValue) * EnergyAttribution.count + Int(cause.index)]
  }

  /// How many bytes went this way for one cause on one access, `nil` for the network's main one.
  package func bytes(_ direction: Direction, on access: RadioTechnology? = nil, cause: EnergyAttribution) -> Int64 {
    let place = Self.place(direction, access, cause)
    return place < bytes.count ? bytes[place] : 0
  }
}
