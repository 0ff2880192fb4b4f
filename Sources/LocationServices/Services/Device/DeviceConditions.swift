import Core

/// Reports the charger, Wi-Fi joined and left, and Low Power Mode or Battery Saver to apps.
///
/// Nobody is woken: `UIDevice` and `NSProcessInfo` notify an app that runs, `NWPathMonitor` and Android's receivers that are
/// registered at run time do the same; since Android 8 receivers of the manifest get none of these ("Background execution
/// limits"). A suspended app gets the changes when it runs again.
struct DeviceConditions: OwnedService {
  enum Command: ServiceCommand { case start }

  private var clients: Set<Int> = []

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    clients.insert(app)
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .processEnded(let app, _): clients.remove(app)
    case .condition(let condition, let isOn):
      guard context.conditions.contains(condition) != isOn else { return }
      for app in clients.sorted() {
        effects.append(.tell(app: app, DeviceChange(condition: condition, isOn: isOn), .runningOnly))
      }
    default: break
    }
  }
}

/// The conditions that hold, in bits: each delivery hands them to the app.
struct HeldConditions {
  private var bits: UInt8 = 0

  var all: Set<DeviceCondition> { Set(DeviceCondition.allCases.filter(contains)) }
  func contains(_ condition: DeviceCondition) -> Bool { bits & Self.bit(condition) != 0 }

  mutating func set(_ condition: DeviceCondition, isOn: Bool) {
    if isOn { bits |= Self.bit(condition) } else { bits &= ~Self.bit(condition) }
  }

  private static func bit(_ condition: DeviceCondition) -> UInt8 {
    switch condition {
    case .charging: 1
    case .onWiFi: 2
    case .lowPower: 4
    }
  }
}

/// A condition of the phone that apps can observe.
public enum DeviceCondition: String, CaseIterable, Sendable {
  /// The charger is connected.
  case charging
  /// The phone is associated with a Wi-Fi network it knows.
  case onWiFi = "on_wifi"
  /// Low Power Mode or Battery Saver is on.
  case lowPower = "low_power"
}

/// A condition of the phone has changed.
public struct DeviceChange: Sendable, Hashable {
  /// What has changed.
  public let condition: DeviceCondition
  /// Whether it holds now.
  public let isOn: Bool
}

extension DeviceChange: ServiceEvent {}
