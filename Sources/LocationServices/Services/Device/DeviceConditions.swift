import Quantities

/// Reports the charger, Wi-Fi joined and left, and Low Power Mode or Battery Saver to apps.
///
/// Nobody is woken: `UIDevice` and `NSProcessInfo` notify an app that runs, `NWPathMonitor` and Android's receivers that are
/// registered at run time do the same; since Android 8 receivers of the manifest get none of these ("Background execution
/// limits"). A suspended app gets the changes when it runs again.
struct DeviceConditions: OwnedService {
  enum Command: ServiceCommand { case start }

  private(set) var conditions: Set<DeviceCondition> = []
  private var clients: Set<Int> = []

  mutating func take(_ input: ServiceInput, in context: ServiceContext, _ effects: inout [ServiceEffect]) {
    switch input {
    case .command(_ as Command, let app): clients.insert(app)
    case .processEnded(let app, _): clients.remove(app)
    case .condition(let condition, let isOn):
      guard conditions.contains(condition) != isOn else { return }
      if isOn { conditions.insert(condition) } else { conditions.remove(condition) }
      for app in clients.sorted() {
        effects.append(.tell(app: app, DeviceChange(condition, isOn: isOn), .runningOnly))
      }
    default: break
    }
  }
}
