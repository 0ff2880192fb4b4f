import DeviceModel
import Quantities

/// Sees every segment of a run when it ends.
public protocol RunObserver: Sendable {
  mutating func segmentEnded(_ segment: StateSegment)
}

/// Keeps nothing: the ledger's sums are enough.
public struct SumsOnly: RunObserver {
  public init() {}
  @inlinable public mutating func segmentEnded(_ segment: StateSegment) {}
}

/// Keeps every segment.
public struct TimelineKeeper: RunObserver {
  public private(set) var segments: [StateSegment] = []

  public init() {}
  public mutating func segmentEnded(_ segment: StateSegment) { segments.append(segment) }

  /// The segments in order of start, then component.
  public var timeline: [StateSegment] {
    segments.sorted { ($0.start, $0.component.rawValue) < ($1.start, $1.component.rawValue) }
  }
}
