/// A part of the phone whose energy is counted on its own.
public enum Component: UInt8, CaseIterable, Sendable, Hashable {
  case gnss, wifi, cellular, bluetooth, processor
  /// What the phone draws besides the other components: memory refresh, power management, the rest of the system.
  case base

  /// The name used in files and tables.
  package var name: String {
    switch self {
    case .gnss: "gnss"
    case .wifi: "wifi"
    case .cellular: "cellular"
    case .bluetooth: "bluetooth"
    case .processor: "processor"
    case .base: "base"
    }
  }
}
