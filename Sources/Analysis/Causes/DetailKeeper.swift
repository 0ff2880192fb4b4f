import DeviceModel
public import Quantities
public import Simulation

/// An energy paid at one instant, per event or per byte.
public struct EnergyPayment: Sendable, Hashable {
  public let instant: Instant
  public let energy: Energy

  public init(instant: Instant, energy: Energy) {
    self.instant = instant
    self.energy = energy
  }
}

/// Keeps every segment of a run and every energy paid at an instant: all that reports of a day need.
public struct DetailKeeper: RunObserver {
  private var segments: [StateSegment] = []
  /// In order of time.
  public private(set) var payments: [EnergyPayment] = []

  public init() {}
  public mutating func segmentEnded(_ segment: StateSegment) { segments.append(segment) }
  public mutating func paid(_ energy: Energy, at instant: Instant) {
    payments.append(EnergyPayment(instant: instant, energy: energy))
  }

  /// The segments in order of start, then component.
  public var timeline: [StateSegment] {
    segments.sorted { ($0.start, $0.component.rawValue) < ($1.start, $1.component.rawValue) }
  }
}
