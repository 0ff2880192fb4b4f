import Analysis
import DeviceModel

/// What charts and sentences call the parts of a phone.
enum ChartWords {
  static func title(of component: Component) -> String {
    switch component {
    case .gnss: "GNSS"
    case .wifi: "Wi-Fi"
    case .cellular: "Cellular"
    case .bluetooth: "Bluetooth"
    case .processor: "Processor"
    case .base: "Base"
    }
  }

  /// What a component does in a role, in a word or two.
  static func doing(_ component: Component, _ role: StateRole) -> String {
    switch (component, role) {
    case (_, .rest): "at rest"
    case (_, .tail): "tail"
    case (_, .wait): "awake"
    case (.gnss, .prepare): "acquiring"
    case (.gnss, .work): "tracking"
    case (.processor, .prepare): "waking, launching"
    case (.processor, .work): "running"
    case (_, .prepare): "searching, connecting"
    case (.cellular, .work): "transfer"
    case (.base, .work): "on"
    case (_, .work): "scan, transfer"
    }
  }
}
