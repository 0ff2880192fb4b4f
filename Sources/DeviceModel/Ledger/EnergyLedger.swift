public import Quantities

/// What a run did, in integers: nanoseconds per (component, state, signal, cause), events per (charge, cause), bytes
/// per (direction, cause).
///
/// Joules are the product of the ledger with a `PowerTable`, so they do not depend on the order in which runs or parts of
/// a run were added, and one timeline can be priced with many profiles.
public struct EnergyLedger: Sendable, Equatable {
  /// How many states a component can have.
  public static let stateLimit = 16
  static let binCount = SignalStrength.allCases.count
  static let cellCount = Component.allCases.count * stateLimit * binCount * EnergyAttribution.count

  /// Which way bytes travel over the cellular link.
  public enum Direction: UInt8, CaseIterable, Sendable { case uplink, downlink }

  @usableFromInline var dwell: [Int64]
  var charges: [Int64]
  var bytes: [Int64]

  /// An empty one.
  public init() {
    dwell = Array(repeating: 0, count: Self.cellCount)
    charges = Array(repeating: 0, count: EventCharge.allCases.count * EnergyAttribution.count)
    bytes = Array(repeating: 0, count: Direction.allCases.count * EnergyAttribution.count)
  }

  @inlinable @inline(__always)
  static func cell(_ component: Component, _ state: UInt8, _ bin: SignalStrength, _ cause: EnergyAttribution) -> Int {
    ((Int(component.rawValue) * 16 + Int(state)) * 2 + Int(bin.rawValue)) * 64 + Int(cause.index)
  }

  @inlinable @inline(__always)
  public mutating func add(
    _ span: TimeSpan, component: Component, state: UInt8, bin: SignalStrength, cause: EnergyAttribution
  ) {
    dwell[Self.cell(component, state, bin, cause)] &+= span.nanoseconds
  }

  /// Notes one event that has a price of its own.
  public mutating func add(_ charge: EventCharge, cause: EnergyAttribution) {
    charges[Int(charge.rawValue) * EnergyAttribution.count + Int(cause.index)] += 1
  }

  /// Bytes over the cellular link; Wi-Fi pays for bytes by time in its receive and transmit states.
  public mutating func add(bytes count: Int64, _ direction: Direction, cause: EnergyAttribution) {
    bytes[Int(direction.rawValue) * EnergyAttribution.count + Int(cause.index)] += count
  }

  /// Adds another run's integers to this one's.
  public mutating func merge(_ other: EnergyLedger) {
    for index in dwell.indices { dwell[index] += other.dwell[index] }
    for index in charges.indices { charges[index] += other.charges[index] }
    for index in bytes.indices { bytes[index] += other.bytes[index] }
  }

  /// Time a component spent in a state, in one signal, for one cause.
  public func dwell(_ component: Component, state: UInt8, bin: SignalStrength, cause: EnergyAttribution) -> TimeSpan {
    TimeSpan(nanoseconds: dwell[Self.cell(component, state, bin, cause)])
  }

  /// Time a component spent in a state, over all signals and causes.
  public func dwell(_ component: Component, state: UInt8) -> TimeSpan {
    let first = Self.cell(component, state, .strong, .system)
    return TimeSpan(nanoseconds: dwell[first..<first + Self.binCount * EnergyAttribution.count].reduce(0, +))
  }

  /// How many events there were.
  public func count(_ charge: EventCharge, cause: EnergyAttribution) -> Int64 {
    charges[Int(charge.rawValue) * EnergyAttribution.count + Int(cause.index)]
  }

  /// How many bytes went this way for one cause.
  public func bytes(_ direction: Direction, cause: EnergyAttribution) -> Int64 {
    bytes[Int(direction.rawValue) * EnergyAttribution.count + Int(cause.index)]
  }
}
