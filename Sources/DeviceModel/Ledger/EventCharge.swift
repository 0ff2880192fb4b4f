/// An energy that is paid per event, beside the power of the states. The ledger counts events.
public enum EventCharge: UInt8, CaseIterable, Sendable, Hashable {
  /// Computing a position from a Wi-Fi scan (`processor.wifi_fix`).
  case wifiFix
  /// One Bluetooth message (`bluetooth.message`).
  case bluetoothMessage
  /// Fusing the motion sensors into one satellite fix (`processor.navigation_fix`).
  case navigationFix

  /// The component that pays.
  public var component: Component {
    switch self {
    case .wifiFix, .navigationFix: .processor
    case .bluetoothMessage: .bluetooth
    }
  }

  /// The name used in files and tables.
  public var name: String {
    switch self {
    case .wifiFix: "wifi_fix"
    case .bluetoothMessage: "bluetooth_message"
    case .navigationFix: "navigation_fix"
    }
  }
}
