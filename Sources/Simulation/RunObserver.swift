import DeviceModel
public import Quantities
public import World

/// Sees every segment of a run when it ends, and every energy paid per event or per byte when it is paid.
public protocol RunObserver: Sendable {
  mutating func segmentEnded(_ segment: StateSegment)
  mutating func paid(_ energy: Energy, at instant: Instant)
}

/// Keeps nothing: the ledger's sums are enough.
public struct SumsOnly: RunObserver {
  public init() {}
  @inlinable public mutating func segmentEnded(_ segment: StateSegment) {}
  @inlinable public mutating func paid(_ energy: Energy, at instant: Instant) {}
}

/// Keeps everything.
public struct TimelineKeeper: RunObserver {
  /// An energy paid at one instant.
  public struct Payment: Sendable, Hashable {
    public let instant: Instant
    public let energy: Energy
  }

  private var segments: [StateSegment] = []
  /// In order of time.
  public private(set) var payments: [Payment] = []

  public init() {}
  public mutating func segmentEnded(_ segment: StateSegment) { segments.append(segment) }
  public mutating func paid(_ energy: Energy, at instant: Instant) {
    payments.append(Payment(instant: instant, energy: energy))
  }

  /// The segments in order of start, then component.
  public var timeline: [StateSegment] {
    segments.sorted { ($0.start, $0.component.rawValue) < ($1.start, $1.component.rawValue) }
  }
}

extension PhoneSimulation where Observer == SumsOnly {
  /// Runs a phone to the horizon and keeps the sums only.
  ///
  /// The driver is generic over its observer. Here, in the driver's own module and with the observer known, the compiler
  /// makes a copy of it without generic code; a sweep should run through this.
  public static func record(
    of configuration: PhoneConfiguration, world: WorldRealization, horizon: Instant? = nil
  ) -> RunRecord {
    PhoneSimulation(configuration, world: world, horizon: horizon, observer: SumsOnly()).run().record
  }
}
