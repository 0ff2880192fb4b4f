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
}
