public import Core

/// A part of the phone whose energy is counted on its own.
public enum Component: UInt8, CaseIterable, Sendable, Hashable {
  case gnss, wifi, cellular, bluetooth, processor
  /// What the phone draws besides the other components: memory refresh, power management, the rest of the system.
  case base

  /// The name used in files and tables.
  package var name: String { caseName(self) }
}

/// The name of an enum's case in files and tables, without what the case holds: `long_drx` for `longDRX`.
package func caseName(_ value: some Any) -> String {
  var (name, afterLowercase) = ("", false)
  for letter in Mirror(reflecting: value).children.first?.label ?? "\(value)" {
    if letter.isUppercase, afterLowercase { name += "_" }
    name += letter.lowercased()
    afterLowercase = letter.isLowercase
  }
  return name
}

/// Signal quality as the power model tells it apart. Components without a signal are always `strong`.
@usableFromInline package enum SignalStrength: UInt8, CaseIterable, Sendable, Hashable {
  case strong, weak

  package var name: String { caseName(self) }
}

/// A power-state machine: a pure struct that is told what happens and says which state it is in until when.
///
/// The driver calls one of the machine's inputs, then reads `state`, `signalStrength` and `cause` for the timeline and
/// arms the machine's slot at `deadline`. When the deadline comes, the driver calls the machine's `timerFired`.
/// A machine never reads a clock, a random number or another machine.
@usableFromInline package protocol PowerStateMachine: Sendable {
  associatedtype State: ComponentState
  static var component: Component { get }
  var state: State { get }
  /// The state as the ledger knows it.
  var stateCode: UInt8 { get }
  var signalStrength: SignalStrength { get }
  var cause: EnergyAttribution { get }
  /// When the machine wants `timerFired`, or `Instant.never`.
  var deadline: Instant { get }
}

extension PowerStateMachine {
  @inlinable package var stateCode: UInt8 { state.rawValue }
}

/// A state of one component; at most `EnergyLedger.stateLimit` of them. The raw value is the ledger's index.
@usableFromInline package protocol ComponentState: RawRepresentable, CaseIterable, Sendable, Hashable
where RawValue == UInt8 {}

extension ComponentState {
  /// The name used in files and tables.
  package var name: String { caseName(self) }
}

/// Why a component is in a state, and for whom: an app and a purpose in one small integer.
///
/// A tail inherits the cause of its last activity. App 0 is the system itself; apps count from 1.
@usableFromInline package struct EnergyAttribution: Sendable, Hashable {
  /// What the energy is for.
  @usableFromInline package enum Purpose: UInt8, CaseIterable, Sendable {
    /// What the phone does without any app.
    case system
    /// Getting a position.
    case fix
    /// Sending positions to a server.
    case upload
    /// Asking a server: access-point look-ups, assistance data, geocoding, map data.
    case lookup
    /// A location service that watches in the background.
    case service
    /// The app's own code: launches, callbacks, background tasks.
    case app
    /// The app is on the screen.
    case foreground
    /// A Bluetooth accessory or the watch link.
    case accessory
  }

  /// How many apps can be told apart, the system included.
  @usableFromInline package static let appLimit = 8
  /// One more than the largest `index`.
  package static let count = appLimit * Purpose.allCases.count

  /// App and purpose in one number, 0 to 63.
  @usableFromInline package let index: UInt8

  /// - Parameter app: 0 for the system, 1 to 7 for apps.
  @usableFromInline package init(_ purpose: Purpose, app: Int = 0) {
    precondition((0..<Self.appLimit).contains(app), "a run has at most 7 apps")
    index = UInt8(app) << 3 | purpose.rawValue
  }

  /// - Parameter index: as `index` gave it; `nil` when out of range.
  package init?(index: UInt8) {
    guard Int(index) < Self.count else { return nil }
    self.index = index
  }

  /// What the phone does without any app.
  @usableFromInline package static var system: EnergyAttribution { EnergyAttribution(.system) }
  package var app: Int { Int(index >> 3) }
  /// What the energy is for.
  package var purpose: Purpose { Purpose(rawValue: index & 7) ?? .system }
}

/// An energy that is paid per event, beside the power of the states. The ledger counts events.
package enum EventCharge: UInt8, CaseIterable, Sendable, Hashable {
  /// Computing a position from a Wi-Fi scan (`processor.wifi_fix`).
  case wifiFix
  /// One Bluetooth message (`bluetooth.message`).
  case bluetoothMessage
  /// Fusing the motion sensors into one satellite fix (`processor.navigation_fix`).
  case navigationFix
  /// Signalling of a change of cell while connected (`cellular.handover`).
  case handover

  /// The component that pays.
  package var component: Component {
    switch self {
    case .wifiFix, .navigationFix: .processor
    case .bluetoothMessage: .bluetooth
    case .handover: .cellular
    }
  }

  /// The name used in files and tables.
  package var name: String { caseName(self) }
}
