/// An energy that is paid per event, beside the power of the states. The ledger counts events.
package enum EventCharge: UInt8, CaseIterable, Sendable, Hashable {
  /// Computing a position from a Wi-Fi scan (`processor.wifi_fix`).
  case wifiFix
  /// One Bluetooth message (`bluetooth.message`).
  case bluetoothMessage
  /// Fusing the motion sensors into one satellite fix (`processor.navigation_fix`).
  case navigationFix

  /// The component that pays.
  package var component: Component {
    switch self {
    case .wifiFix, .navigationFix: .processor
    case .bluetoothMessage: .bluetooth
    }
  }

  /// The name used in files and tables.
  package var name: String {
    switch self {
    case .wifiFix: "wifi_fix"
    case .bluetoothMessage: "bluetooth_message"
    case .navigationFix: "navigation_fix"
    }
  }
}
